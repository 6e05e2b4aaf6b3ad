/**
 * Makes the working tree ready to run: packages installed, dist/ built, and on request build/ and test/vendor too.
 *
 *   node .ci/prepare.mjs [--tools] [--vendor] [--force]
 *
 * Plain Node without packages, because it is what installs them. Silent when nothing is stale. A stamp is written
 * only after its step has ended, and a build is swapped in whole, so that an interruption leaves nothing half done.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => path.join(root, ...parts);
const stamps = at('node_modules', '.lost200');
const lock = at('.lost200', 'prepare.lock');

const product = ['simulator', 'scenarios', 'harness', 'reports', 'examples'];
const tools = ['test', 'bench'];

/** The program that is at work for us; a signal that ends us ends it first. */
let running;

/** A failure whose text is for the reader; no stack is shown. */
export class PrepareError extends Error {}

/** @param {{ tools?: boolean, vendor?: boolean, force?: boolean }} [wanted] */
export async function prepare(wanted = {}) {
  demandNode();
  const release = await takeTurn();
  try {
    await install('.', 'packages', 'first run, about 20 s');
    await build('dist', 'tsconfig.build.json', product, [], wanted.force === true);
    if (wanted.vendor === true && fs.existsSync(at('test/vendor/package-lock.json'))) {
      await install('test/vendor', 'the vendor libraries of the tests', 'first run, about 40 s');
    }
    if (wanted.tools === true) {
      await build('build', 'tsconfig.tools.json', tools, product, wanted.force === true);
    }
  } finally {
    release();
  }
}

function demandNode() {
  const floor = [20, 19];
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > floor[0] || (major === floor[0] && minor >= floor[1])) return;
  throw new PrepareError(
    `this is Node ${process.versions.node}, and lost200 needs ${floor.join('.')} or newer; install a newer Node and try again`,
  );
}

async function install(folder, what, hint) {
  const locked = at(folder, 'package-lock.json');
  if (!fs.existsSync(locked))
    throw new PrepareError(`${path.relative(root, locked)} is missing; restore it from git`);
  const stamp = at(folder, 'node_modules', '.lost200', 'installed');
  const hash = hashOf([locked], `${process.platform} ${process.arch}`);
  const installed = readText(stamp);
  if (installed === hash) return;
  const again =
    installed === undefined ? 'nothing says that the last time ended well' : 'the lock file has changed';
  say(`installing ${what} (${fs.existsSync(at(folder, 'node_modules')) ? again : hint})…`);
  fs.rmSync(stamp, { force: true });
  const command = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  await run(command, ['ci', '--no-audit', '--no-fund', '--include=dev'], at(folder), `installing ${what}`);
  writeStamp(stamp, hash);
}

async function build(out, config, folders, dependsOn, force) {
  const sources = filesIn([...folders, ...dependsOn]);
  const hash = hashOf([at('tsconfig.json'), at(config), at('package-lock.json'), ...sources]);
  const stamp = path.join(stamps, out);
  if (!force && readText(stamp) === hash && fs.existsSync(at(out))) return;
  const own = filesIn(folders);
  const partial = `${out}.partial`;
  fs.rmSync(at(partial), { recursive: true, force: true });
  if (!own.some((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))) return;
  say(`building ${out}/…`);
  const compiler = at('node_modules', 'typescript', 'bin', 'tsc');
  await run(
    process.execPath,
    [compiler, '-p', config, '--outDir', partial, '--pretty', 'false'],
    root,
    `building ${out}/`,
  );
  copyAssets(own, partial);
  swapIn(partial, out);
  writeStamp(stamp, hash);
}

/** Whatever is not TypeScript (web pages, SQL, sources in other languages) goes along as it is. */
function copyAssets(files, partial) {
  for (const file of files) {
    if (/\.(ts|md)$/.test(file)) continue;
    const target = at(partial, path.relative(root, file));
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.copyFileSync(file, target);
  }
}

function swapIn(partial, out) {
  const replaced = at(`${out}.replaced`);
  fs.rmSync(replaced, { recursive: true, force: true });
  if (fs.existsSync(at(out))) fs.renameSync(at(out), replaced);
  fs.renameSync(at(partial), at(out));
  fs.rmSync(replaced, { recursive: true, force: true });
}

function filesIn(folders) {
  return folders
    .filter((folder) => fs.existsSync(at(folder)))
    .flatMap((folder) => walk(at(folder)))
    .sort();
}

function walk(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name.startsWith('.')) return [];
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return walk(full);
    return entry.isFile() ? [full] : [];
  });
}

function hashOf(files, salt = '') {
  const hash = createHash('sha1').update(salt);
  for (const file of files) hash.update(`\n${path.relative(root, file)}\n`).update(fs.readFileSync(file));
  return hash.digest('hex');
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function writeStamp(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.new`, text);
  fs.renameSync(`${file}.new`, file);
}

/** One prepare at a time: a second one waits for the first, unless the first is dead, and what it had started too. */
async function takeTurn() {
  fs.mkdirSync(path.dirname(lock), { recursive: true });
  let told = false;
  while (!tryLock()) {
    const text = readText(lock);
    if (text === undefined) continue;
    const holders = text.split(' ').map(Number);
    const ageMs = Date.now() - (fs.statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if ((text !== '' && !holders.some(isAlive)) || ageMs > 10 * 60_000) {
      fs.rmSync(lock, { force: true });
      continue;
    }
    if (!told) say(`waiting for another prepare (process ${holders.find(isAlive) ?? holders[0]}) to end…`);
    told = true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const unlock = () => fs.rmSync(lock, { force: true });
  process.on('exit', unlock);
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  return () => {
    unlock();
    process.off('exit', unlock);
    process.off('SIGINT', end);
    process.off('SIGTERM', end);
  };
}

function tryLock() {
  try {
    fs.writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** A signal ends what we had started before it ends us, so that nobody installs into the same folder twice. */
function end(signal) {
  const leave = () => process.exit(signal === 'SIGINT' ? 130 : 143);
  if (running === undefined) leave();
  running.once('close', leave);
  running.kill(signal);
  setTimeout(() => running?.kill('SIGKILL'), 3_000).unref();
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function run(command, args, cwd, what) {
  return new Promise((resolve, reject) => {
    const shell = process.platform === 'win32' && command.endsWith('.cmd');
    const child = spawn(command, args, { cwd, shell, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => {
      output = (output + String(chunk)).slice(-100_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => {
      reject(new PrepareError(`${what} failed: ${command} could not be started (${error.message})`));
    });
    running = child;
    if (child.pid !== undefined) fs.writeFileSync(lock, `${process.pid} ${child.pid}`);
    child.on('close', (code, signal) => {
      running = undefined;
      if (code === 0) resolve();
      else reject(new PrepareError(`${what} failed (${signal ?? `exit ${code}`}):\n${output.trimEnd()}`));
    });
  });
}

function say(line) {
  process.stderr.write(`lost200: ${line}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const flags = new Set(process.argv.slice(2));
  try {
    await prepare({
      tools: flags.has('--tools'),
      vendor: flags.has('--vendor'),
      force: flags.has('--force'),
    });
  } catch (error) {
    say(error instanceof PrepareError ? error.message : String(error?.stack ?? error));
    process.exitCode = 1;
  }
}

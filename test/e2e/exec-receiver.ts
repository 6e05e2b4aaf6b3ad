/**
 * A receiver for `--exec`, with its books in memory. `DIE_AFTER=n`: ends in the middle of webhook n. `HANG_AFTER=n`: never
 * answers webhook n and prints `hanging` when it comes. `FAMILY=1`: starts a child that is deaf to SIGTERM. `DEAF=1`: is so itself.
 * `PRINT`: what it prints about a webhook, and how (see `say`). `BOAST`: printed at the start.
 */
import { spawn } from 'node:child_process';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { writeFileSync } from 'node:fs';
import { Ledger } from './ledger.ts';

const number = (name: string): number => Number(process.env[name] ?? Infinity);
const [dieAfter, hangAfter] = [number('DIE_AFTER'), number('HANG_AFTER')];
const ledger = new Ledger();
let webhooks = 0;

if (process.env['DEAF'] === '1') process.on('SIGTERM', () => undefined);
if (process.env['FAMILY'] === '1') {
  const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  spawn(process.execPath, ['-e', deaf], { stdio: 'ignore' });
}

/** As C does to a pipe: in blocks, and the last one when the program ends by itself. */
const BLOCK = 1024;
let block = '';
const print = process.env['PRINT'] ?? 'nothing';

function say(headers: IncomingHttpHeaders, body: string): void {
  const { id, type } = JSON.parse(body) as { readonly id: string; readonly type: string };
  const line = `webhook ${id} ${type}\n`;
  if (print === 'ids') process.stdout.write(line);
  else if (print === 'types') process.stderr.write(`webhook ${type}\n`);
  else if (print === 'requests') process.stdout.write(`${JSON.stringify(headers)} ${body}\n`);
  else if (print === 'blocks' || print === 'blocks, and loses the last') block += line;
  if (block.length < BLOCK) return;
  process.stdout.write(block);
  block = '';
}

if (print === 'blocks') process.once('SIGTERM', () => process.stdout.write(block, () => process.exit(0)));

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method = '', url = '' } = request;
    if (method === 'POST') webhooks += 1;
    if (webhooks === dieAfter) {
      process.stderr.write('out of luck\n', () => process.exit(7));
      return;
    }
    if (method === 'POST' && webhooks === hangAfter) {
      const file = process.env['HANGING_FILE'];
      if (file !== undefined) writeFileSync(file, 'hanging');
      return;
    }
    const answer = ledger.answer(method, url, Buffer.concat(chunks));
    if (method === 'POST') say(request.headers, Buffer.concat(chunks).toString('utf8'));
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
});
server.listen(Number(process.env['PORT']), '127.0.0.1', () =>
  process.stdout.write(`listening ${process.env['BOAST'] ?? ''}\n`),
);

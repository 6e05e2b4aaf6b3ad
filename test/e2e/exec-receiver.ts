/**
 * A receiver for `--exec`, with its books in memory. `DIE_AFTER=n`: ends in the middle of webhook n. `HANG_AFTER=n`: never
 * answers webhook n and prints `hanging` when it comes. `FAMILY=1`: starts a child that is deaf to SIGTERM. `DEAF=1`: is so itself.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
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
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
});
server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('listening\n'));

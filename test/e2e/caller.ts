/**
 * A receiver for `--exec` that keeps nothing and calls others. `VIA`: `http` (the base URL in `LEDGER_URL`), `proxy` (a host that
 * does not exist, through `HTTP_PROXY`), `smtp` (a mail through `SMTP_HOST` and `SMTP_PORT`), `tunnel` (asks the proxy for one).
 * `KEYS=1`: with idempotency keys, from a queue. `MEMORY=event`: remembers the event when the call is done; `first`: before it.
 */
import { createServer, request as httpRequest } from 'node:http';
import { connect } from 'node:net';

interface Taken {
  readonly id: string;
  readonly data: { readonly id: string; readonly status: string };
}

const via = process.env['VIA'] ?? 'http';
const withKeys = process.env['KEYS'] === '1';
const owing = new Set(['paid', 'refunded', 'chargeback']);
const known = new Set<string>();
const queue: Taken[] = [];

async function byHttp(event: Taken): Promise<boolean> {
  const answer = await fetch(
    `${process.env['LEDGER_URL'] ?? 'http://127.0.0.1:9'}/entries/${event.data.id}`,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(withKeys ? { 'idempotency-key': `book-${event.id}` } : {}),
      },
      body: JSON.stringify({ event: event.id, status: event.data.status }),
      signal: AbortSignal.timeout(3000),
    },
  );
  await answer.arrayBuffer();
  return answer.ok;
}

function byProxy(event: Taken, method = 'POST'): Promise<boolean> {
  const proxy = new URL(process.env['HTTP_PROXY'] ?? 'http://127.0.0.1:9');
  const login = Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64');
  const isTunnel = method === 'CONNECT';
  return new Promise((resolve) => {
    const call = httpRequest({
      host: proxy.hostname,
      port: proxy.port,
      method,
      path: isTunnel ? 'ledger.example:443' : `http://ledger.example/v1/entries?event=${event.id}`,
      headers: { host: 'ledger.example', 'proxy-authorization': `Basic ${login}` },
    });
    call.on('connect', (answer, socket) => {
      socket.destroy();
      process.stdout.write(`tunnel: ${answer.statusCode ?? 0}\n`);
      resolve(true);
    });
    call.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    call.on('error', () => resolve(false));
    call.end();
  });
}

/** One mail, said line by line. */
function byMail(event: Taken): Promise<boolean> {
  const socket = connect(Number(process.env['SMTP_PORT']), process.env['SMTP_HOST'] ?? '127.0.0.1');
  const body = Buffer.from(`Your payment ${event.data.id} is ${event.data.status}.`).toString('base64');
  const mail = [
    'From: shop@shop.example',
    'To: buyer@buyer.example',
    `Message-ID: <${withKeys ? event.id : `${event.id}-${process.hrtime.bigint()}`}@shop.example>`,
    'Subject: =?utf-8?Q?Pagamento_recebido_=E2=9C=93?=',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    body,
    '.',
  ].join('\r\n');
  const say = [
    'EHLO shop.example',
    'MAIL FROM:<shop@shop.example>',
    'RCPT TO:<buyer@buyer.example>',
    'DATA',
    mail,
  ];
  return new Promise((resolve) => {
    let taken = false;
    socket.setEncoding('utf8').on('data', (text: string) => {
      if (/^[45]\d\d/m.test(text)) return socket.end();
      if (!/^\d{3} /m.test(text)) return undefined;
      const next = say.shift();
      taken = next === undefined;
      return next === undefined ? socket.end('QUIT\r\n') : socket.write(`${next}\r\n`);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(taken));
  });
}

const call = (event: Taken): Promise<boolean> => {
  switch (via) {
    case 'proxy':
      return byProxy(event);
    case 'tunnel':
      return byProxy(event, 'CONNECT');
    case 'smtp':
      return byMail(event);
    default:
      return byHttp(event).catch(() => false);
  }
};

let working = false;
async function work(): Promise<void> {
  if (working) return;
  working = true;
  for (let event = queue.shift(); event !== undefined; event = queue.shift()) {
    if (await call(event)) continue;
    queue.push(event);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  working = false;
}

async function take(event: Taken): Promise<number> {
  if (known.has(event.id)) return 200;
  if (process.env['MEMORY'] !== 'event') {
    known.add(event.id);
    if (owing.has(event.data.status)) queue.push(event);
    void work();
    return 200;
  }
  if (owing.has(event.data.status) && !(await call(event))) return 500;
  known.add(event.id);
  return 200;
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    void take(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Taken).then((status) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
});
server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('listening\n'));

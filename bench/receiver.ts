/** The least that a receiver can do: reads the request and answers 204. Sends its URL to its parent and ends with it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => response.writeHead(204).end());
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`);
});
process.once('disconnect', () => process.exit());

/** Wrong: "TODO: signature" has been there since the prototype; the URL is thought to be a secret. */
import { serveAnything } from '../../../examples/receivers/server.ts';
import { INTAKE, take } from '../intake.ts';

await serveAnything({ name: 'trusts-everyone', ...INTAKE, answer: ({ rawBody }, db) => take(rawBody, db) });

import { describe, expect, it } from 'vitest';
import type { Binding } from '../../../simulator/binding.ts';
import { canaryValue } from '../../../simulator/canary.ts';
import { History, type HistoryEntry } from '../../../simulator/history.ts';
import type { JsonObject } from '../../../simulator/json.ts';
import type { Plan } from '../../../simulator/plan.ts';
import { standardWebhooks } from '../../../simulator/profiles/standard-webhooks.ts';
import { PlayScript } from '../../judging/fixtures/play-script.ts';
import { LINE_MAX } from './lines.ts';
import { LogWatch } from './log-watch.ts';

const KEY = Buffer.from('a key of thirty-two bytes, no more');
const SECRET = `whsec_${KEY.toString('base64')}`;
const EVENT = 'msg_1zNzmkR270998SbJOcXeXUqg';
const OBJECT = 'obj_G0CDGXAMWoaeBOhp';
const CUSTOMER: JsonObject = {
  name: '{{canary:name:o1}}',
  email: '{{canary:email:o1}}',
  phone: '{{canary:phone:o1}}',
  document: '{{canary:document:o1}}',
};

type LogEntry = Extract<HistoryEntry, { readonly kind: 'log' }>;

class Bench {
  readonly logs: LogWatch;
  readonly history: History = new History({ virtualMs: () => 0, wallMs: () => 0 });
  readonly signature: string;
  readonly email: string;
  readonly phone: string;
  readonly document: string;
  readonly name: string;

  /** One play with one event, whose first attempt has left. */
  constructor(ids?: 'nameless') {
    this.logs = new LogWatch([SECRET], { keyPrefix: 'whsec_', nameless: ids === 'nameless' });
    const script = new PlayScript().object('paid').object('pending');
    const { plan } = script.attempt('e1').record;
    const planted: Plan = {
      ...plan,
      events: plan.events.map((event) => ({ ...event, payload: { ...event.payload, customer: CUSTOMER } })),
    };
    const real = { o1: OBJECT, e1: EVENT, o2: 'obj_AAAABBBBCCCCDDDD', e2: 'msg_AAAABBBBCCCCDDDDEEEEFFFF' };
    const binding: Binding = { namespace: 'ns', originMs: 0, ids: real, fixed: {} };
    const body = Buffer.from('{}');
    const { headers } = standardWebhooks.scheme.sign(
      { url: 'http://127.0.0.1/', headers: {}, body },
      { secrets: [SECRET], id: EVENT, atMs: 1000 },
    );
    this.signature = (headers['webhook-signature'] ?? '').replace('v1,', '');
    const value = (kind: Parameters<typeof canaryValue>[0]): string => canaryValue(kind, 'ns', 'o1');
    this.email = value('email');
    this.phone = value('phone');
    this.document = value('document');
    this.name = value('name');
    this.history.enter('storm');
    const requested = this.logs.follow({ plan: planted, binding, history: this.history, judged: true });
    requested({ attemptId: 'd1.1' }, { url: 'http://127.0.0.1/', headers, body });
  }

  print(text: string, stream = 0): this {
    this.logs.take(stream, Buffer.from(text));
    return this;
  }

  found(): readonly LogEntry[] {
    return this.history.entries.filter((entry): entry is LogEntry => entry.kind === 'log');
  }

  /** What was found, as `kind` or `kind:field`. */
  kinds(): readonly string[] {
    return this.found().map(({ found, field }) => (field === undefined ? found : `${found}:${field}`));
  }
}

describe('what should be there', () => {
  it.each([
    ['in a sentence', `webhook ${EVENT} payment.paid 200\n`],
    ['in JSON', `{"id":"${EVENT}","status":200}\n`],
    ['between colours', `\u001b[32m${EVENT}\u001b[0m\n`],
    ['right beside other text', `webhook:${EVENT}/200\n`],
    ['in capitals', `${EVENT.toUpperCase()}\n`],
    ['after a carriage return', `progress 10 %\rtook ${EVENT}\r\n`],
    ['far into an endless line', `${'x'.repeat(3 * LINE_MAX)}${EVENT}${'y'.repeat(LINE_MAX)}\n`],
    ['where a long line is cut', `${'x'.repeat(LINE_MAX - 10)}${EVENT}${'y'.repeat(LINE_MAX)}\n`],
  ])('the id of an event, %s', (_, text) => {
    const bench = new Bench().print(text);
    expect(bench.found()).toMatchObject([{ found: 'event-id', eventId: 'e1', objectId: 'o1' }]);
  });

  it('is noted once, however often it is printed, and split anywhere', () => {
    const line = `é webhook ${EVENT} 200\n`;
    for (const at of [1, 12, 20, Buffer.byteLength(line) - 1]) {
      const bench = new Bench();
      const bytes = Buffer.from(line + line);
      bench.logs.take(0, bytes.subarray(0, at));
      bench.logs.take(0, bytes.subarray(at));
      expect(bench.kinds()).toEqual(['event-id']);
      expect(bench.found()[0]?.excerpt).toBe(`é webhook ${EVENT} 200`);
    }
  });

  it('is not put together from two streams, and counts without a line break at the end', () => {
    const half = EVENT.slice(0, 10);
    const bench = new Bench().print(half, 0).print(EVENT.slice(10), 1);
    bench.logs.end(true);
    expect(bench.kinds()).toEqual([]);
    const other = new Bench().print(`took ${EVENT}`);
    other.logs.end(true);
    expect(other.kinds()).toEqual(['event-id']);
  });

  it('a UUID without dashes is the same id', () => {
    const logs = new LogWatch([]);
    const { plan } = new PlayScript().object('paid').record;
    const history = new History({ virtualMs: () => 0, wallMs: () => 0 });
    const ids = { o1: 'o-1', e1: '0e5b1ca4-7a55-4a1a-9c4f-0d6d1ce0ffee' };
    logs.follow({
      plan,
      binding: { namespace: 'ns', originMs: 0, ids, fixed: {} },
      history,
      judged: true,
    });
    logs.take(0, Buffer.from('took 0e5b1ca47a554a1a9c4f0d6d1ce0ffee\n'));
    expect(history.entries.map((entry) => entry.kind)).toEqual(['log']);
  });
});

describe('what should not be there', () => {
  const { signature, email, phone, document, name } = new Bench();
  const digits = phone.slice(2);
  const dashed = `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`;

  it.each([
    ['secret', 'the secret', `secret=${SECRET}`],
    ['secret', 'its base64', `key ${SECRET.slice(6)}`],
    ['secret', 'the key as text', `key ${KEY.toString()}`],
    ['secret', 'the key in hexadecimal', KEY.toString('hex')],
    ['secret', 'the key as a dump', `<Buffer ${KEY.toString('hex').replace(/..(?=.)/g, '$& ')}>`],
    ['secret', 'the key as JSON', JSON.stringify(KEY)],
    ['signature', 'the signature', `webhook-signature: v1,${signature}`],
    [
      'signature',
      'escaped for JSON',
      `{"sig":"v1,${signature.replaceAll('/', '\\/').replaceAll('+', '\\u002B')}"}`,
    ],
    ['signature', 'escaped for a URL', `sig=${encodeURIComponent(signature)}`],
    ['personal-data:email', 'an address', `mail to ${email}`],
    ['personal-data:email', 'an address in capitals', email.toUpperCase()],
    ['personal-data:phone', 'a telephone number', `call ${phone}`],
    ['personal-data:phone', 'without its country', `call ${dashed} now`],
    ['personal-data:document', 'a document', `{"document":"${document}"}`],
    ['personal-data:name', 'a name', `customer ${name} paid`],
  ])('%s: %s', (kind, _, text) => {
    const bench = new Bench().print(`${text}\n`);
    expect(bench.kinds()).toEqual([kind]);
    const shown = JSON.stringify(bench.history.entries);
    for (const value of [
      SECRET,
      SECRET.slice(6),
      KEY.toString(),
      KEY.toString('hex'),
      signature,
      email,
      digits,
    ])
      expect(shown).not.toContain(value);
  });

  it.each([
    ['a masked address', `mail to ${email.slice(0, 2)}***@example.com`],
    ['the address of somebody else', 'mail to support@example.com'],
    ['digits within a longer number', `ref 9${digits}4`],
    ['half a signature', `signature ${signature.slice(0, 20)}…`],
    ['a given name', `hello ${name.split(' ')[0] ?? ''}`],
    ['the name of the secret', 'WEBHOOK_SECRET is set (whsec_…)'],
  ])('not: %s', (_, text) => {
    expect(new Bench().print(`${text}\n`).kinds()).toEqual([]);
  });

  it('a whole request shows all of it, and the evidence none', () => {
    const bench = new Bench();
    bench.print(
      `{"webhook-signature":"v1,${signature}"} {"email":"${email}","phone":"${phone}","key":"${SECRET}"}\n`,
    );
    expect(new Set(bench.kinds())).toEqual(
      new Set(['signature', 'secret', 'personal-data:email', 'personal-data:phone']),
    );
    const shown = bench
      .found()
      .map((entry) => entry.excerpt)
      .join('\n');
    expect(shown).toContain('[signature]');
    expect(shown).toContain(`[${email.slice(0, 2)}…@example.com]`);
    for (const value of [SECRET, SECRET.slice(6), signature, email, phone])
      expect(shown).not.toContain(value);
    expect(bench.found().find((entry) => entry.found === 'signature')).toMatchObject({ attemptId: 'd1.1' });
  });

  it('a few of a kind are kept as evidence', () => {
    const bench = new Bench();
    for (let line = 0; line < 50; line += 1) bench.print(`${line} ${email}\n`);
    expect(bench.found()).toHaveLength(5);
  });
});

describe('signatures of other requests', () => {
  const GOOD = 'Z29vZCBzaWduYXR1cmUgb2YgdGhpcnR5IGJ5dGVz';
  const watched = (alter: string | undefined, header: string): readonly string[] => {
    const logs = new LogWatch([], { signatureHeaders: ['X-Seal'] });
    const history = new History({ virtualMs: () => 0, wallMs: () => 0 });
    const script = new PlayScript().object('paid');
    const { plan } = script.record;
    const deliveries = plan.deliveries.map((one) => (alter === undefined ? one : { ...one, alter }));
    const binding: Binding = { namespace: 'ns', originMs: 0, ids: { o1: OBJECT, e1: EVENT }, fixed: {} };
    const requested = logs.follow({ plan: { ...plan, deliveries }, binding, history, judged: true });
    const headers = { [header]: GOOD };
    requested({ attemptId: 'd1.1' }, { url: 'http://127.0.0.1/', headers, body: Buffer.from('{}') });
    logs.take(0, Buffer.from(`sealed with ${GOOD}\n`));
    return history.entries.flatMap((entry) => (entry.kind === 'log' ? [entry.found] : []));
  };

  it('a header is one because its name, or the profile, says so', () => {
    expect(watched(undefined, 'x-seal')).toEqual(['signature']);
    expect(watched(undefined, 'x-hub-signature-256')).toEqual(['signature']);
    expect(watched(undefined, 'x-request-id')).toEqual([]);
  });

  it('a forged one is worth nothing, and no leak', () => {
    expect(watched('wrong-secret', 'x-seal')).toEqual([]);
    expect(watched('indented', 'x-seal')).toEqual(['signature']);
  });
});

describe('a secret that is printed at the start', () => {
  it('goes to the first play that is judged, and to no other', () => {
    const logs = new LogWatch([SECRET], { keyPrefix: 'whsec_' });
    const histories = [false, true, true].map((judged) => {
      const { plan } = new PlayScript().object('paid').record;
      const history = new History({ virtualMs: () => 0, wallMs: () => 0 });
      const binding: Binding = { namespace: 'ns', originMs: 0, ids: { o1: OBJECT, e1: EVENT }, fixed: {} };
      return { plan, binding, history, judged };
    });
    logs.take(0, Buffer.from(`using ${SECRET}\n`));
    for (const play of histories) logs.follow(play);
    expect(histories.map(({ history }) => history.length)).toEqual([0, 1, 0]);
  });
});

describe('what all of it came to', () => {
  const ended = (bench: Bench): HistoryEntry | undefined => {
    bench.logs.finish(0);
    return bench.history.entries.at(-1);
  };

  it('lines, and those that speak of a webhook', () => {
    const bench = new Bench().print(`one\n\n${EVENT}\nobject ${OBJECT}\npayment.paid\nfour`);
    bench.logs.end(true);
    expect(ended(bench)).toMatchObject({ kind: 'log-end', lines: 5, about: 3, whole: true });
  });

  it('says where events have no id', () => {
    const bench = new Bench('nameless');
    bench.logs.end(true);
    expect(ended(bench)).toMatchObject({ nameless: true });
  });

  it('is not whole where a signal ended the receiver', () => {
    const bench = new Bench();
    bench.logs.end(false);
    expect(ended(bench)).toMatchObject({ whole: false, prompt: false });
  });

  it('lines come as they are printed when every event of the calm check has one', async () => {
    for (const printed of [0, 1, 2]) {
      const logs = new LogWatch([]);
      const script = new PlayScript().object('pending', 'paid').attempt('e1').attempt('e2');
      const ids = { o1: OBJECT, e1: EVENT, e2: 'msg_AAAABBBBCCCCDDDDEEEEFFFF' };
      const binding: Binding = { namespace: 'ns', originMs: 0, ids, fixed: {} };
      const { history, record } = script;
      logs.follow({ plan: record.plan, binding, history, judged: false });
      for (const id of [ids.e1, ids.e2].slice(0, printed)) logs.take(0, Buffer.from(`took ${id}\n`));
      await logs.calmEnded();
      const later = new History({ virtualMs: () => 0, wallMs: () => 0 });
      logs.follow({ plan: record.plan, binding, history: later, judged: true });
      logs.finish(0);
      expect(later.entries.at(-1)).toMatchObject({ kind: 'log-end', prompt: printed === 2, events: 2 });
    }
  });
});

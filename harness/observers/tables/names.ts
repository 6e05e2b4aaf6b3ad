/** What a table's name says about its rows, by whole words: `paymentEvents` is "payment" and "events". */

/** Words of tables in which receivers keep track of deliveries, retries and their own past. */
const BOOK_KEEPING = new Set(
  [
    'acks activities activity archive archived archives attempt attempts audit audits callback callbacks change changelog changes',
    'checkpoint checkpoints cursor cursors dead debug dedup dedupe deduplication deliveries delivery dlq error errors event events failure failures',
    'handled history histories hook hooks idempotence idempotency idempotent inbound inbox incoming job jobs journal lease leases letter letters lock locks',
    'log logs metric metrics migration migrations nonce nonces offset offsets outbox outgoing processed queue queues',
    'raw received replay replays request requests retries retry revision revisions seen session sessions snapshot snapshots stat stats task tasks',
    'trace traces trail transition transitions update updates version versions watermark watermarks webhook webhooks',
  ]
    .join(' ')
    .split(' '),
);

/** Words of schemas and folders of tables that say the same of everything in them. */
const BOOK_KEEPING_SCHEMAS = new Set([
  ...['archive', 'audit', 'audits', 'history', 'inbox', 'log', 'logs', 'outbox', 'queue', 'queues'],
  ...['webhook', 'webhooks'],
]);

/** What happens in the world, or to money: once too often is a mistake. */
const EFFECTS = new Set(
  [
    'booking bookings charge charges credit credits debit debits effect effects email emails fulfillment fulfillments fulfilment fulfilments',
    'grant grants invoice invoices ledger ledgers mail mails payout payouts refund refunds reward rewards shipment shipments sms',
  ]
    .join(' ')
    .split(' '),
);

/** The same, but receivers call what comes in by these names too. */
const VAGUE_EFFECTS = new Set(
  'entries entry movement movements notification notifications point points posting postings receipt receipts transaction transactions'.split(
    ' ',
  ),
);

const PAIRS = new Set(['payment out', 'payments out', 'message out', 'messages out']);

export interface NameHint {
  /** The word that says so. */
  readonly bookKeeping?: string;
  readonly effect?: string;
  /** The effect's word may stand for something that came in. */
  readonly vague?: true;
}

export function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}

/** The first word of all names, where they have it in common: it says nothing about one of them. */
export function sharedPrefix(kinds: readonly string[]): string | undefined {
  const firsts = new Set(kinds.map((kind) => wordsOf(split(kind).name)[0]));
  const [first] = firsts;
  return kinds.length >= 3 && firsts.size === 1 ? first : undefined;
}

export function hintOf(kind: string, prefix: string | undefined): NameHint {
  const { schema, name } = split(kind);
  const all = wordsOf(name);
  const words = all.length > 1 && all[0] === prefix ? all.slice(1) : all;
  const pair = words.findIndex((word, index) => PAIRS.has(`${word} ${words[index + 1] ?? ''}`));
  const bookKeeping =
    words.find((word) => BOOK_KEEPING.has(word)) ??
    wordsOf(schema).find((word) => BOOK_KEEPING_SCHEMAS.has(word));
  const strong = pair >= 0 ? `${words[pair] ?? ''} out` : words.find((word) => EFFECTS.has(word));
  const vague = words.find((word) => VAGUE_EFFECTS.has(word));
  const effect = strong ?? vague;
  return {
    ...(bookKeeping !== undefined && { bookKeeping }),
    ...(effect !== undefined && { effect }),
    ...(strong === undefined && vague !== undefined && { vague: true as const }),
  };
}

/** A schema in front, when there is one. */
function split(kind: string): { readonly schema: string; readonly name: string } {
  const match = /^(?:((?:"(?:[^"]|"")*"|[^".]+))\.)?("(?:[^"]|"")*"|[^".]+)$/.exec(kind);
  return { schema: match?.[1] ?? '', name: match?.[2] ?? kind };
}

/**
 * Reads what a receiver that we started prints, line by line, and notes in the plays' histories what it shows: the id of an
 * event, which should be there, and secrets, signatures and planted personal data, which should not.
 */
import { alterationOf } from '../../../simulator/alterations/index.ts';
import { realId } from '../../../simulator/binding.ts';
import { CANARY_KINDS, canaryPlaceholder, canaryValue } from '../../../simulator/canary.ts';
import { wallClock } from '../../../simulator/clock.ts';
import type { HistoryEvent } from '../../../simulator/history.ts';
import type { Plan } from '../../../simulator/plan.ts';
import type { Profile } from '../../../simulator/profiles/profile.ts';
import { acknowledged, readPlay } from '../../../simulator/record.ts';
import type { WireRequest } from '../../../simulator/transport/transport.ts';
import { excerptOf } from './excerpt.ts';
import { canaryForms, masked, printedForms, signaturesIn, unescaped } from './forms.ts';
import { createLineReader, type LineReader } from './lines.ts';
import type { Followed, Meaning } from './meaning.ts';
import { Needles, type Hit } from './needles.ts';

const BYTES_MAX = 256 * 1_048_576;
/** Findings of one kind that a play's history keeps. */
const KEPT_MAX = 5;
const ID_MIN = 8;
/** How long a line may be on its way to us, in real milliseconds. */
const MOMENT_MS = 300;
const PAUSE_MS = 10;

type LogEntry = Extract<HistoryEvent, { readonly kind: 'log' }>;

/** What has to be known of a provider to know its requests again. */
export interface ProviderHabits {
  /** What stands before every secret of the profile's. */
  readonly keyPrefix?: string;
  /** True when its events have no id. */
  readonly nameless?: boolean;
  /** Headers that hold a signature, beside those whose names say so. */
  readonly signatureHeaders?: readonly string[];
}

/** Of a profile. A token is a secret, and looked for as such. */
export function habitsOf({ scheme, eventIdShape }: Pick<Profile, 'scheme' | 'eventIdShape'>): ProviderHabits {
  return {
    ...(scheme.keyPrefix === undefined ? {} : { keyPrefix: scheme.keyPrefix }),
    nameless: eventIdShape === '',
    signatureHeaders: scheme.kind === 'token' ? [] : scheme.signatureHeaders,
  };
}

export class LogWatch {
  readonly #needles = new Needles<Meaning>();
  readonly #readers = new Map<number, LineReader>();
  readonly #plays: Followed[] = [];
  readonly #found = new Map<Followed, Set<string>>();
  readonly #kept = new Map<Followed, Map<string, number>>();
  /** Secrets that were printed when no play was under way. */
  #held: LogEntry[] = [];
  #bytes = 0;
  #isAttacked = false;
  /** Lines since the first request, and those that speak of a webhook. */
  #lines = 0;
  #about = 0;
  #prompt = false;
  #whole = false;

  readonly #nameless: boolean;
  readonly #signatureHeaders: readonly string[];

  constructor(secrets: readonly string[], habits: ProviderHabits = {}) {
    const { keyPrefix, nameless = false, signatureHeaders = [] } = habits;
    this.#nameless = nameless;
    this.#signatureHeaders = signatureHeaders;
    for (const form of secrets.flatMap((secret) => printedForms(secret, keyPrefix)))
      this.#needles.add(form, { kind: 'secret' });
  }

  /** Bytes of one of the receiver's streams, as they come. */
  take(stream: number, chunk: Buffer): void {
    if (this.#bytes >= BYTES_MAX) return;
    this.#bytes += chunk.length;
    const reader = this.#readers.get(stream) ?? createLineReader((line) => this.#read(line));
    this.#readers.set(stream, reader);
    reader.take(chunk);
  }

  /** The streams have ended. `whole`: nothing that was printed can have been lost in a buffer. */
  end(whole: boolean): void {
    for (const reader of this.#readers.values()) reader.end();
    this.#whole = whole && this.#isComplete;
  }

  /** From now on the play's ids and planted data are looked for. Tell what it returns of every request before it leaves. */
  follow(play: Followed): (attempt: { readonly attemptId: string }, request: WireRequest) => void {
    const { plan, binding, history } = play;
    this.#plays.push(play);
    this.#found.set(play, new Set());
    this.#kept.set(play, new Map());
    for (const event of plan.events) {
      const meaning = { kind: 'event-id', play, eventId: event.id, objectId: event.objectId } as const;
      for (const form of idForms(realId(binding, event.id))) this.#needles.add(form, meaning);
    }
    const payloads = JSON.stringify(plan.events.map((event) => event.payload));
    for (const { id } of plan.objects) {
      for (const form of idForms(realId(binding, id)))
        if (form.length >= ID_MIN) this.#needles.add(form, { kind: 'about' });
      this.#plant(play, id, payloads);
    }
    if (this.#plays.length === 1) this.#learnTypes(plan);
    if (play.judged) {
      for (const entry of this.#held) history.append(entry);
      this.#held = [];
    }
    return ({ attemptId }, request) => {
      this.#isAttacked = true;
      // Nobody can do anything with a signature that was never right.
      if (isForged(plan, attemptId)) return;
      for (const signature of signaturesIn(request.headers, this.#signatureHeaders))
        this.#needles.add(signature, { kind: 'signature', play, attemptId });
    };
  }

  /**
   * The calm check is over: whether lines come as they are printed, or wait in a buffer, shows now. They come if there is one
   * for every event before a moment has passed.
   */
  async calmEnded(): Promise<void> {
    const calm = this.#plays.filter((play) => !play.judged);
    const events = calm.reduce((sum, play) => sum + acknowledgedEvents(play).size, 0);
    const seen = (): number => {
      const found = calm.reduce((sum, play) => sum + (this.#found.get(play)?.size ?? 0), 0);
      return found > 0 ? found : this.#about;
    };
    const endMs = wallClock.tickMs() + MOMENT_MS;
    while (seen() < events && wallClock.tickMs() < endMs) await wallClock.sleep(PAUSE_MS);
    this.#prompt = events > 0 && seen() >= events;
  }

  /** After the receiver's end, which began at `endedMs`: what the whole output came to, noted in every play that is judged. */
  finish(endedMs: number): void {
    const events = this.#plays.reduce((sum, play) => sum + acknowledgedEvents(play).size, 0);
    const judged = this.#plays.filter((play) => play.judged);
    for (const entry of this.#held) judged[0]?.history.append(entry);
    this.#held = [];
    for (const play of judged) {
      play.history.append({
        actor: 'observer',
        kind: 'log-end',
        lines: this.#lines,
        about: this.#about,
        events,
        whole: this.#whole,
        prompt: this.#prompt && this.#isComplete,
        endedMs,
        ...(this.#nameless ? { nameless: true } : {}),
      });
    }
  }

  /** False when a bound was reached, so that something may have been overlooked. */
  get #isComplete(): boolean {
    return this.#bytes < BYTES_MAX && !this.#needles.isFull;
  }

  #plant(play: Followed, objectId: string, payloads: string): void {
    for (const field of CANARY_KINDS) {
      if (!payloads.includes(canaryPlaceholder(field, objectId))) continue;
      const value = canaryValue(field, play.binding.namespace, objectId);
      const meaning = { kind: 'personal-data', play, objectId, field, shown: masked(field, value) } as const;
      for (const form of canaryForms(field, value)) this.#needles.add(form, meaning);
    }
  }

  /** Event types that are no everyday words. */
  #learnTypes(plan: Plan): void {
    const types = new Set(Object.values(plan.lifecycle.facts).map((rule) => rule.type));
    for (const type of types)
      if (type.length >= ID_MIN && /\w[._:/-]\w/.test(type)) this.#needles.add(type, { kind: 'about' });
  }

  #read(line: string): void {
    if (this.#isAttacked && line.trim() !== '') this.#lines += 1;
    const plain = unescaped(line);
    const hits = outermost(this.#needles.find(plain));
    if (hits.some((hit) => hit.of.kind !== 'secret' && hit.of.kind !== 'signature')) this.#about += 1;
    for (const hit of hits) this.#note(hit, plain, hits);
  }

  #note(hit: Hit<Meaning>, line: string, hits: readonly Hit<Meaning>[]): void {
    const meaning = hit.of;
    if (meaning.kind === 'about') return;
    const shared = { actor: 'observer', kind: 'log', found: meaning.kind } as const;
    const entry = (about: Omit<LogEntry, 'actor' | 'kind' | 'found' | 'excerpt'>): LogEntry => ({
      ...shared,
      ...about,
      excerpt: excerptOf(line, hit, hits),
    });
    if (meaning.kind === 'secret') {
      const underWay = this.#plays.filter((play) => play.judged && play.history.phase !== 'final');
      if (underWay.length === 0) this.#held = [...this.#held, entry({})].slice(0, KEPT_MAX);
      for (const play of underWay) if (this.#mayKeep(play, 'secret')) play.history.append(entry({}));
      return;
    }
    const { play } = meaning;
    if (meaning.kind === 'event-id') {
      const { eventId, objectId } = meaning;
      const found = this.#found.get(play);
      if (found?.has(eventId) === false) play.history.append(entry({ eventId, objectId }));
      found?.add(eventId);
    } else if (meaning.kind === 'signature') {
      const { attemptId } = meaning;
      if (this.#mayKeep(play, 'signature')) play.history.append(entry({ attemptId }));
    } else {
      const { field, objectId } = meaning;
      if (this.#mayKeep(play, field)) play.history.append(entry({ field, objectId }));
    }
  }

  #mayKeep(play: Followed, what: string): boolean {
    const kept = this.#kept.get(play);
    const count = kept?.get(what) ?? 0;
    kept?.set(what, count + 1);
    return count < KEPT_MAX;
  }
}

function isForged({ deliveries }: Plan, attemptId: string): boolean {
  const alter = deliveries.find(({ id }) => attemptId.startsWith(`${id}.`))?.alter;
  return alter !== undefined && alterationOf(alter).kind === 'forgery';
}

/** A UUID is often written without its dashes. */
function idForms(id: string): readonly string[] {
  const bare = id.replaceAll('-', '');
  return /^[0-9a-f]{32}$/i.test(bare) && bare !== id ? [id, bare] : [id];
}

function acknowledgedEvents({ plan, history }: Followed): ReadonlySet<string> {
  const { attempts } = readPlay(plan, history.entries);
  return new Set(attempts.filter(acknowledged).map((attempt) => attempt.eventId));
}

/** Without what lies within another hit: the base64 of a secret in the secret. */
function outermost(hits: readonly Hit<Meaning>[]): readonly Hit<Meaning>[] {
  let end = 0;
  return hits.filter((hit) => {
    if (hit.at + hit.length <= end) return false;
    end = Math.max(end, hit.at + hit.length);
    return true;
  });
}

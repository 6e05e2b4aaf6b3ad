/** What the facts of one object bring along, fact by fact, drawn from a stream of its own for each. */
import type { Json, JsonObject } from '../simulator/json.ts';
import type { Lifecycle } from '../simulator/lifecycles/lifecycle.ts';
import type { Random } from '../simulator/random.ts';

const CHILDREN_FIRST_MAX = 3;

export class ObjectDraws {
  readonly #lifecycle: Lifecycle;
  readonly #objectId: string;
  readonly #random: Random;
  readonly #current = new Map<string, Json>();
  readonly #parts: string[] = [];

  constructor(lifecycle: Lifecycle, objectId: string, random: Random) {
    this.#lifecycle = lifecycle;
    this.#objectId = objectId;
    this.#random = random;
  }

  /** Labels of all children so far. */
  get parts(): readonly string[] {
    return this.#parts;
  }

  /** For the object's next fact; `undefined` where the lifecycle draws nothing. */
  next(fact: string, position: number): JsonObject | undefined {
    const draws = Object.entries(this.#lifecycle.draws ?? {});
    if (draws.length === 0) return undefined;
    for (const [name, draw] of draws) {
      const random = this.#random.fork(`${this.#objectId}/${name}/${position}`);
      const isDue = draw.on?.includes(fact) ?? true;
      const before = this.#current.get(name);
      switch (draw.kind) {
        case 'amount':
          this.#current.delete(name);
          if (isDue) this.#current.set(name, random.integer(draw.min, draw.max));
          break;
        case 'choice': {
          const others = draw.from.filter((one) => one !== before);
          if (isDue) this.#current.set(name, random.pick(others.length > 0 ? others : draw.from));
          break;
        }
        case 'children': {
          const children = (before ?? []) as readonly Json[];
          const grows = draw.grows === true;
          this.#current.set(name, isDue ? this.#grown(children, grows, random) : children);
          break;
        }
      }
    }
    return Object.fromEntries(this.#current);
  }

  #grown(children: readonly Json[], grows: boolean, random: Random): readonly Json[] {
    const count = children.length === 0 && !grows ? random.integer(1, CHILDREN_FIRST_MAX) : 1;
    const added = Array.from({ length: count }, () => {
      const label = `${this.#objectId}-p${this.#parts.length + 1}`;
      this.#parts.push(label);
      return `{{${label}}}`;
    });
    const loses = !grows && children.length > 0 && random.chance(0.5);
    const lost = loses ? random.pick(children) : undefined;
    return [...children.filter((child) => child !== lost), ...added];
  }
}

/** Calls that come with every delivery: an effect that is doubled, or something that may be asked as often as one likes? */
import { say } from '../../judging/say.ts';
import type { Learned, Sample } from '../observer.ts';
import { matches } from './answers.ts';

/** Words of routes that read, check or report; what they do may be done again. */
const HARMLESS =
  /(?:^|[/._-])(?:search|query|queries|find|lookup|list|check|checks|validate|verify|quote|preview|estimate|tokens?|logs?|logging|traces?|metrics?|telemetry|track|analytics|collect|ingest|intake|envelope|heartbeat|ping|audit)(?:[/._-]|$)/i;

/** `judge`: globs over the routes that the user called effects. */
export function doubtfulCalls(samples: readonly Sample[], judge: readonly string[]): Learned {
  const repeated = kindsThatGrow(samples).filter((kind) => {
    const route = routeIn(kind);
    return HARMLESS.test(route) && !judge.some((glob) => matches(glob, route));
  });
  const doubts = repeated.map((kind) => {
    const values = { kind, route: routeIn(kind) };
    return [
      kind,
      {
        because: say('call-in-doubt', 'nobody can tell whether one "{kind}" too many is a mistake', values),
        remedy: say(
          'call-in-doubt-remedy',
          'It comes with every delivery, and its name says that it reads or reports. Is it an effect, sink.judge: ["{route}"]; is it none, sink.ignore: ["{route}"].',
          values,
        ),
      },
    ];
  });
  return {
    stateOf: () => null,
    ignored: {},
    doubts: Object.fromEntries(doubts) as Learned['doubts'],
    notes: [],
  };
}

/** `POST /v1/search` is at `/v1/search`. */
function routeIn(kind: string): string {
  return kind.split(' ')[1] ?? kind;
}

/** Kinds of which there were more after the same events had come again. */
function kindsThatGrow(samples: readonly Sample[]): readonly string[] {
  const grown = samples.flatMap((again) => {
    if (again.repeats === 0) return [];
    const before = samples.findLast((one) => one.objectId === again.objectId && one.repeats === 0);
    const kinds = new Set(again.effects.map((effect) => effect.kind));
    return [...kinds].filter(
      (kind) => countOf(again, kind) > (before === undefined ? 0 : countOf(before, kind)),
    );
  });
  return [...new Set(grown)];
}

function countOf({ effects }: Sample, kind: string): number {
  return effects.filter((effect) => effect.kind === kind).length;
}

import { describe, expect, it } from 'vitest';
import { PlayScript } from '../harness/judging/fixtures/play-script.ts';
import { lanesOf, readAgenda, waitsFor, type DeliveryRun, type Work } from './agenda.ts';
import type { Plan, Step } from './plan.ts';

function planned(steps: readonly Step[] = []): Plan {
  return { ...new PlayScript().object('pending', 'paid').object('pending').plan, steps };
}

describe('an agenda', () => {
  it('has every delivery with its event and number, all pending', () => {
    const agenda = readAgenda(planned());
    expect([...agenda.runs.keys()]).toEqual(['d1', 'd2', 'd3']);
    expect(agenda.runs.get('d2')).toMatchObject({
      number: 1,
      event: { id: 'e2' },
      state: 'pending',
      attempts: 0,
      postponed: false,
    });
  });

  it('finds faults by delivery and attempt, in the order of the steps, and sorts out the timed ones', () => {
    const when = (deliveryId: string, attempt: number): Step['when'] => ({
      kind: 'attempt',
      deliveryId,
      attempt,
      edge: 'sent',
    });
    const agenda = readAgenda(
      planned([
        { when: when('d1', 2), do: { kind: 'reset' } },
        { when: { kind: 'virtual-time', atMs: 7 }, do: { kind: 'race', deliveryIds: ['d1', 'd2'] } },
        { when: when('d1', 2), do: { kind: 'lose-response' } },
        { when: when('d1', 21), do: { kind: 'outage' } },
      ]),
    );
    expect(agenda.faultsOf('d1', 2).map((fault) => fault.kind)).toEqual(['reset', 'lose-response']);
    expect(agenda.faultsOf('d1', 1)).toEqual([]);
    expect(agenda.faultsOf('d12', 1)).toEqual([]);
    expect(agenda.timed).toEqual([{ atMs: 7, fault: { kind: 'race', deliveryIds: ['d1', 'd2'] } }]);
  });

  it('refuses a delivery of no event', () => {
    const plan = planned();
    const stray = { id: 'd9', eventId: 'e9', reason: 'scheduled' as const };
    expect(() => readAgenda({ ...plan, deliveries: [...plan.deliveries, stray] })).toThrow('d9');
  });
});

describe('lanes', () => {
  it('are one per object; what is in one goes in order, a race at once', () => {
    const { runs } = readAgenda(planned());
    const run = (id: string): DeliveryRun => {
      const found = runs.get(id);
      if (found === undefined) throw new RangeError(id);
      return found;
    };
    const works: Work[] = [
      { kind: 'attempt', run: run('d3') },
      { kind: 'attempt', run: run('d1') },
      { kind: 'release', release: { deliveryIds: ['d2'], afterMs: 0, together: false } },
      { kind: 'release', release: { deliveryIds: ['d1', 'd2'], afterMs: 0, together: true } },
    ];
    const lanes = lanesOf(works, run).map((lane) =>
      lane.map(
        (unit) => `${unit.together ? 'race' : 'row'} ${unit.runs.map((one) => one.planned.id).join()}`,
      ),
    );
    expect(lanes).toEqual([['row d3'], ['row d1', 'row d2', 'race d1,d2']]);
  });

  it('of objects that share a request are one, where the first of them was', () => {
    const plan = planned();
    const both = { id: 'd4', eventId: 'e3', also: ['e1'], reason: 'scheduled' as const };
    const { runs } = readAgenda({ ...plan, deliveries: [...plan.deliveries, both] });
    const works = ['d1', 'd3', 'd4', 'd2'].map((id): Work => {
      const run = runs.get(id);
      if (run === undefined) throw new RangeError(id);
      return { kind: 'attempt', run };
    });
    const lanes = (some: readonly Work[]): readonly (readonly string[])[] =>
      lanesOf(some, () => {
        throw new Error('nothing is released');
      }).map((lane) => lane.flatMap((unit) => unit.runs.map((one) => one.planned.id)));
    expect(lanes(works.slice(0, 2))).toEqual([['d1'], ['d3']]);
    expect(lanes(works)).toEqual([['d1', 'd3', 'd4', 'd2']]);
  });
});

describe('the attempts of a delivery', () => {
  it.each([
    [undefined, 8],
    ['raw-unicode', 8],
    ['unknown-event-type', 8],
    ['malformed-json', 3],
    ['bad-item-last', 3],
    ['wrong-secret', 1],
  ])('sent as %s are %i at most', (alter, attempts) => {
    const plan = planned();
    const deliveries = plan.deliveries.map((one) => ({ ...one, ...(alter === undefined ? {} : { alter }) }));
    const run = readAgenda({ ...plan, deliveries }).runs.get('d1');
    expect(run && waitsFor(run, plan.retryPolicy).delaysMs).toHaveLength(attempts - 1);
  });
});

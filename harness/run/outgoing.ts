/** Tells the sink which calls are about the objects of a play, what is to go wrong with them, and notes them in its history. */
import { realId, type Binding } from '../../simulator/binding.ts';
import { plannedAnswers } from '../../simulator/api/planned-answers.ts';
import type { HistorySink } from '../../simulator/history.ts';
import type { Plan } from '../../simulator/plan.ts';
import type { Sink } from '../observers/sink/sink.ts';

export function watchOutgoing(sink: Sink, plan: Plan, binding: Binding, history: HistorySink): void {
  const planned = plannedAnswers(plan);
  for (const { id: objectId } of plan.objects) {
    const events = plan.events.filter((event) => event.objectId === objectId);
    const labels = new Map(events.map((event) => [realId(binding, event.id), event.id]));
    sink.serve(realId(binding, objectId), [...labels.keys()], {
      planned: (number) => planned(objectId, number),
      called: ({ id: callId, kind: call, eventIds, number, key, fault, refused, lost }) => {
        history.append({
          actor: 'receiver',
          kind: 'called',
          callId,
          observer: sink.observer.name,
          objectId,
          eventIds: eventIds.map((id) => labels.get(id) ?? id),
          call,
          number,
          ...(key === undefined ? {} : { key }),
          ...(fault === undefined ? {} : { fault }),
          ...(refused ? { refused } : {}),
          ...(lost ? { lost } : {}),
        });
      },
      abandoned: (callId) => {
        history.append({ actor: 'receiver', kind: 'call-abandoned', callId, objectId });
      },
    });
  }
}

import type { Workshop } from '../alteration.ts';
import { namesObject, namesType } from '../bodies.ts';
import { valueOf, type Node } from '../json-text.ts';

/** The body with nothing but the ids and types of its events: of an object that is all there is, of a list it is each item's. */
export function bare(body: Node, workshop: Workshop): Node {
  if (body.kind === 'array') return { kind: 'array', items: body.items.map((item) => bare(item, workshop)) };
  if (body.kind === 'leaf') return body;
  return {
    kind: 'object',
    members: body.members.filter(
      (member) =>
        member.value.kind === 'leaf' &&
        !namesObject(member, workshop) &&
        (namesType(member, workshop) ||
          workshop.dispatch.events.some(
            (event) => member.value.kind === 'leaf' && valueOf(member.value) === event.id,
          )),
    ),
  };
}

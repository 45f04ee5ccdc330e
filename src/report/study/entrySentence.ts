/**
 * A journal entry in one sentence, in the words of the platform's event log where it has any.
 */
import type { Entry } from '../../engine/journal.ts';
import type { EventFact } from '../../platform/eventLog/event.ts';
import { eventOfFact } from '../../platform/eventLog/eventOfFact.ts';
import { factOf } from '../fold/fact.ts';

/** `shop/workload/api@aws-us-east-1: scaled from 3 to 5`. */
export function entrySentence(entry: Entry): string {
  const fact = factOf(entry);
  const event: EventFact | null = eventOfFact(fact.type, fact.data);
  const part = fact.ordinal === null ? '' : ` ${fact.ordinal}`;
  return `${fact.subject.name}${part}: ${event?.message ?? plainText(entry)}`;
}

/** The type and its first fields: `deployment.bounded, from (minScale 1, maxScale 3), to (minScale 1, maxScale 6)`. */
function plainText({ type, data }: Entry): string {
  return [type, ...fieldsOf(data)].join(', ');
}

function fieldsOf(data: object): string[] {
  return Object.entries(data)
    .filter(([name, value]) => !Array.isArray(value) && !name.endsWith('At'))
    .slice(0, 4)
    .map(([name, value]) =>
      typeof value === 'object' && value !== null ? `${name} (${fieldsOf(value).join(', ')})` : `${name} ${value}`,
    );
}

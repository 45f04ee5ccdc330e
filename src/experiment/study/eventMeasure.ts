/**
 * How often something happened in a run, as a measure: `volume.full of shop/data`.
 */
import type { Entry } from '../../engine/journal.ts';
import { factTypes } from '../../platform/eventLog/eventOfFact.ts';
import type { FactType } from '../../platform/facts.ts';
import { placeOfSubject } from '../../report/fold/fact.ts';
import { nearest } from '../../rules/units.ts';
import { keyOf, nameOf } from './measureName.ts';

/** How many journal entries of a type there are, of a resource or all, in a location or all. */
export interface EventMeasure {
  readonly kind: 'event';
  readonly name: string;
  readonly type: FactType;
  /** `gvc/kind/name`, or a gvc for everything in it; null: all. */
  readonly of: string | null;
  readonly at: string | null;
}

/** The form of an event, for help and errors. */
export const eventForm = 'TYPE [of GVC/NAME] [at LOCATION], such as volume.full of shop/data';

/**
 * Reads an event, of which a run is asked how often it happened: the type of a journal entry.
 *
 *   volume.full of shop/data
 *   replica.evicted of shop/web at aws-us-east-1
 *
 * @returns the error as a sentence if it cannot be read; names of resources are not checked here
 */
export function parseEvent(text: string): EventMeasure | string {
  const form = /^(\S+)(?:\s+of\s+(\S+))?(?:\s+at\s+(\S+))?$/;
  const [, type = '', of = null, at = null] = form.exec(text.trim()) ?? [];
  if (type === '') return `expected an event, ${eventForm}; found '${text.trim()}'`;
  const known = factTypes.find((one) => one === type);
  if (known === undefined) {
    const guess = nearest(type, factTypes);
    const hint = guess === null ? `; an event has the form ${eventForm}` : `; did you mean '${guess}'?`;
    return `there is no journal entry '${type}'${hint}`;
  }
  const kind = /^(volume|expansion|snapshot)\./.test(known) ? 'volumeset' : 'workload';
  return { kind: 'event', name: nameOf(known, of, at), type: known, of: of === null ? null : keyOf(of, kind), at };
}

/** Counts the journal entries that measures ask for. Give it every entry of a run. */
export class EventCounts {
  private readonly measures: readonly EventMeasure[];
  private readonly counts: Map<string, number>;

  /** @param measures of any kind; those of events count */
  constructor(measures: readonly { readonly kind: string }[], counts: ReadonlyMap<string, number> = new Map()) {
    this.measures = measures.filter((one): one is EventMeasure => one.kind === 'event');
    this.counts = new Map(counts);
  }

  /** Whether no measure is about executions, which bundles tell in the place of entries. */
  get takesBundles(): boolean {
    return this.measures.every(({ type }) => !/^(execution|ticks)\./.test(type));
  }

  listen({ type, subject }: Entry): void {
    for (const measure of this.measures)
      if (measure.type === type && isEventOf(subject.name, measure))
        this.counts.set(measure.name, this.countOf(measure) + 1);
  }

  countOf({ name }: EventMeasure): number {
    return this.counts.get(name) ?? 0;
  }

  /** The same past; from here on they count apart. */
  fork(): EventCounts {
    return new EventCounts(this.measures, this.counts);
  }
}

/** Whether a journal's subject is what a measure is of, or a part of it. */
export function isEventOf(subject: string, { of, at }: EventMeasure): boolean {
  const place = placeOfSubject(subject);
  if (at !== null && at !== place?.location) return false;
  if (of === null) return true;
  if (place === null) return subject === of || subject.startsWith(`${of}/`);
  return of === place.gvc || of === `${place.gvc}/${place.kind}/${place.name}`;
}

/**
 * Reads where the answer of a question is found: an entry of the journal, a count, a metric, a report, or a choice.
 */
import { type EventMeasure, parseEvent } from '../experiment/study/eventMeasure.ts';
import type { Path } from '../platform/api/document/json.ts';
import { type Expectation, isMetric, type Metric, metrics } from '../platform/expectation.ts';
import { readPoint } from '../scenario/read/times.ts';
import { scalarText } from '../scenario/shape/shape.ts';
import { type TreeMap, valueAt } from '../scenario/text/tree.ts';
import type { EntryQuery, LessonAnswer } from './lesson.ts';
import type { LessonContext } from './lessonContext.ts';
import type { WrittenAnswer } from './schemaLesson.ts';

const kinds = ['event', 'count', 'metric', 'minus', 'report', 'choice'] as const;

/** Keys that go with each kind, beside its own. */
const besides: { readonly [kind in (typeof kinds)[number]]: readonly string[] } = {
  event: ['of', 'location', 'where', 'after', 'nth', 'last', 'field', 'at'],
  count: ['of', 'location', 'where', 'after'],
  metric: ['of', 'at', 'take'],
  minus: [],
  report: ['path', 'unit'],
  choice: ['holds', 'set'],
};

/** An answer; null, with a problem, if it cannot be read. */
export function readAnswer(given: WrittenAnswer, path: Path, context: LessonContext): LessonAnswer | null {
  const { root, reading } = context;
  const written = kinds.filter((kind) => given[kind] !== undefined);
  const [kind] = written;
  if (kind === undefined || written.length > 1) {
    const found = kind === undefined ? 'none' : written.join(' and ');
    const message = `expected one of ${kinds.join(', ')} in an answer, found ${found}`;
    reading.complain(root, path, { code: 'contradiction', message });
    return null;
  }
  const strange = Object.keys(given).filter((key) => key !== kind && !besides[kind].includes(key));
  for (const key of strange) {
    const message = `'${key}' does not go with ${kind}`;
    const hint = besides[kind].length === 0 ? null : `with ${kind}: ${besides[kind].join(', ')}`;
    reading.complain(root, [...path, key], { code: 'contradiction', message, hint, atKey: true });
  }
  if (strange.length > 0) return null;
  switch (kind) {
    case 'event':
      return entryAnswer(given, path, context);
    case 'count': {
      const query = readQuery({ ...given, event: given.count ?? '' }, path, context, 'count');
      return query === null ? null : { kind: 'count', query };
    }
    case 'metric':
      return metricAnswer(given, path, context);
    case 'minus':
      return minusAnswer(given, path, context);
    case 'report':
      if (given.report === undefined || given.path === undefined) return lacks('path', path, context);
      return { kind: 'report', report: given.report, path: given.path, unit: given.unit ?? null };
    case 'choice': {
      const holds = valueAt(root, [...path, 'holds']);
      if (given.choice === undefined || holds === undefined) return lacks('holds', path, context);
      const [proof] = context.expectations([holds], [...path, 'holds']);
      const changed = given.set === undefined ? null : context.changed(given.set, [...path, 'set']);
      return proof === undefined ? null : { kind: 'choice', choice: given.choice, proof, changed };
    }
  }
}

function lacks(key: string, path: Path, { root, reading }: LessonContext): null {
  reading.complain(root, path, { code: 'missing-key', message: `the key '${key}' is missing` });
  return null;
}

function entryAnswer(given: WrittenAnswer, path: Path, context: LessonContext): LessonAnswer | null {
  const { root, reading } = context;
  const query = readQuery({ ...given, event: given.event ?? '' }, path, context);
  if ((given.field === undefined) === (given.at === undefined) || typeof given.at === 'string') {
    const message = 'an answer of an event is either a field of its data (field: NAME) or its instant (at: true)';
    reading.complain(root, path, { code: 'contradiction', message, hint: 'a place is written location: NAME' });
    return null;
  }
  return query === null ? null : { kind: 'entry', query, field: given.field ?? null };
}

function minusAnswer({ minus }: WrittenAnswer, path: Path, context: LessonContext): LessonAnswer | null {
  if (minus === undefined) return null;
  const [from, less] = minus.map((one, index) => readAnswer(one, [...path, 'minus', index], context));
  return from === null || from === undefined || less === null || less === undefined
    ? null
    : { kind: 'minus', from, less };
}

type WrittenQuery = Pick<WrittenAnswer, 'of' | 'location' | 'where' | 'after' | 'nth' | 'last'> & {
  readonly event: string;
};

/** Which entry is meant; null, with a problem, if there can be none. @param key of the type of the entry */
export function readQuery(given: WrittenQuery, path: Path, context: LessonContext, key = 'event'): EntryQuery | null {
  const { root, reading, start } = context;
  const of = given.of === undefined ? '' : ` of ${given.of}`;
  const at = given.location === undefined ? '' : ` at ${given.location}`;
  const event: EventMeasure | string = parseEvent(`${given.event}${of}${at}`);
  if (typeof event === 'string') {
    reading.complain(root, [...path, key], { code: 'unknown-event', message: event });
    return null;
  }
  if (given.nth !== undefined && given.last !== undefined) {
    reading.complain(root, [...path, 'last'], {
      code: 'contradiction',
      message: "'nth' and 'last' exclude each other",
    });
    return null;
  }
  return {
    event,
    where: Object.entries(given.where ?? {}).map(([field, value]) => [field, scalarText(value)] as const),
    after: given.after === undefined ? null : readPoint(root, [...path, 'after'], start, reading),
    nth: given.last === true ? 'last' : (given.nth ?? 1),
  };
}

/** Comparisons that say nothing: only the measured value counts. */
const nothing = { count: '0', GB: '0 GB', percent: '0 %', duration: '0s' } as const;

/**
 * A metric is read and measured as an expectation: `always` with an upper bound measures the largest value, with a
 * lower bound the smallest.
 */
function metricAnswer(given: WrittenAnswer, path: Path, context: LessonContext): LessonAnswer | null {
  const { reading, root } = context;
  const name = given.metric ?? '';
  const metric: Metric | null = isMetric(name) ? metrics[name] : null;
  const zero = metric?.unit === 'money' ? `0 ${context.currency}` : nothing[metric?.unit ?? 'count'];
  const take = given.take ?? (metric?.is === 'over' ? 'total' : 'atEnd');
  const test = take === 'most' || take === 'least' ? 'always' : take === 'atEnd' ? 'atEnd' : 'is';
  const comparison = take === 'most' ? `<= ${zero}` : `>= ${zero}`;
  const written = valueAt(root, path) as TreeMap;
  const { take: _, ...scope } = written;
  const tree: TreeMap = { ...scope, [test]: comparison };
  reading.places.follow(written, tree);
  const [measured] = context.expectations([tree], path);
  return measured === undefined ? null : { kind: 'metric', measured: measured satisfies Expectation };
}

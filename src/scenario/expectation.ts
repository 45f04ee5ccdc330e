/**
 * `expect:` of the file as comparisons of metrics.
 */
import type { Path } from '../platform/control/json.ts';
import { type Comparison, type Expectation, isMetric, type Metric, metrics } from '../platform/expectation.ts';
import { checkLocation, readSubject } from './expectationScope.ts';
import { isMap } from './load.ts';
import { warnOfUnmeasured } from './measured.ts';
import { listOf, type Names } from './names.ts';
import type { Place } from './problem.ts';
import type { Reading } from './reading.ts';
import { shown, type TreeMap, valueAt } from './shape.ts';
import { parseSize, readDuration } from './units.ts';

/** What must hold, and where the file says so. */
export interface PlacedExpectation extends Expectation {
  readonly place: Place;
}

/** Those that begin as a name does; where none does, how they begin. */
function knownMetrics(name: string): string {
  const roomOf = (metric: string): string => metric.slice(0, metric.indexOf('.') + 1);
  const known = Object.keys(metrics);
  const near = known.filter((metric) => name.startsWith(roomOf(metric)));
  if (near.length > 0) return `known metrics: ${near.join(', ')}`;
  const rooms = [...new Set(known.map((metric) => `${roomOf(metric)}*`))];
  return `metrics begin with ${rooms.join(', ')}: schema/scenario.schema.json lists them`;
}

const operators = ['<=', '>=', '!=', '==', '<', '>', '='] as const;
const tests = ['is', 'always', 'atEnd', 'total', 'share'] as const;

export interface ExpectationContext {
  readonly names: Names;
  /** Bytes of a GB (`unit.gb`). */
  readonly gbBytes: number;
  /** Of the bill; null: not known, which is a problem of its own. */
  readonly currency: string | null;
  readonly reading: Reading;
}

/** Reads `expect:`, in its order; entries with a problem are left out. */
export function readExpectations(root: TreeMap, context: ExpectationContext): PlacedExpectation[] {
  return listOf(root.expect).flatMap((given, index) => {
    const read = isMap(given) ? readExpectation(root, given, ['expect', index], context) : null;
    return read === null ? [] : [read];
  });
}

function readExpectation(
  root: TreeMap,
  given: TreeMap,
  path: Path,
  context: ExpectationContext,
): PlacedExpectation | null {
  const { names, reading } = context;
  const { metric: name } = given;
  if (typeof name !== 'string') return null;
  if (!isMetric(name)) {
    const guess = reading.nearest(name, Object.keys(metrics));
    const hint = guess === null ? knownMetrics(name) : `did you mean '${guess}'?`;
    reading.complain(root, [...path, 'metric'], {
      code: 'unknown-metric',
      message: `no metric has the name '${name}'`,
      hint,
    });
    return null;
  }
  const metric: Metric = metrics[name];
  const written = tests.filter((test) => given[test] !== undefined);
  const [test] = written.includes('share') ? (['share'] as const) : written;
  const others = written.filter((other) => other !== test && !(test === 'share' && other === 'is'));
  if (test === undefined || others.length > 0) {
    const message = `expected one of ${tests.join(', ')} in an expectation, found ${written.length === 0 ? 'none' : written.join(' and ')}`;
    reading.complain(root, others[0] === undefined ? path : [...path, others[0]], {
      code: 'contradiction',
      message,
      atKey: others[0] !== undefined,
    });
    return null;
  }
  const misfit = misfitOf(name, metric, test, given);
  if (misfit !== null) {
    reading.complain(root, [...path, test], { code: 'contradiction', ...misfit, atKey: true });
    return null;
  }
  const comparison = readComparison(root, [...path, test], test === 'share' ? 'share' : metric.unit, context);
  const holds =
    test === 'share' && given.is !== undefined ? readComparison(root, [...path, 'is'], metric.unit, context) : null;
  const of = typeof given.of === 'string' ? readSubject(root, [...path, 'of'], given.of, metric, names, reading) : null;
  if (comparison === null || (test === 'share' && given.is !== undefined && holds === null)) return null;
  const at = typeof given.at === 'string' ? given.at : null;
  if (at !== null && !checkLocation(root, path, { name, of, at }, reading)) return null;
  if (given.of === undefined || of !== null)
    warnOfUnmeasured(root, { metric: name, of, shown: of === null ? 'any workload' : String(given.of) }, path, reading);
  const about = `${of === null ? '' : ` of ${String(given.of)}`}${at === null ? '' : ` at ${at}`}`;
  const text = `${name}${about} ${holds === null ? '' : `${String(given.is)} `}${test} ${String(given[test])}`;
  return { metric: name, of, at, test, comparison, holds, text, place: reading.places.place(root, [...path, test]) };
}

/** What is wrong with testing a metric so, and what to write instead; null where it can be. */
function misfitOf(
  name: string,
  { unit, is, isOfWhole = false, isPeak = false }: Metric,
  test: (typeof tests)[number],
  given: TreeMap,
): { readonly message: string; readonly hint: string } | null {
  const instead = `write is: ${JSON.stringify(String(test === 'share' ? (given.is ?? given.share) : given[test]))}`;
  if (isOfWhole && (test === 'always' || test === 'share'))
    return { message: `${name} is known of the whole run, not of its instants`, hint: instead };
  // Counts and money of a run add up, levels and the longest or the most of something do not.
  if (test !== 'total' || (is === 'over' && unit !== 'duration' && !isPeak)) return null;
  if (unit === 'duration' && !isOfWhole)
    return { message: `${name} has no total: it is the longest of all, not their sum`, hint: instead };
  if (isOfWhole) return { message: `${name} has no total: it does not add up over time`, hint: instead };
  return {
    message: `${name} has no total: it is a level, which does not add up over time`,
    hint: 'write always (at every instant), atEnd, or share (of the time) beside is',
  };
}

function readComparison(
  root: TreeMap,
  path: Path,
  unit: Metric['unit'] | 'share',
  { gbBytes, currency, reading }: ExpectationContext,
): Comparison | null {
  const text = String(valueAt(root, path)).trim();
  const written = operators.find((one) => text.startsWith(one));
  const operator = written === undefined || written === '==' ? '=' : written;
  const amount = text.slice(written?.length ?? 0).trim();
  const read = readAmount(amount, unit, gbBytes);
  const complain = (expected: string): null => {
    reading.complain(root, path, { code: 'bad-comparison', message: `expected ${expected}, found ${shown(text)}` });
    return null;
  };
  if (read === null) return complain(expectedAmounts[unit]);
  if (unit === 'money' && currency !== null && read.unit !== currency)
    return complain(`an amount in ${currency}, as the prices are`);
  const isShare = unit === 'percent' || unit === 'share';
  if (isShare && !(Number(read.decimal) >= 0 && Number(read.decimal) <= 100)) return complain('0% to 100%');
  return { operator, ...read };
}

const expectedAmounts: Readonly<Record<Metric['unit'] | 'share', string>> = {
  money: 'a comparison with a currency, such as "<= 250 USD"',
  count: 'a comparison with a whole number, such as ">= 2"',
  GB: 'a comparison with a size, such as "<= 100 GB"',
  percent: 'a comparison with a percentage, such as ">= 20%"',
  duration: 'a comparison with a duration, such as "<= 10m"',
  share: 'a comparison with a share of the time, such as ">= 99.9%"',
};

function readAmount(
  text: string,
  unit: Metric['unit'] | 'share',
  gbBytes: number,
): Omit<Comparison, 'operator'> | null {
  if (unit === 'duration') {
    const duration = readDuration(text);
    return duration === null ? null : { value: duration, decimal: String(duration), unit: 'ms' };
  }
  const match = /^(-?\d+(?:\.\d+)?) ?([A-Za-z%]*)$/.exec(text);
  if (match === null) return null;
  const [, decimal = '', suffix = ''] = match;
  const value = Number(decimal);
  switch (unit) {
    case 'money':
      return /^[A-Z]{3}$/.test(suffix) ? { value, decimal, unit: suffix } : null;
    case 'count':
      return suffix === '' && !decimal.includes('.') ? { value, decimal, unit: '' } : null;
    case 'GB': {
      // The metric's name says GB, so a bare number is one.
      const bytes = parseSize(`${decimal}${suffix === '' ? 'GB' : suffix}`, gbBytes, true);
      return bytes === null ? null : { value: bytes / gbBytes, decimal: String(bytes / gbBytes), unit: 'GB' };
    }
    case 'percent':
      return suffix === '' || suffix === '%' ? { value, decimal, unit: '%' } : null;
    case 'share':
      return suffix === '%' ? { value: value / 100, decimal, unit: '%' } : null;
  }
}

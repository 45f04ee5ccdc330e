/**
 * Reads `expect:` of the file as comparisons of metrics.
 */

import type { Path } from '../../platform/api/document/json.ts';
import { type Expectation, isMetric, type Metric, metrics } from '../../platform/expectation.ts';
import { warnOfUnmeasured } from '../lint/measured.ts';
import { scalarText } from '../shape/shape.ts';
import type { FilePlace } from '../text/problem.ts';
import { isMap, type TreeMap } from '../text/tree.ts';
import { readComparison, withTolerance } from './comparison.ts';
import type { ExpectationContext } from './expectationContext.ts';
import { checkLocation, readSubject } from './expectationScope.ts';
import { listOf } from './names.ts';

/** What must hold, and where the file says so. */
export interface PlacedExpectation extends Expectation {
  readonly place: FilePlace;
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

const tests = ['is', 'always', 'atEnd', 'total', 'share'] as const;

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
      message: `unknown metric '${name}'`,
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
  const unit = test === 'share' ? 'share' : metric.unit;
  const exact = readComparison(root, [...path, test], unit, context);
  const comparison = exact === null ? null : withTolerance(root, path, { exact, unit }, context);
  const holds =
    test === 'share' && given.is !== undefined ? readComparison(root, [...path, 'is'], metric.unit, context) : null;
  const of = typeof given.of === 'string' ? readSubject(root, [...path, 'of'], given.of, metric, names, reading) : null;
  if (comparison === null || (test === 'share' && given.is !== undefined && holds === null)) return null;
  const at = typeof given.at === 'string' ? given.at : null;
  if (at !== null && !checkLocation(root, path, { name, of, at }, reading)) return null;
  if (given.of === undefined || of !== null)
    warnOfUnmeasured(
      root,
      { metric: name, of, shown: of === null ? 'any workload' : scalarText(given.of) },
      path,
      reading,
    );
  const about = `${of === null ? '' : ` of ${scalarText(given.of)}`}${at === null ? '' : ` at ${at}`}`;
  const give = given.tolerance === undefined ? '' : ` ± ${scalarText(given.tolerance)}`;
  const text = `${name}${about} ${holds === null ? '' : `${scalarText(given.is)} `}${test} ${scalarText(given[test])}${give}`;
  return { metric: name, of, at, test, comparison, holds, text, place: reading.places.place(root, [...path, test]) };
}

/** What is wrong with testing a metric so, and what to write instead; null where it can be. */
function misfitOf(
  name: string,
  { unit, is, isOfWhole = false, isPeak = false }: Metric,
  test: (typeof tests)[number],
  given: TreeMap,
): { readonly message: string; readonly hint: string } | null {
  const instead = `write is: ${JSON.stringify(scalarText(test === 'share' ? (given.is ?? given.share) : given[test]))}`;
  if (isOfWhole && (test === 'always' || test === 'share'))
    return { message: `${name} is measured over the whole run, not at its instants`, hint: instead };
  // Counts and money of a run add up, levels and the longest or the most of something do not.
  if (test !== 'total' || (is === 'over' && unit !== 'duration' && !isPeak)) return null;
  if (unit === 'duration' && !isOfWhole)
    return { message: `${name} has no total: it is the longest duration, not a sum`, hint: instead };
  if (isOfWhole) return { message: `${name} has no total: it does not add up over time`, hint: instead };
  return {
    message: `${name} has no total: it is a level, which does not add up over time`,
    hint: 'write always (at every instant), atEnd, or is with share (of the time)',
  };
}

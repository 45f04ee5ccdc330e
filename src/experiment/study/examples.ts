/**
 * The runs of a plan that are worth a closer look: a usual one, and the worst.
 */
import type { ExampleRun } from '../../report/study/document.ts';
import { valueFor } from './estimates.ts';
import type { PlanRuns } from './planRuns.ts';
import { runCommand } from './runCommand.ts';
import { isRefused } from './runner.ts';
import type { StudySpec } from './spec/studySpec.ts';
import type { Preference } from './statistics/manyPlans.ts';

/** A measure, and which of its values are preferred. */
interface Scale {
  readonly measure: string;
  readonly better: Preference;
}

/**
 * The run that is nearest to the median of the first goal, and the worst one. Without a goal they are chosen by the
 * first requirement, and without one by the first measure, of which less counts as better. If the plan also has a
 * requirement of another measure, its worst run comes third. Of equal runs, the first one is chosen.
 *
 * @param measures names of measures, one or more
 * @returns empty: no run has a value
 */
export function exampleRuns(
  { plan: { source }, values }: PlanRuns,
  { objectives, requirements }: Pick<StudySpec, 'objectives' | 'requirements'>,
  measures: readonly string[],
): ExampleRun[] {
  if (isRefused(source)) return [];
  const aims = objectives.map(({ measure, better }): Scale => ({ measure: measure.name, better }));
  const limits = requirements.map(({ measure, comparison: { operator } }): Scale => {
    const better = operator === '>' || operator === '>=' ? 'more' : 'less';
    return { measure: measure.name, better };
  });
  const [first, ...others] = [...aims, ...limits];
  const scale = first ?? { measure: measures[0] ?? '', better: 'less' as const };
  const second = others.find(({ measure }) =>
    limits.some((one) => one.measure === measure && measure !== scale.measure),
  );
  const exampleOf = (kind: ExampleRun['kind'], { measure, better }: Scale): ExampleRun[] => {
    const of = valueFor(measure);
    const known = values.flatMap((one, replication) => {
      const value = of(one);
      return value === null ? [] : [{ replication, value }];
    });
    // A stable sort: the best first, of equal runs the first one.
    const sorted = [...known].sort((a, b) => (better === 'less' ? a.value - b.value : b.value - a.value));
    const chosen = kind === 'median' ? sorted[Math.floor((sorted.length - 1) / 2)] : sorted.at(-1);
    const found = known.find(({ value }) => value === chosen?.value);
    if (found === undefined) return [];
    return [{ kind, measure, ...found, command: runCommand(source, found.replication) }];
  };
  return [
    ...exampleOf('median', scale),
    ...exampleOf('worst', scale),
    ...(second === undefined ? [] : exampleOf('worst', second)),
  ];
}

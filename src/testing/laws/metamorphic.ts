/** Laws that change a scenario in a known way and say how its run changes: other days, other names, more replicas. */
import { day, instantFromIso, isoFromInstant } from '../../engine/time.ts';
import { Chronicle } from '../../report/fold/chronicle.ts';
import { reportOf } from '../../report/report.ts';
import { errorsIn, type ScenarioDocument, scenarioOf } from '../document.ts';
import { courseOf } from './courses.ts';
import { type EndedRun, holds, type Law, type LawCase, runToEnd, sameLines, skipped, type Verdict } from './law.ts';
import { withoutChance } from './withoutChance.ts';

/** Nothing depends on which week it is. */
export const shiftShiftsAll: Law = {
  id: 'shiftShiftsAll',
  rules: [],
  sentence: 'A scenario that starts whole weeks later has the same run, with every instant that much later.',
  judge: ({ document, scenario }) => {
    if (scenario.assumptions['cron.zone'] !== 'UTC')
      return skipped('a time zone may change its offset between the weeks');
    if (hasCalendar(document)) return skipped('a schedule depends on the day of the month');
    const shift = 4 * 7 * day;
    const moved = { ...document, start: later(document.start, shift), timeline: laterSteps(document, shift) };
    return sameCourses(document, moved, { shift });
  },
};

function later(text: string, shift: number): string {
  const at = instantFromIso(text);
  return typeof at === 'number' ? isoFromInstant(at + shift) : text;
}

function laterSteps({ timeline }: ScenarioDocument, shift: number): ScenarioDocument['timeline'] {
  return timeline.map((step) =>
    typeof step.at === 'string' && !step.at.startsWith('+') ? { ...step, at: later(step.at, shift) } : step,
  );
}

/** Whether a schedule names days of the month or months. */
function hasCalendar(document: ScenarioDocument): boolean {
  const schedules = [...JSON.stringify(document).matchAll(/"(?:schedule|cron)":"([^"]*)"/g)].map(([, one = '']) => one);
  return schedules.some((one) => {
    const fields = one.trim().split(/\s+/);
    if (one.startsWith('@')) return /^@(?:monthly|yearly|annually)/.test(one);
    return fields.length < 5 || fields[2] !== '*' || fields[3] !== '*';
  });
}

/** Names carry no meaning. */
export const namesAreButNames: Law = {
  id: 'namesAreButNames',
  rules: [],
  sentence: 'A scenario with other names in the same order has the same run, with the other names in it.',
  judge: ({ document }) => {
    const names = new Set(
      document.resources.filter(({ kind }) => ['gvc', 'workload', 'volumeset'].includes(kind)).map(({ name }) => name),
    );
    const rename = renaming(names);
    const renamed = renamedValue(document, rename) as ScenarioDocument;
    if (errorsIn(renamed).length > 0) return skipped('with other names it is no scenario');
    return sameCourses(document, renamed, { rename });
  },
};

/** Puts a letter before each of some names, where it stands as a whole word: order and kind of the names stay. */
function renaming(names: ReadonlySet<string>): (text: string) => string {
  const shortened = [...names].sort((a, b) => b.length - a.length);
  if (shortened.length === 0) return (text) => text;
  const words = new RegExp(`(?<![a-z0-9-])(${shortened.join('|')})(?=$|[^a-z0-9-]|-\\d|-headless)`, 'g');
  return (text) => text.replace(words, 'q$1');
}

function renamedValue(value: unknown, rename: (text: string) => string): unknown {
  if (typeof value === 'string') return rename(value);
  if (Array.isArray(value)) return value.map((one) => renamedValue(one, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [rename(key), renamedValue(inner, rename)]));
}

/** Compares the run of a scenario, changed back, with that of the changed one; neither may draw anything. */
function sameCourses(
  document: ScenarioDocument,
  changed: ScenarioDocument,
  { shift = 0, rename }: { readonly shift?: number; readonly rename?: (text: string) => string },
): Verdict {
  const [plain, other] = [document, changed].map(withoutChance);
  if (plain === undefined || other === undefined || errorsIn(plain).length > 0 || errorsIn(other).length > 0)
    return skipped('without chance it is no scenario');
  const before = runToEnd(scenarioOf(plain));
  if (before.run.isDrawn) return skipped('something is still drawn, by names or instants');
  const after = runToEnd(scenarioOf(other));
  return sameLines(
    courseOf(before.journal, rename === undefined ? {} : { rename }).sort(),
    courseOf(after.journal, { shift }).sort(),
  );
}

/** More replicas never serve less. */
export const moreServesNoLess: Law = {
  id: 'moreServesNoLess',
  rules: [],
  sentence: 'With one replica more, a workload of fixed scale that gets the same requests answers no fewer of them.',
  judge: (given) => {
    const { document } = given;
    const isFluid = (document.demand ?? []).every((one) => !('arrivals' in one) || one.arrivals === 'fluid');
    if ((document.demand ?? []).length === 0 || !isFluid) return skipped('there is no demand as a rate');
    const wider = withOneMore(given);
    if (wider === null) return skipped('no workload with demand has a fixed scale');
    const [few, more] = [{ ...document, timeline: [] }, wider].map((one) => runToEnd(scenarioOf(one)));
    if (few === undefined || more === undefined) return holds;
    const served = succeededOf(more);
    for (const [name, before] of succeededOf(few)) {
      const after = served.get(name) ?? 0;
      if (after < before * (1 - 1e-6))
        return {
          kind: 'broken',
          expected: `${name}: ${before} requests or more`,
          observed: `${name}: ${after} requests`,
        };
    }
    return holds;
  },
};

/** The scenario without its timeline, with one replica more of each workload of fixed scale; null if there is none. */
function withOneMore({ document }: LawCase): ScenarioDocument | null {
  let isChanged = false;
  const resources = document.resources.map((one) => {
    const { defaultOptions, localOptions } = (one.spec ?? {}) as {
      readonly defaultOptions?: { readonly autoscaling?: { readonly [key: string]: unknown } };
      readonly localOptions?: unknown;
    };
    const { metric, minScale, maxScale } = defaultOptions?.autoscaling ?? {};
    const isFixed = metric === 'disabled' && typeof minScale === 'number' && typeof maxScale === 'number';
    if (!isFixed || minScale === 0 || localOptions !== undefined) return one;
    isChanged = true;
    const autoscaling = { ...defaultOptions?.autoscaling, minScale: minScale + 1, maxScale: maxScale + 1 };
    return { ...one, spec: { ...one.spec, defaultOptions: { ...defaultOptions, autoscaling } } };
  });
  const wider = { ...document, resources, timeline: [] };
  return isChanged && errorsIn(wider).length === 0 ? wider : null;
}

function succeededOf({ run, journal }: EndedRun): ReadonlyMap<string, number> {
  const chronicle = new Chronicle(run.scenario);
  for (const entry of journal) chronicle.listen(entry);
  const { demand = [] } = reportOf(run, chronicle).capacity;
  return new Map(demand.map(({ gvc, name, succeeded }) => [`${gvc}/${name}`, Number(succeeded)]));
}

/** The plans of `svcsim fork`: variants of the file, and changes on the command line, each as steps at an instant. */
import { type Instant, isoFromInstant } from '../../../engine/time.ts';
import type { ForkPlan } from '../../../experiment/study/fork.ts';
import {
  type StepTemplates,
  stepChanges,
  stepsOfPlan,
  stepTexts,
  timelineLength,
} from '../../../experiment/study/futureSteps.ts';
import {
  capturePlan,
  changedPlan,
  type PlanChanges,
  type PlanText,
  parsePlan,
} from '../../../experiment/study/planText.ts';
import type { Scenario } from '../../../scenario/scenario.ts';
import { exitCode, Stop } from '../../exit.ts';
import type { ForkFlags } from '../../flags.ts';
import { readScenarios } from '../../inputs.ts';
import { showProblems } from '../../problems.ts';
import { pointOf } from '../logRange.ts';
import { changesOf, fileOf } from './comparedPlans.ts';

/** What is forked, and the futures. */
export interface ForkedPlans {
  readonly scenario: Scenario;
  /** The scenario, and it with the steps of each plan that makes resources. */
  readonly scenarios: readonly Scenario[];
  readonly base: PlanText;
  /** How many entries the timeline has as it is written. */
  readonly entries: number;
  readonly plans: readonly ForkPlan[];
  readonly at: Instant;
}

const planForm = '--plan NAME:PATH=VALUE,PATH=VALUE, or FILE@variant';

/** Reads the scenario and all plans. @returns null if the file or a variant has errors, which have been shown */
export async function readForkedPlans(
  file: string,
  variants: readonly string[],
  flags: ForkFlags,
): Promise<ForkedPlans | null> {
  const [source] = await readScenarios([file], flags);
  if (source === undefined) throw new Error(`nothing was read for ${file}`);
  showProblems(source.parsed, process.stderr);
  const { scenario } = source.parsed;
  if (scenario === null) return null;
  const { plan: base } = capturePlan(source.text, source.options);
  if (scenario.session !== null)
    throw new Stop(exitCode.usage, `${file} is the export of a session, whose timeline ends with what it was asked`);
  const at = instantOf(flags, scenario);
  const entries = timelineLength(base);
  const plans: ForkPlan[] = [];
  const scenarios = [scenario];
  for (const { name, changes, shown } of givenPlans(file, variants, flags)) {
    if (name === scenario.name || plans.some((plan) => plan.name === name))
      throw new Stop(exitCode.usage, `two plans are named '${name}'; each needs a name of its own`);
    const found = stepsOfPlan(base, changes, scenario);
    if (found.kind === 'impossible') throw new Stop(exitCode.usage, `${name}: ${found.message}`);
    if (found.kind === 'problems') {
      showProblems(found, process.stderr);
      return null;
    }
    if (found.steps.length === 0)
      throw new Stop(exitCode.usage, `${name} changes nothing: its values are those of ${file}`);
    const changed = scenarioWith(base, { name, steps: found.steps, at, entries });
    // A measure may be of a resource that only a plan makes.
    if (found.steps.some(({ post, put }) => post !== undefined || put !== undefined)) scenarios.push(changed);
    plans.push({ name, changes: shown, steps: found.steps });
  }
  if (plans.length === 0) throw new Stop(exitCode.usage, `a fork needs a plan or more: give ${planForm}`);
  return { scenario, scenarios, base, entries, plans, at };
}

function instantOf({ at: text, every }: ForkFlags, { start, end }: Scenario): Instant {
  if (text === undefined && every !== undefined) return start;
  const run = `from ${isoFromInstant(start)}, included, to ${isoFromInstant(end)}, excluded`;
  if (text === undefined)
    throw new Stop(exitCode.usage, `--at says when the plans take effect: an instant of the run, ${run}`);
  const at = pointOf('--at', text, start);
  if (at >= start && at < end) return at;
  throw new Stop(exitCode.usage, `--at must be within the run, ${run}; found '${text}'`);
}

interface GivenPlan {
  readonly name: string;
  readonly changes: PlanChanges;
  readonly shown: readonly string[];
}

function givenPlans(file: string, variants: readonly string[], flags: ForkFlags): GivenPlan[] {
  const own = variants.map((arg): GivenPlan => {
    const named = arg.startsWith('@') ? { file, variants: arg.slice(1).split('+') } : fileOf(arg);
    if (named.file !== file || named.variants.length === 0)
      throw new Stop(exitCode.usage, `all futures have one past, that of ${file}: give ${planForm}; found '${arg}'`);
    return { name: named.variants.join('+'), changes: { variants: named.variants }, shown: [arg] };
  });
  const changed = (flags.plan ?? []).map(changesOf).map(({ name, set }): GivenPlan => {
    return { name, changes: { set }, shown: set.map(({ path, value }) => `${path}=${value}`) };
  });
  return [...own, ...changed];
}

/** The scenario with the steps of a plan from the start. Steps that cannot be end the program. */
function scenarioWith(
  base: PlanText,
  {
    name,
    steps,
    at,
    entries,
  }: { readonly name: string; readonly steps: StepTemplates; readonly at: Instant; readonly entries: number },
): Scenario {
  const { scenario, problems } = parsePlan(changedPlan(base, stepChanges(stepTexts(steps, at))));
  if (scenario === null) {
    const error = problems.find(({ severity }) => severity === 'error');
    const hint = error?.hint == null ? '' : `; ${error.hint}`;
    throw new Stop(exitCode.invalid, `${name} at ${isoFromInstant(at)}: ${error?.message ?? ''}${hint}`);
  }
  const own = scenario.timeline.filter(({ index }) => index >= entries);
  const early = own.find(({ instants: [first = at] }) => first < at);
  if (early !== undefined)
    throw new Stop(
      exitCode.usage,
      `${name}: a step on ${isoFromInstant(early.instants[0] ?? at)} would change the common past: give an instant from ${isoFromInstant(at)} on, or leave 'at' out`,
    );
  if (own.length < steps.length)
    throw new Stop(exitCode.usage, `${name}: a step comes after the end of the run, ${isoFromInstant(scenario.end)}`);
  return scenario;
}

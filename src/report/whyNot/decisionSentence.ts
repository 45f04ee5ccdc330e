/**
 * Why a planner decided as it did, in a sentence with its numbers: what held a count up, what was enough, which limit
 * was reached.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import type { ScaleDecision } from '../../platform/autoscaling/decision.ts';
import type { ScalerAnswer, ScalerHold } from '../../platform/autoscaling/handlers/askScaler.ts';
import type { ExpansionAnswer, ExpansionHold } from '../../platform/volume/handlers/askExpansion.ts';
import { countOf, durationText, exactInstantText, shortNumber } from '../words/format.ts';

/** What a sentence about a count needs beside the answer of its loop. */
export interface ScaleGiven {
  readonly current: number;
  /** When the scale-down window ends, if nothing further is proposed; null: none holds the count up. */
  readonly windowEndsAt: Instant | null;
  /** How long nothing must come before the last replica goes; null: the last one stays. */
  readonly idleDelay: Duration | null;
  /** When a trigger was last active, and when the cooldown after it ends; null: none was. */
  readonly cooldown: { readonly since: Instant; readonly until: Instant } | null;
}

type ScaleTeller = (given: ScaleGiven, decided: ScaleDecision, answer: ScalerAnswer) => string;

const proposes = ({ proposed }: ScaleDecision): string =>
  proposed === null ? 'no metric proposes a count' : `the metrics propose ${proposed}`;

const scaleTellers: { readonly [hold in ScalerHold]: ScaleTeller } = {
  atZero: () => 'the count is zero, and something else than this loop wakes the workload',
  fixed: (_, { minScale }) => `minScale and maxScale are both ${minScale}: the count is fixed`,
  noValue: () => 'no metric has a value, or one without a value might have kept the count up',
  onTarget: ({ current }, decided, answer) =>
    isTolerated(current, answer)
      ? `within tolerance: the metric is so near its target that the count stays ${current}`
      : `nothing is held up: ${proposes(decided)}, and ${current} ${current === 1 ? 'is' : 'are'} desired`,
  atTolerance: ({ current }) => `within tolerance: a ratio is exactly at its bound, so the count stays ${current}`,
  heldUp: ({ windowEndsAt }, decided) =>
    `held up by the scale-down window${windowEndsAt === null ? '' : ` until ${exactInstantText(windowEndsAt)}, if nothing higher is proposed by then`}: ${proposes(decided)}, and the highest proposal within the window is ${decided.highestRecent}`,
  upLimited: (_, decided) => `limited by the rate: at most ${decided.most} at once, and ${proposes(decided)}`,
  downLimited: (_, decided) => `limited by the rate: at least ${decided.least} stay, and ${proposes(decided)}`,
  atMaxScale: (_, decided) => `at maxScale ${decided.maxScale}: ${proposes(decided)}`,
  atMinScale: ({ current, idleDelay }, decided) =>
    idleDelay === null || current > 1
      ? `at minScale ${decided.minScale}: ${proposes(decided)}`
      : `the last replica stays until no request has come for ${durationText(idleDelay)}: ${proposes(decided)}`,
  noData: () => 'there is no load to measure yet',
  awake: () => 'replicas are desired already',
  asleep: () => 'the count is zero, and no trigger or request wakes the workload',
  awaitsTick: () => 'the count is zero, and a request waits for the next tick',
  notIdle: () => 'requests came within the delay before zero',
  active: () => 'a trigger is active',
  neverZero: (_, { minScale }) => `minScale ${minScale} is above 0, so the count never goes to zero`,
  failing: () => 'a trigger has no value, so nobody knows whether it is active',
  fallenBack: () => 'the fallback stands in for a trigger without a value, and asks for replicas',
  coolingDown: ({ cooldown }) =>
    cooldown === null
      ? 'a trigger was active within the cooldown'
      : `a trigger was last active at ${exactInstantText(cooldown.since)}, and the cooldown after it ends at ${exactInstantText(cooldown.until)}`,
  coolingDownFirst: () => 'no trigger was active yet, and the initial cooldown after the creation is not over',
};

/** Why a loop keeps a count. */
export function scaleSentence(answer: ScalerAnswer, given: ScaleGiven, bounds: ScaleDecision): string {
  const { hold, plan } = answer;
  if (hold !== null) return scaleTellers[hold](given, answer.decided ?? bounds, answer);
  const to = plan.kind === 'act' ? plan.actions.at(-1)?.to : undefined;
  return `the loop sets ${to ?? given.current} at its next evaluation`;
}

/** Whether a metric proposes another count by its formula, but is so near its target that nothing changes. */
function isTolerated(current: number, { loop, measured }: ScalerAnswer): boolean {
  if (loop === 'kpa') return false;
  return measured.some(({ valueMilli, targetMilli, counted = current }) => {
    if (valueMilli === null || targetMilli === null) return false;
    const times = loop === 'keda' ? 1 : counted;
    return Math.ceil((times * valueMilli) / targetMilli) !== current;
  });
}

const gb = (value: number): string => `${shortNumber(value, 6)} GB`;
const percent = (value: number): string => `${shortNumber(value, 3)} %`;

const expansionTellers: { readonly [hold in ExpansionHold]: (answer: ExpansionAnswer) => string } = {
  off: () => 'this volume set has no autoscaling: both minFreePercentage and scalingFactor are needed',
  commandAtWork: () => 'a command on the volume is running, so no expansion begins',
  enoughFree: (answer) => `${freeText(answer)}: enough is free`,
  enoughProjected: (answer) => `${freeText(answer)}: enough is free, now and as projected`,
  fewPoints: (answer) => `${freeText(answer)}: enough is free, and there are too few readings for a projection`,
  slowGrowth: (answer) => `${freeText(answer)}: enough is free, and the usage grows too slowly for a projection`,
  targetReached: ({ capacityGB }) => `the capacity of ${gb(capacityGB)} has reached the target`,
  atCap: ({ capGB }) => `the capacity has reached the greatest that is allowed, ${gb(capGB)}`,
};

function freeText({ freePercentage, minFreePercentage }: ExpansionAnswer): string {
  return `${percent(freePercentage)} ${minFreePercentage === null ? 'is free' : `is free, and minFreePercentage is ${percent(minFreePercentage)}`}`;
}

/**
 * Why a volume does not expand, or is refused to.
 *
 * @param counted instants of the accepted expansions that count against the limit
 */
export function expansionSentence(answer: ExpansionAnswer, counted: readonly Instant[]): string {
  const { hold, plan } = answer;
  if (hold !== null) return expansionTellers[hold](answer);
  if (plan.kind !== 'refuse') return 'an expansion is accepted at this reading';
  if (plan.retryAt === null) return plan.message;
  const times = counted.map((at) => exactInstantText(at)).join(', ');
  return `refused as expansion number ${counted.length + 1} in 24 hours: ${countOf(counted.length, 'expansion')} ${counted.length === 1 ? 'was' : 'were'} accepted (${times}), and the next is accepted from ${exactInstantText(plan.retryAt)} on`;
}

/** The numbers of a reading: what is free, and which capacity would have enough. */
export function expansionFormula({ usedGB, capacityGB, plan, freePercentage }: ExpansionAnswer): readonly string[] {
  const figures = plan.kind === 'refuse' ? plan.figures : plan.kind === 'act' ? plan.actions[0]?.figures : undefined;
  const free = `free: (${gb(capacityGB)} - ${gb(usedGB)}) / ${gb(capacityGB)} = ${percent(freePercentage)}`;
  if (figures === undefined) return [free];
  const { reactiveTargetGB, predictiveTargetGB, isCapped, capGB } = figures;
  return [
    free,
    ...(reactiveTargetGB === null
      ? []
      : [
          `target: ${gb(usedGB)} / (100 % - ${percent(figures.minFreePercentage)}) x ${shortNumber((reactiveTargetGB * (100 - figures.minFreePercentage)) / 100 / usedGB, 3)} = ${gb(reactiveTargetGB)}`,
        ]),
    ...(predictiveTargetGB === null ? [] : [`target of the projection: ${gb(predictiveTargetGB)}`]),
    ...(isCapped ? [`limited to ${gb(capGB)}`] : []),
  ];
}

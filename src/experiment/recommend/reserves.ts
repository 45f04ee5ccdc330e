/**
 * Reserves that are larger than what is used (BILL-1), or less than it: minCpu and minMemory, within the platform's gap
 * and ratio rules (WL-7 to WL-10).
 */
import { mebibyte } from '../../platform/api/checks/reserve.ts';
import { objectsAt, textAt } from '../../platform/api/document/json.ts';
import { billedBy } from '../../platform/metering/billedBy.ts';
import { type ContainerSettings, optionsIn } from '../../platform/workload/settings.ts';
import type { ReserveReport } from '../../report/capacity/capacityReserves.ts';
import { shortNumber } from '../../report/words/format.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { Alternative, Question } from './question.ts';
import type { Seen, SeenWorkload } from './seen.ts';
import type { Setting } from './setting.ts';

/** Of the requests; a workload that loses more has too little of something, whatever it uses of its reserve. */
const lostMost = 0.01;

/**
 * What is kept above the use that is not exceeded for 99 hundredths of the time: use as it was is not use as it will
 * be.
 */
const reserveMargin = 0.2;
/** A reserve that would shrink by less stays: the next month's use moves by as much. */
const shrinkLeast = 0.1;

/** Of one kind of reserve: how it is written, and which rules bind it. */
interface Unit {
  readonly meter: 'cpu' | 'memory';
  readonly field: 'minCpu' | 'minMemory';
  readonly limitOf: (container: ContainerSettings) => number;
  readonly reserveOf: (container: ContainerSettings) => number;
  /** Most that the limit may lie above the reserve. */
  readonly gapMax: number;
  /** Reserves are rounded up to it, and what is said of use to the other. */
  readonly step: number;
  readonly grain: number;
  readonly text: (amount: number) => string;
}

const units: readonly Unit[] = [
  {
    meter: 'cpu',
    field: 'minCpu',
    limitOf: ({ cpuMillicores }) => cpuMillicores,
    reserveOf: ({ minCpuMillicores }) => minCpuMillicores,
    gapMax: 4_000,
    step: 5,
    grain: 1,
    text: (amount) => `${amount}m`,
  },
  {
    meter: 'memory',
    field: 'minMemory',
    limitOf: ({ memoryBytes }) => memoryBytes,
    reserveOf: ({ minMemoryBytes }) => minMemoryBytes,
    gapMax: 4_096 * mebibyte,
    step: 8 * mebibyte,
    grain: mebibyte,
    text: (amount) => (amount % mebibyte === 0 ? `${amount / mebibyte}Mi` : String(amount)),
  },
];

/**
 * Reserves that are larger than what is used, and those that are exceeded. A workload that is billed by its limits
 * (`billedBy`) is asked nothing: what it reserves changes no bill, and use is reported as a share of the limits.
 *
 * @param seen a run with all other changes that are to be made: with fewer replicas each uses more
 * @param first the scenario as it is; a reserve that is less than there was lowered already, and is derived anew,
 * upwards too
 */
export function reserveQuestions(seen: Seen, first: Seen): Question[] {
  const { assumptions } = seen.trial.scenario;
  return seen.workloads.flatMap((workload) => {
    if (isBilledByLimits(workload, assumptions)) return [];
    const { execution } = seen.trial.scenario.behaviours.workloads.get(workload.key) ?? {};
    const before = first.workloads.find(({ key }) => key === workload.key)?.settings.containers ?? [];
    return units.flatMap((unit) => questionOf(workload, unit, before, execution?.cpuMillicores) ?? []);
  });
}

/** In any of its locations. */
function isBilledByLimits({ settings, places }: SeenWorkload, assumptions: Assumptions): boolean {
  return places.some(({ location }) => {
    const hasCapacityAI = optionsIn(settings, location).capacityAI === true;
    return billedBy({ type: settings.type, hasCapacityAI }, assumptions) === 'limits';
  });
}

/** Whether requests come to nothing. */
function isOverloaded({ places }: SeenWorkload): boolean {
  const sum = (of: (requests: LoadRequests) => string): number =>
    places.reduce((all, { load }) => all + (load === null ? 0 : Number(of(load.requests))), 0);
  const offered = sum(({ offered }) => offered);
  return offered > 0 && 1 - sum(({ succeeded }) => succeeded) / offered > lostMost;
}

type LoadRequests = NonNullable<SeenWorkload['places'][number]['load']>['requests'];

function questionOf(
  workload: SeenWorkload,
  unit: Unit,
  before: readonly ContainerSettings[],
  executionMillicores: number | undefined,
): Question | null {
  const { settings, places, key } = workload;
  const reports = places.map((place) => place[unit.meter]).filter(({ reserved }) => Number(reserved) > 0);
  const bounds = settings.containers.map((container, index) => {
    const now = unit.reserveOf(container);
    const then = before[index];
    return { now, first: then === undefined ? now : unit.reserveOf(then), limit: unit.limitOf(container) };
  });
  const whole = sumOf(bounds.map(({ now }) => now));
  const isCron = settings.type === 'cron';
  const cronShare = unit.meter === 'cpu' && executionMillicores !== undefined ? executionMillicores / whole : null;
  const share = isCron ? cronShare : usedShare(reports);
  if (share === null || whole === 0 || reports.length === 0) return null;
  const wanted = share * (1 + reserveMargin);
  const wished = bounds.map(({ now }) => roundedUp(now * wanted, unit.step));
  const isLowered = bounds.some(({ now, first }) => now < first);
  const isExceeded = share > 1;
  // Use that requests wait for says nothing of what they need.
  if (!isExceeded && isOverloaded(workload)) return null;
  // What is no tenth less stays; what was lowered too far is raised again.
  const isRight = isLowered ? isNear(wished, bounds, unit) : !isExceeded && wanted > 1 - shrinkLeast;
  if (isRight) return null;
  const isRaised = isExceeded && !isLowered;
  const amounts = isRaised ? raised(wished, bounds) : lowered(wished, bounds, unit);
  const alternatives = amounts.map((one) => alternativeOf(workload, unit, one));
  // Without any, what was found before is found no more.
  if (alternatives.length === 0 && !isLowered) return null;
  return {
    kind: 'reserve',
    target: key,
    location: null,
    field: unit.field,
    now: textOf(
      workload,
      unit,
      bounds.map(({ first }) => first),
    ),
    reason: reasonOf(unit, bounds, { used: share * whole, isRaised, isCron }),
    severity: isRaised ? 'warning' : 'info',
    hope: reports.reduce((sum, { waste }) => sum + Number((isRaised ? waste?.overCost : waste?.cost) ?? 0), 0),
    take: 'first',
    alternatives,
  };
}

function reasonOf(
  unit: Unit,
  bounds: readonly Bounds[],
  { used, isRaised, isCron }: { readonly used: number; readonly isRaised: boolean; readonly isCron: boolean },
): string {
  const text = (amount: number): string => unit.text(Math.ceil(amount / unit.grain - 1e-6) * unit.grain);
  const enough = used * (1 + reserveMargin);
  const of = isCron ? 'an execution uses' : 'a replica uses at most';
  const when = isCron ? '' : ' for 99 % of the time (p99)';
  const reserved = text(sumOf(bounds.map(({ first }) => first)));
  const also = isRaised ? '; use above the reserved amount is not guaranteed' : '';
  const isCapped = isRaised && enough > sumOf(bounds.map(({ limit }) => limit));
  const limited = isCapped ? ', which also needs a higher limit' : '';
  return `${of} ${text(used)} of ${unit.meter}${when} and reserves ${reserved}${also}; ${text(enough)} would leave a margin of ${shortNumber(reserveMargin * 100)} %${limited}`;
}

/** Whether what was lowered is what is wished for now, or what the rules allow of it. */
function isNear(wished: readonly number[], bounds: readonly Bounds[], unit: Unit): boolean {
  return bounds.every(({ now, limit, first }, at) => {
    const one = Math.min(first, wished[at] ?? 0);
    return now === one || now === Math.min(first, Math.max(one, leastReserve(limit, unit.gapMax)));
  });
}

/** Of one container. */
interface Bounds {
  readonly now: number;
  /** As the scenario has it. */
  readonly first: number;
  readonly limit: number;
}

/** What is wished for; then what the rules allow. Nowhere more than the scenario has. */
function lowered(wished: readonly number[], bounds: readonly Bounds[], unit: Unit): (readonly number[])[] {
  const allowed = wished.map((one, at) => Math.max(one, leastReserve(bounds[at]?.limit ?? 0, unit.gapMax)));
  return [wished, allowed]
    .filter((amounts, index) => index === 0 || amounts.some((one, at) => one !== wished[at]))
    .map((amounts) => amounts.map((one, at) => Math.min(one, bounds[at]?.first ?? 0)))
    .filter((amounts) => sumOf(amounts) <= (1 - shrinkLeast) * sumOf(bounds.map(({ first }) => first)));
}

/** As far as the limits of the containers allow it: no more than those may be reserved. */
function raised(wished: readonly number[], bounds: readonly Bounds[]): (readonly number[])[] {
  const within = wished.map((one, at) => Math.min(one, bounds[at]?.limit ?? 0));
  // What the limit of one keeps from it the others take: all of them together are to have room for the use.
  for (const [at, { limit }] of bounds.entries()) {
    const missing = sumOf(wished) - sumOf(within);
    within[at] = Math.min(limit, (within[at] ?? 0) + missing);
  }
  return within.some((one, at) => one > (bounds[at]?.now ?? 0)) ? [within] : [];
}

/**
 * The share of a reserve that is used, where it is used most: the greater of what is used on average and what a replica
 * does not exceed for 99 hundredths of the time; null where the use of some replicas is not known.
 *
 *   reserved 1000m, used 300m on average, 99 % of the time at most 400m -> 0.4
 */
export function usedShare(reports: readonly Pick<ReserveReport, 'efficiency' | 'headroom'>[]): number | null {
  let most = 0;
  for (const { efficiency, headroom } of reports) {
    if (efficiency === null || headroom === null) return null;
    most = Math.max(most, Number(efficiency), 1 - Number(headroom));
  }
  return most;
}

/**
 * The least that the rules let a reserve be below its limit (WL-7 to WL-10).
 *
 *   cpu 1000m -> 250m     cpu 8000m -> 4000m
 */
export function leastReserve(limit: number, gapMax: number): number {
  return Math.max(Math.ceil(limit / 4), limit - gapMax);
}

function roundedUp(amount: number, step: number): number {
  return Math.max(step, Math.ceil(amount / step - 1e-9) * step);
}

function alternativeOf(workload: SeenWorkload, unit: Unit, amounts: readonly number[]): Alternative {
  const written = objectsAt(workload.spec, 'containers');
  return {
    proposed: textOf(workload, unit, amounts),
    settings: amounts.map(
      (amount, index): Setting => ({
        kind: 'field',
        resource: workload.key,
        steps: ['spec', 'containers', { by: 'name', is: textAt(written[index], 'name') ?? '', index }, unit.field],
        value: unit.text(amount),
      }),
    ),
  };
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, one) => sum + one, 0);
}

/** `250m`; of several containers `main 250m, proxy 50m`. */
function textOf({ settings: { containers } }: SeenWorkload, unit: Unit, amounts: readonly number[]): string {
  if (containers.length === 1) return unit.text(amounts[0] ?? 0);
  return containers.map(({ name }, index) => `${name} ${unit.text(amounts[index] ?? 0)}`).join(', ');
}

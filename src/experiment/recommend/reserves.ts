/**
 * Reserves that are larger than what is used (BILL-1): minCpu and minMemory, within the platform's gap and ratio rules (WL-7 to WL-10).
 */
import { mebibyte } from '../../platform/control/checks/reserve.ts';
import { objectsAt, textAt } from '../../platform/control/json.ts';
import type { ContainerSettings } from '../../platform/workload/settings.ts';
import type { ReserveReport } from '../../report/capacityReserves.ts';
import { shortNumber } from '../../report/format.ts';
import type { Alternative, Question } from './question.ts';
import type { Seen, SeenWorkload } from './seen.ts';
import type { Setting } from './setting.ts';

/** What is kept above the use that is not exceeded for 99 hundredths of the time: use as it was is not use as it will be. */
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
  /** Reserves are rounded up to it. */
  readonly step: number;
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
    text: (amount) => `${amount}m`,
  },
  {
    meter: 'memory',
    field: 'minMemory',
    limitOf: ({ memoryBytes }) => memoryBytes,
    reserveOf: ({ minMemoryBytes }) => minMemoryBytes,
    gapMax: 4_096 * mebibyte,
    step: 8 * mebibyte,
    text: (amount) => (amount % mebibyte === 0 ? `${amount / mebibyte}Mi` : String(amount)),
  },
];

export function reserveQuestions({ workloads, trial }: Seen): Question[] {
  return workloads.flatMap((workload) =>
    units.flatMap(
      (unit) =>
        questionOf(workload, unit, trial.scenario.behaviours.workloads.get(workload.key)?.execution?.cpuMillicores) ??
        [],
    ),
  );
}

function questionOf(workload: SeenWorkload, unit: Unit, executionMillicores: number | undefined): Question | null {
  const { settings, places, key } = workload;
  const reports = places.map((place) => place[unit.meter]).filter(({ reserved }) => Number(reserved) > 0);
  const now = settings.containers.map(unit.reserveOf);
  const whole = now.reduce((sum, one) => sum + one, 0);
  const isCron = settings.type === 'cron';
  const cronShare = unit.meter === 'cpu' && executionMillicores !== undefined ? executionMillicores / whole : null;
  const share = isCron ? cronShare : usedShare(reports);
  if (share === null || whole === 0 || reports.length === 0) return null;
  const wanted = wantedShare(share);
  if (wanted === null) return null;
  const bounds = settings.containers.map((container, index) => ({
    now: now[index] ?? 0,
    limit: unit.limitOf(container),
  }));
  const wished = bounds.map((one) => roundedUp(one.now * wanted, unit.step));
  const allowed = bounds.map((one, index) => Math.max(wished[index] ?? 0, leastReserve(one.limit, unit.gapMax)));
  const alternatives = [wished, allowed]
    .filter((amounts, index) => index === 0 || amounts.some((one, at) => one !== wished[at]))
    .filter((amounts) => amounts.some((one, at) => one < (now[at] ?? 0)))
    .map((amounts) =>
      alternativeOf(
        workload,
        unit,
        amounts.map((one, at) => Math.min(one, now[at] ?? 0)),
      ),
    );
  if (alternatives.length === 0) return null;
  const used = shortNumber(share * 100);
  const of = isCron ? 'an execution uses' : 'its replicas use no more than';
  const when = isCron ? '' : ' for 99 hundredths of the time';
  return {
    kind: 'reserve',
    target: key,
    location: null,
    field: unit.field,
    now: textOf(workload, unit, now),
    reason: `${of} ${used} % of the ${unit.meter} that is reserved for them${when}; with ${shortNumber(reserveMargin * 100)} % above that, ${shortNumber(wanted * 100)} % is enough`,
    severity: 'info',
    hope: reports.reduce((sum, { waste }) => sum + Number(waste?.cost ?? 0), 0),
    take: 'first',
    alternatives,
  };
}

/**
 * The share of a reserve that is used, where it is used most: the greater of what is used on average and what is not exceeded for 99 hundredths of the
 * time; null where the use of some replicas is not known.
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
 * The share of the present reserve that is to be kept; null where that is nearly all of it.
 *
 *   used 0.4 -> 0.48     used 0.8 -> null, as 0.96 is no tenth less     used 0 -> 0
 */
export function wantedShare(used: number): number | null {
  const wanted = used * (1 + reserveMargin);
  return wanted > 1 - shrinkLeast ? null : wanted;
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

/** `250m`; of several containers `main 250m, proxy 50m`. */
function textOf({ settings: { containers } }: SeenWorkload, unit: Unit, amounts: readonly number[]): string {
  if (containers.length === 1) return unit.text(amounts[0] ?? 0);
  return containers.map(({ name }, index) => `${name} ${unit.text(amounts[index] ?? 0)}`).join(', ');
}

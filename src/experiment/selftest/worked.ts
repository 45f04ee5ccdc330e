/**
 * Worked checks: decisions of the platform with numbers that its rules, or the systems that they follow, state.
 */
import { type Instant, instantFromIso, isoFromInstant } from '../../engine/time.ts';
import { parseCpuMillicores, parseMemoryBytes } from '../../platform/api/document/quantity.ts';
import { volumesetOfManifest } from '../../platform/api/settings/manifest.ts';
import { newChanges, reachOf } from '../../platform/autoscaling/changes.ts';
import { proposeKpa } from '../../platform/autoscaling/kpa.ts';
import { proposeByMetric } from '../../platform/autoscaling/metric.ts';
import { bandAround } from '../../platform/autoscaling/ratio.ts';
import { autoscalingSettings } from '../../platform/autoscaling/specSettings.ts';
import { retryWait } from '../../platform/call/retry.ts';
import { nextTick, parseSchedule } from '../../platform/cron/expression.ts';
import { expansionRetryAt } from '../../platform/volume/limit.ts';
import { isBelowFree, targetsOf } from '../../platform/volume/target.ts';
import { backoffWait, crashBackoff } from '../../platform/workload/backoff.ts';
import { rolloutBounds } from '../../platform/workload/bounds.ts';
import { ephemeralBytes } from '../../platform/workload/ephemeral.ts';
import { type Assumptions, defaultAssumptions } from '../../rules/assumptions.ts';
import type { ExactCheck } from './exactCheck.ts';

/** Cases that one statement covers: what goes in, and what must come out. */
interface WorkedCases<Input> {
  readonly id: string;
  readonly title: string;
  readonly formula: string;
  readonly source: string;
  readonly cases: readonly (readonly [input: Input, expected: string | number])[];
  readonly found: (input: Input) => string | number;
}

function worked<Input>({ cases, found, ...named }: WorkedCases<Input>): ExactCheck {
  return {
    ...named,
    chapter: 'rules',
    constants: {},
    finds: {},
    expected: () => cases.map(([, expected]) => expected).join(', '),
    found: () => cases.map(([input]) => found(input)).join(', '),
  };
}

/** The scenarios of the self-test have defaults; so have these. */
const assumptions: Assumptions = defaultAssumptions;

/** The target of a volume of 10 GB that autoscales at 20 % free with factor 2; `enough` if nothing is due. */
function volumeTargetOf(usedMB: number): string {
  const spec = {
    fileSystemType: 'ext4',
    performanceClass: 'general-purpose-ssd',
    initialCapacity: 10,
    autoscaling: { minFreePercentage: 20, scalingFactor: 2 },
  };
  const { settings } = volumesetOfManifest({ kind: 'volumeset', name: 'data', spec }, assumptions);
  const autoscaling = settings?.autoscaling;
  if (settings == null || autoscaling == null) throw new Error('the volume set does not autoscale');
  if (!isBelowFree(autoscaling, usedMB, settings.initialMicroGB)) return 'enough';
  const due = { isReactiveDue: true, forecast: { kind: 'enoughFree' } } as const;
  return `${targetsOf(settings, autoscaling, usedMB, due).wantedMicroGB / 1_000_000} GB`;
}

/** Proposed replicas; those that are measured use `eachMillicores` of 1000m each. */
function hpaCount(given: {
  readonly current: number;
  readonly target: number;
  readonly counted: number;
  readonly eachMillicores: number;
  readonly unready?: number;
  readonly missing?: number;
}): number {
  const { current, target, counted, eachMillicores, unready = 0, missing = 0 } = given;
  const proposal = proposeByMetric({ targetMilli: 1_000 * target }, bandAround(0.1), current, {
    of: 'use',
    counted,
    unready,
    missing,
    used: counted * eachMillicores,
    allowed: counted * 1_000,
    unreadyAllowed: unready * 1_000,
    missingAllowed: missing * 1_000,
  });
  return proposal ?? Number.NaN;
}

function kpaCount([ready, stable, panic]: readonly [number, number, number]): number {
  const scaled = { type: 'serverless', minScale: 1, maxScale: 100 } as const;
  const settings = autoscalingSettings({ metric: 'concurrency', target: 95 }, scaled, assumptions);
  if (settings.loop !== 'kpa') throw new Error(`made a loop of ${settings.loop}`);
  const state = { ready, panic: { since: null, most: 0 }, now: 0 };
  return proposeKpa(settings, state, { stableMilli: 1_000 * stable, panicMilli: 1_000 * panic }) ?? Number.NaN;
}

function tickAfter([schedule, after]: readonly [string, string]): string {
  const parsed = parseSchedule(schedule, assumptions);
  if ('error' in parsed) return parsed.error;
  const tick = nextTick(parsed, instantOf(after));
  return tick === null ? 'never' : isoFromInstant(tick).slice(0, 16);
}

const percent = (value: number) => ({ value, unit: 'percent' }) as const;
const replicas = (value: number) => ({ value, unit: 'replicas' }) as const;
const at = (time: string): Instant => instantOf(`2026-11-02T${time}:00Z`);

function instantOf(text: string): Instant {
  const instant = instantFromIso(text);
  if (typeof instant === 'string') throw new Error(`no instant: ${text}`);
  return instant;
}

/** All of them, in the order of the report. */
export const workedChecks: readonly ExactCheck[] = [
  worked({
    id: 'volume-target',
    title: 'targets of a volume of 10 GB with 8, 8.001 and 8.1 GB used, 20 % free asked for, factor 2',
    formula: 'used / (1 - free/100) x factor, if less than that share is free',
    source: 'VOLAUTO-11, VOLAUTO-12',
    cases: [
      [8_000, 'enough'],
      [8_001, '20.0025 GB'],
      [8_100, '20.25 GB'],
    ],
    found: volumeTargetOf,
  }),
  worked({
    id: 'expansion-retry',
    title: 'when a fifth expansion is allowed, after four at 01:10, 05:40, 09:00 and 13:25, asked for at 17:30',
    formula: 'fourth newest + 24 h, that instant included',
    source: 'LIMIT-1',
    cases: [['17:30', '2026-11-03T01:10']],
    found: (asked) => {
      const accepted = ['01:10', '05:40', '09:00', '13:25'].map(at);
      const retryAt = expansionRetryAt(accepted, at(asked), assumptions['volume.limit.window']);
      return retryAt === null ? 'now' : isoFromInstant(retryAt).slice(0, 16);
    },
  }),
  worked({
    id: 'rollout-bounds',
    title: 'surge and unavailable replicas of rollouts of 1, 3, 4, 5, 8 and 10 replicas',
    formula: 'surge rounds up, unavailable rounds down; two zeros: one may be unavailable',
    source: 'ROLL-4, ROLL-6; Kubernetes Deployment',
    cases: [
      [[1, percent(25), percent(25)], '1/0'],
      [[3, percent(25), percent(25)], '1/0'],
      [[4, percent(25), percent(25)], '1/1'],
      [[5, percent(0), percent(10)], '0/1'],
      [[8, percent(25), replicas(1)], '2/1'],
      [[10, percent(25), percent(25)], '3/2'],
    ],
    found: ([desired, maxSurge, maxUnavailable]: readonly [
      number,
      ReturnType<typeof percent>,
      ReturnType<typeof percent> | ReturnType<typeof replicas>,
    ]) => {
      const { surge, unavailable } = rolloutBounds(desired, { maxSurge, maxUnavailable }, assumptions);
      return `${surge}/${unavailable}`;
    },
  }),
  worked({
    id: 'hpa-count',
    title: 'replicas that the HPA proposes from 4, at 90, 66 and 67 %, with unready and with unmeasured ones',
    formula: 'ceil(counted x used / target), unless the ratio is 0.9 to 1.1',
    source: 'WL-18; algorithm details of the Kubernetes HPA',
    cases: [
      [{ current: 4, target: 60, counted: 4, eachMillicores: 900 }, 6],
      [{ current: 4, target: 60, counted: 4, eachMillicores: 660 }, 4],
      [{ current: 4, target: 60, counted: 4, eachMillicores: 670 }, 5],
      [{ current: 4, target: 60, counted: 2, eachMillicores: 900, unready: 2 }, 4],
      [{ current: 4, target: 50, counted: 3, eachMillicores: 1_000, unready: 1 }, 6],
      [{ current: 4, target: 60, counted: 3, eachMillicores: 200, missing: 1 }, 3],
    ],
    found: hpaCount,
  }),
  worked({
    id: 'hpa-reach',
    title: 'the most replicas after one evaluation of the HPA, from 1, 2, 5 and 10',
    formula: 'the larger of start + 4 and 2 x start',
    source: 'default scaling policies of the Kubernetes HPA',
    cases: [
      [1, 5],
      [2, 6],
      [5, 10],
      [10, 20],
    ],
    found: (current) => {
      const scaled = { type: 'standard', minScale: 1, maxScale: 100 } as const;
      const settings = autoscalingSettings({ metric: 'cpu', target: 60 }, scaled, assumptions);
      if (settings.loop !== 'hpa') throw new Error(`made a loop of ${settings.loop}`);
      return reachOf(newChanges(), current, settings.sync, at('12:00')).most;
    },
  }),
  worked({
    id: 'kpa-count',
    title: 'replicas that the KPA proposes, target 95: stable, with panic, below the panic threshold, halved',
    formula: 'ceil(average / target); panic from twice the ready replicas on; at least half of them',
    source: 'Knative pod autoscaler',
    cases: [
      [[3, 250, 250], 3],
      [[2, 50, 400], 5],
      [[2, 50, 380], 4],
      [[2, 50, 285], 1],
      [[10, 95, 95], 5],
    ],
    found: kpaCount,
  }),
  worked({
    id: 'retry-pauses',
    title: 'milliseconds before each of six retries of a request',
    formula: 'min(25 x 2^(n-1), 250)',
    source: 'RETRY-2; retries of Envoy, without jitter',
    cases: [
      [1, 25],
      [2, 50],
      [3, 100],
      [4, 200],
      [5, 250],
      [6, 250],
    ],
    found: (retry) => retryWait(retry, assumptions, () => 0),
  }),
  worked({
    id: 'crash-pauses',
    title: 'seconds before each of seven restarts of a container',
    formula: 'min(10 x 2^(n-1), 300)',
    source: 'crash loop back-off of Kubernetes',
    cases: [
      [1, 10],
      [2, 20],
      [3, 40],
      [4, 80],
      [5, 160],
      [6, 300],
      [7, 300],
    ],
    found: (failures) => backoffWait(failures, crashBackoff(assumptions)) / 1_000,
  }),
  worked({
    id: 'cron-ticks',
    title: 'the next tick of six schedules',
    formula: 'the next whole minute that matches, in UTC; two restricted day fields: either of them',
    source: 'CRON-1; Kubernetes CronJob',
    cases: [
      [['0 3 * * *', '2026-11-02T03:00:00Z'], '2026-11-03T03:00'],
      [['*/20 * * * *', '2026-11-02T03:19:59Z'], '2026-11-02T03:20'],
      [['0 0 29 2 *', '2026-11-02T00:00:00Z'], '2028-02-29T00:00'],
      [['0 0 13 * FRI', '2026-11-02T00:00:00Z'], '2026-11-06T00:00'],
      [['0 0 31 2 *', '2026-11-02T00:00:00Z'], 'never'],
      [['@every 90m', '2026-11-02T00:00:00Z'], '2026-11-02T01:30'],
    ],
    found: tickAfter,
  }),
  worked({
    id: 'quantities',
    title: 'millicores of 1, 250m and 0.1m; bytes of 128Mi, 1G and 1Gi',
    formula: 'Kubernetes quantities, rounded up to whole units',
    source: 'WL-4, WL-5',
    cases: [
      ['1', 1_000],
      ['250m', 250],
      ['0.1m', 1],
      ['128Mi', 134_217_728],
      ['1G', 1_000_000_000],
      ['1Gi', 1_073_741_824],
    ],
    found: (text) => {
      const amount = /[iG]/.test(text) ? parseMemoryBytes(text) : parseCpuMillicores(text);
      return typeof amount === 'number' ? amount : amount.error;
    },
  }),
  worked({
    id: 'ephemeral-storage',
    title: 'GB of ephemeral storage of a replica of 500m, 1000m and 1500m',
    formula: '1 GB, or 1 GB for each core of more than one',
    source: 'EPH-1, EPH-2',
    cases: [
      [500, 1],
      [1_000, 1],
      [1_500, 1.5],
    ],
    found: (millicores) => ephemeralBytes(millicores, false, assumptions) / assumptions['unit.gb'],
  }),
];

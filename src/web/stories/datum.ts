/**
 * Journal entries in words: a phrase for each type, a label for each field, and each value with its unit.
 */

import type { FactType } from '../../platform/facts.ts';
import type { PageEntry } from '../../report/picture/picture.ts';
import { whenText } from '../../report/picture/timeMarks.ts';
import { countText, durationText, shortNumber } from '../../report/words/format.ts';

/** What happened, in the past tense. */
const typeTexts = {
  'request.accepted': 'API request accepted',
  'request.refused': 'API request refused',
  'request.unexpected': 'Unexpected API response',
  'call.ended': 'Request completed',
  'record.deleted': 'Deletion completed',
  'fault.begun': 'Fault started',
  'fault.ended': 'Fault ended',
  'fault.missed': 'Fault target not found',
  'behaviour.changed': 'Behaviour changed',
  'logs.declared': 'Log lines changed',
  'command.running': 'Command started',
  'command.completed': 'Command completed',
  'command.failed': 'Command failed',
  'command.cancelled': 'Command cancelled',
  'deployment.opened': 'Workload deployed',
  'deployment.closed': 'Workload undeployed',
  'deployment.reopened': 'Workload redeployed',
  'deployment.scaled': 'Workload scaled',
  'deployment.bounded': 'Scale bounds changed',
  'deployment.suspended': 'Workload suspended',
  'deployment.resumed': 'Workload resumed',
  'deployment.kept': 'Replicas billed at zero scale changed',
  'charges.tagged': 'Billing tags changed',
  'balancer.opened': 'Load balancer created',
  'balancer.closed': 'Load balancer deleted',
  'requests.counted': 'Requests metered',
  'health.changed': 'Health changed',
  'demand.scaled': 'Demand scaled',
  'demand.turned': 'Requests come one by one',
  'demand.routed': 'Request routing changed',
  'rollout.started': 'Rollout started',
  'rollout.completed': 'Rollout completed',
  'rollout.stalled': 'Rollout stalled',
  'rollout.superseded': 'Rollout superseded',
  'rollout.switched': 'Traffic switched to another version',
  'replica.settled': 'Replica running before the start',
  'replica.created': 'Replica created',
  'replica.ready': 'Replica ready',
  'replica.available': 'Replica available',
  'replica.unavailable': 'Replica no longer available',
  'replica.unready': 'Replica no longer ready',
  'replica.unresponsive': 'Liveness probe failed',
  'replica.exited': 'Container exited',
  'replica.restarted': 'Container restarted',
  'replica.pullFailed': 'Image pull failed',
  'replica.lost': 'Replica lost',
  'replica.evicted': 'Replica evicted',
  'replica.terminating': 'Replica termination started',
  'replica.gone': 'Replica terminated',
  'execution.started': 'Execution started',
  'execution.retried': 'Execution retried',
  'execution.restarted': 'Execution container restarted',
  'execution.succeeded': 'Execution succeeded',
  'execution.failed': 'Execution failed',
  'execution.removed': 'Execution removed',
  'execution.invalid': 'Execution invalid',
  'execution.skipped': 'Execution skipped',
  'ticks.passed': 'Ticks missed while the schedule was halted',
  'execution.gone': 'Execution terminated',
  'execution.forgotten': 'Execution dropped from the history',
  'volume.settled': 'Volume in place before the start',
  'volume.created': 'Volume created',
  'volume.bound': 'Volume attached to a replica',
  'volume.unused': 'Volume detached, unused',
  'expansion.accepted': 'Expansion accepted',
  'expansion.refused': 'Expansion refused',
  'expansion.cleared': 'Expansion refusal ended',
  'volume.expanded': 'Volume expanded',
  'volume.replaced': 'Volume replaced',
  'volume.deleted': 'Volume deleted',
  'volume.billing': 'Volume billing changed',
  'volume.full': 'Volume full',
  'volume.relieved': 'Volume no longer full',
  'snapshot.taken': 'Snapshot taken',
  'snapshot.deleted': 'Snapshot deleted',
  'snapshot.expired': 'Snapshot expired',
  'snapshot.refused': 'Snapshot refused',
  'mount.opened': 'Shared volume mounted',
} satisfies { readonly [Type in FactType]: string };

/** `expansion.refused` -> `Expansion refused`; a type that is not listed is written as words. */
export function entryTypeText(type: string): string {
  const known = (typeTexts as { readonly [type: string]: string })[type];
  if (known !== undefined) return known;
  const words = wordsOf(type.replaceAll('.', ' '));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether an entry of this type reports a problem: it is marked with a cross. */
export function isTrouble(type: string): boolean {
  return /refused|failed|lost|missed|evicted|full|skipped|removed|killed|invalid|unready|unresponsive|stalled|exited|fault|unexpected|Failed/.test(
    type,
  );
}

/** Labels of fields whose name, written as words, would not be the standard term. */
const fieldLabels: { readonly [name: string]: string } = {
  allottedBytes: 'ephemeral storage limit',
  answersInMs: 'application responds in',
  as: 'requested by',
  bytes: 'size',
  capGB: 'max capacity',
  changes: 'changed records',
  code: 'error code',
  counted: 'replicas in the mean',
  cpuMillicores: 'CPU',
  desired: 'desired replicas',
  early: 'probed before the first response',
  egressBytesPerHour: 'egress',
  ephemeralBytes: 'ephemeral storage',
  expansionsCounted: 'expansions in the last 24 hours',
  expected: 'expected status',
  failures: 'consecutive failures',
  found: 'actual value',
  fromAt: 'from',
  goneAt: 'terminated at',
  headers: 'response headers',
  held: 'held until a replica is ready',
  isCapped: 'limited by max capacity',
  lacks: 'not available because of',
  lostBytes: 'data lost',
  lowestReady: 'min ready replicas',
  maxScale: 'maxScale',
  measured: 'metrics',
  memoryBytes: 'memory',
  minFreePercentage: 'minimum free',
  minScale: 'minScale',
  missesBefore: 'failed probes before that',
  mounter: 'object store mounts',
  overflowedAt: 'limit exceeded at',
  points: 'readings used',
  projectedGB: 'projected usage',
  ranMs: 'run time',
  reserved: 'reservation',
  restarts: 'restart count',
  running: 'active executions',
  scale: 'scale factor',
  signalAt: 'stop signal at',
  sinceAt: 'no progress since',
  slopeGBPerHour: 'growth rate',
  slotAt: 'scheduled for',
  startedAt: 'containers started at',
  struck: 'affected replicas and executions',
  surge: 'max surge',
  tookMs: 'duration',
  tries: 'attempts',
  unavailable: 'max unavailable',
  usedCpuMillicores: 'CPU used',
  volumeset: 'volume set',
  waitedMs: 'queue time',
  waitsFor: 'waiting for',
  wanted: 'expected value',
  why: 'reason',
};

/** How a value is written, by the unit at the end of the field's name. */
const endings: readonly (readonly [RegExp, (value: number) => string])[] = [
  [/MicroGB$/, (value) => `${shortNumber(value / 1e6, 3)} GB`],
  [/GBPerHour$/, (value) => `${shortNumber(value, 3)} GB/h`],
  [/GB$/, (value) => `${shortNumber(value, 3)} GB`],
  [/BytesPerHour$/, (value) => `${bytesText(value)}/h`],
  [/Bytes$|^bytes$/, bytesText],
  [/Millicores$/, (value) => `${shortNumber(value / 1_000, 3)} cores`],
  [/Milli$/, (value) => shortNumber(value / 1_000, 3)],
  [/Percentage$|Pct$/, (value) => `${shortNumber(value, 2)} %`],
  [/Ms$/, durationText],
];

function bytesText(value: number): string {
  if (value >= 1e8) return `${shortNumber(value / 1e9, 3)} GB`;
  return value >= 2 ** 20 ? `${shortNumber(value / 2 ** 20, 1)} MiB` : `${countText(value)} bytes`;
}

/**
 * The label of a field and its value with the unit: `fromMicroGB: 40000000` -> `from`, `40 GB`;
 * `retryAt` -> `retry at`, `Sat 14 Nov 2026, 03:05 UTC`.
 */
export function fieldText(name: string, value: unknown): readonly [string, string] {
  const ending = endings.find(([pattern]) => pattern.test(name));
  const label = fieldLabels[name] ?? wordsOf(ending === undefined ? name : name.replace(ending[0], ''));
  // The values of a list are of one kind, which its name tells: `expandedAt` are instants.
  if (Array.isArray(value)) return [label, value.map((one) => fieldText(name, one)[1]).join('; ') || 'none'];
  if (typeof value !== 'number') return [label, valueText(value)];
  if (ending !== undefined) return [label, ending[1](value)];
  return [label, name.endsWith('At') ? whenText(value) : shortNumber(value, 3)];
}

function wordsOf(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
}

function valueText(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  return Object.entries(value as object)
    .map(([name, one]) => fieldText(name, one).join(' '))
    .join(', ');
}

/** All fields of an entry, each with its label and value. */
export function fieldsOf({ data }: Pick<PageEntry, 'data'>): (readonly [string, string])[] {
  return Object.entries(data).map(([name, value]) => fieldText(name, value));
}

/** An entry on one line: `from 40 GB, to 52 GB`. At most four fields, without lists, objects and instants. */
export function briefText({ data }: Pick<PageEntry, 'data'>): string {
  return Object.entries(data)
    .filter(([name, value]) => typeof value !== 'object' && !name.endsWith('At'))
    .slice(0, 4)
    .map(([name, value]) => fieldText(name, value).join(name === 'why' ? ': ' : ' '))
    .join(', ');
}

/**
 * Which changes `why-not` tries, the likeliest first: the numbers and choices of the record that the planner reads,
 * each as far as makes sense, and the assumptions that its reason cites.
 */
import { type Duration, second } from '../../engine/time.ts';
import type { Value } from '../../engine/value.ts';
import { withDefaults } from '../../platform/api/document/defaults.ts';
import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../../platform/api/document/json.ts';
import { nameOfLink as lastPart } from '../../platform/api/document/link.ts';
import type { StoredRecord } from '../../platform/api/records/record.ts';
import { targetKeysOf } from '../../platform/autoscaling/triggerTarget.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import { nameOfLink, type VolumeEntity, volumesetAt, type World } from '../../platform/world.ts';
import { type AssumptionName, isAssumptionName, writtenValue } from '../../rules/assumptions.ts';
import { otherValues } from '../../rules/otherValues.ts';
import { type AssumptionLever, type FieldLever, type LeverValues, pathOfField } from './lever.ts';
import type { WhyNotInstants } from './past.ts';
import type { WhyNotSubject } from './subject.ts';
import type { Wanted } from './wanted.ts';

/** Which way a number may go, and how far at most: a factor, or a bound of its own. */
interface Reach {
  readonly step: number;
  readonly least?: number;
  readonly most?: number;
  /** A value that surely does not help, nearer to what is wanted than the present one; default: the present one. */
  readonly beyond?: number;
}

/** Whether more or less is wanted than there is; of an event `other`. */
export type Side = 'less' | 'more' | 'other';

/** The levers of a subject, in the order in which they are tried. */
export function leversOf(
  world: World,
  subject: WhyNotSubject,
  wanted: Wanted,
  side: Side,
  { first, tick }: Pick<WhyNotInstants, 'first' | 'tick'>,
): readonly FieldLever[] {
  if (subject.kind === 'volume') return volumeLevers(world, subject, wanted, side);
  if (subject.settings.job === null)
    return scaleLevers(world, subject, wanted.kind === 'count' ? wanted.value : 0, side);
  return cronLevers(world, subject, first === null || tick === null ? null : tick - first.at);
}

function scaleLevers(world: World, deployment: Deployment, count: number, side: Side): readonly FieldLever[] {
  const record = world.control.records.get(deployment.workload);
  if (record === undefined) return [];
  const place = placeOf(world, record, deployment);
  const { block, field } = place;
  const isLess = side === 'less';
  const { desired, options } = deployment;
  const { minScale, maxScale } = options;
  const bounds = world.assumptions['fields.bounds.scaleToZeroDelay'];
  const delay: Reach = { step: 1, least: bounds === 'off' ? 0 : (bounds.from ?? 0) };
  const metric = textAt(block, 'metric');
  const isShare = (name: string | undefined): boolean => name === 'cpu' || name === 'memory';
  const targets = metric === 'multi' ? objectsAt(block, 'multi') : [{ ...block, metric: metric ?? null } as JsonObject];
  const found: (FieldLever | null)[] = [
    ...(metric === 'keda' || metric === 'disabled'
      ? []
      : targets.map((entry, index) => {
          const from = numberAt(entry, 'target');
          const most = isShare(textAt(entry, 'metric')) && (from ?? 0) <= 100 ? 100 : undefined;
          const steps = metric === 'multi' ? ['multi', index, 'target'] : ['target'];
          return field(steps, from, isLess ? 'up' : 'down', { step: 1, ...(most === undefined ? {} : { most }) });
        })),
    ...(metric === 'keda' ? triggerLevers(place, isLess) : []),
    // A bound that the present count does not reach changes nothing: the first that matters is next to it.
    isLess
      ? field(['maxScale'], maxScale, 'down', {
          step: 1,
          least: Math.max(count, minScale, 1),
          beyond: Math.min(maxScale, desired),
        })
      : field(['minScale'], minScale, 'up', {
          step: 1,
          most: Math.min(count, maxScale),
          beyond: Math.max(minScale, desired),
        }),
    isLess
      ? field(['minScale'], minScale, 'down', { step: 1, least: count })
      : field(['maxScale'], maxScale, 'up', { step: 1, most: Math.max(count, maxScale) }),
    metric === 'disabled'
      ? null
      : field(['scaleToZeroDelay'], numberAt(block, 'scaleToZeroDelay'), isLess ? 'down' : 'up', delay),
    minScale === maxScale ? fixedCount(place, minScale, isLess ? 'down' : 'up', Math.max(count, 1)) : null,
    ...(metric === 'concurrency'
      ? [field(['maxConcurrency'], numberAt(block, 'maxConcurrency'), isLess ? 'up' : 'down', { step: 1 })]
      : []),
  ];
  return found.flatMap((one) => one ?? []);
}

/** Both bounds together, where they are one: neither can pass the other. */
function fixedCount({ field }: OptionsPlace, from: number, way: 'up' | 'down', count: number): FieldLever | null {
  const reach = way === 'up' ? { step: 1, most: count } : { step: 1, least: count };
  const of = field(['maxScale'], from, way, reach);
  if (of === null) return null;
  const name = of.name.replace(/maxScale$/, 'minScale and maxScale');
  return { ...of, name, steps: of.steps.slice(0, -1), keys: ['minScale', 'maxScale'] };
}

/** Seconds that something waits: none at all makes sense, too. */
const waits: Reach = { step: 1, least: 0 };

function triggerLevers({ block, field }: OptionsPlace, isLess: boolean): readonly (FieldLever | null)[] {
  const keda = objectAt(block, 'keda');
  const thresholds = objectsAt(keda, 'triggers').flatMap((trigger, index) => {
    const metadata = objectAt(trigger, 'metadata');
    const key = targetKeysOf(textAt(trigger, 'type') ?? '').find((one) => metadata[one] !== undefined);
    if (key === undefined) return [];
    const from = Number(metadata[key]);
    return [field(['keda', 'triggers', index, 'metadata', key], from, isLess ? 'up' : 'down', { step: 1 })];
  });
  const seconds = (key: string): FieldLever | null =>
    field(['keda', key], numberAt(keda, key), isLess ? 'down' : 'up', waits);
  return [...thresholds, seconds('cooldownPeriod'), seconds('initialCooldownPeriod')];
}

interface OptionsPlace {
  /** `autoscaling`, its defaults filled in. */
  readonly block: JsonObject;
  field(
    steps: readonly (string | number)[],
    from: number | undefined,
    way: 'up' | 'down',
    reach: Reach,
  ): FieldLever | null;
}

/** The options that apply to a deployment: those of its location, else the default ones. */
function placeOf(world: World, record: StoredRecord, { location }: Deployment): OptionsPlace {
  const spec = withDefaults(record, world.assumptions, world.setup.prefix);
  const own = objectsAt(spec, 'localOptions');
  const index = own.findIndex((options) => lastPart(textAt(options, 'location') ?? '') === location);
  const before = index < 0 ? ['defaultOptions'] : ['localOptions', index];
  const options = own[index] ?? objectAt(spec, 'defaultOptions');
  return {
    block: objectAt(options, 'autoscaling'),
    field: (steps, from, way, reach) => fieldLever(record, [...before, 'autoscaling', ...steps], from, way, reach),
  };
}

/** A number to lower or to raise; null: there is none, or nothing else makes sense. */
function fieldLever(
  record: StoredRecord,
  steps: readonly (string | number)[],
  from: number | undefined,
  way: 'up' | 'down',
  { step, least, most, beyond = from ?? 0 }: Reach,
  isFromStart = false,
): FieldLever | null {
  if (from === undefined || !Number.isFinite(from)) return null;
  // Half of it and double of it, where nothing nearer or further bounds it: more is no longer the same setting.
  const furthest = way === 'up' ? (most ?? Math.floor((2 * from) / step) * step) : (least ?? Math.ceil(from / 2));
  if (way === 'up' ? furthest <= beyond : furthest >= beyond) return null;
  return {
    kind: 'field',
    name: pathOfField(nameOfLink(record.link), steps),
    from,
    values: { kind: 'grid', step, beyond, furthest },
    link: record.link,
    steps,
    keys: null,
    isFromStart,
  };
}

function volumeLevers(world: World, { volume }: VolumeEntity, wanted: Wanted, side: Side): readonly FieldLever[] {
  const set = volumesetAt(world, volume.volumeset);
  const record = world.control.records.get(set.link);
  if (record === undefined) return [];
  const spec = withDefaults(record, world.assumptions, world.setup.prefix);
  const autoscaling = objectAt(spec, 'autoscaling');
  const predictive = objectAt(autoscaling, 'predictive');
  const isPredicted = predictive['enabled'] === true;
  const isLess = side === 'less';
  const way = isLess ? 'down' : 'up';
  const isCapped = wanted.kind === 'capacity' || volume.capacityMicroGB >= set.settings.capMicroGB;
  const isRefused = wanted.kind === 'event' && wanted.type === 'expansion.refused';
  const at = (of: JsonObject, before: readonly string[]) => (key: string, one: 'up' | 'down', reach: Reach) =>
    fieldLever(record, [...before, key], numberAt(of, key), one, reach);
  const own = at(autoscaling, ['autoscaling']);
  const predicted = at(predictive, ['autoscaling', 'predictive']);
  const found = [
    own('scalingFactor', way, { step: 0.01, ...(isLess ? { least: isPredicted ? 1.1 : 1 } : {}) }),
    own('minFreePercentage', way, { step: 1, ...(isLess ? {} : { most: 50 }) }),
    ...(isRefused ? [own('minFreePercentage', 'down', { step: 1 })] : []),
    ...(isCapped ? [own('maxCapacity', way, { step: 1 })] : []),
    ...(isPredicted
      ? [
          predicted('scalingFactor', way, { step: 0.01, ...(isLess ? { least: 1.1 } : {}) }),
          predicted('projectionHours', way, { step: 1 }),
        ]
      : []),
    fieldLever(record, ['initialCapacity'], numberAt(spec, 'initialCapacity'), way, { step: 1 }, true),
  ];
  return found.flatMap((one) => one ?? []);
}

/** @param blockedFor how long the execution that blocks the tick had run by then; null: none is known */
function cronLevers(
  world: World,
  { workload, options, settings }: Deployment,
  blockedFor: Duration | null,
): readonly FieldLever[] {
  const record = world.control.records.get(workload);
  if (record === undefined || settings.job === null) return [];
  const spec = withDefaults(record, world.assumptions, world.setup.prefix);
  const { concurrencyPolicy, suspend } = settings.job;
  const choice = (steps: readonly string[], from: Value, all: readonly Value[]): FieldLever => ({
    kind: 'field',
    name: pathOfField(nameOfLink(record.link), steps),
    from,
    values: { kind: 'choices', all },
    link: record.link,
    steps,
    keys: null,
    isFromStart: false,
  });
  return [
    ...(suspend ? [choice(['job', 'suspend'], true, [false])] : []),
    ...(options.suspend ? [choice(['defaultOptions', 'suspend'], true, [false])] : []),
    ...(concurrencyPolicy === 'Forbid'
      ? ['Allow', 'Replace'].map((policy) => choice(['job', 'concurrencyPolicy'], 'Forbid', [policy]))
      : []),
    ...(concurrencyPolicy === 'Forbid' ? [deadlineLever(record, spec, blockedFor)] : []),
  ].flatMap((one) => one ?? []);
}

/** A deadline that ends the blocking execution by the tick, down to half of the present one or of that time. */
function deadlineLever(record: StoredRecord, spec: JsonObject, blockedFor: Duration | null): FieldLever | null {
  const set = numberAt(objectAt(spec, 'job'), 'activeDeadlineSeconds') ?? null;
  const late = blockedFor === null ? null : Math.floor(blockedFor / second) + 1;
  const from = set ?? late;
  if (from === null) return null;
  const reach: Reach = { step: 1, beyond: Math.min(from, late ?? from) };
  const found = fieldLever(record, ['job', 'activeDeadlineSeconds'], from, 'down', reach);
  return found === null ? null : { ...found, from: set };
}

/** What else a loop could have assumed, for each way of its count; its reason cites only what decided. */
const besideScale: { readonly [side in Side]: readonly AssumptionName[] } = {
  less: ['hpa.tolerance', 'hpa.down.window'],
  more: ['hpa.tolerance'],
  other: [],
};

/** When a planner looks, not what it decides: with another grid, the instant that is asked about is no decision. */
const grids: ReadonlySet<AssumptionName> = new Set([
  'hpa.sync',
  'kpa.tick',
  'keda.poll',
  'volume.reading.interval',
  'volume.reading.grain',
]);

/** The assumptions that a reason cites, each with its other values. */
export function assumptionLevers(world: World, cited: readonly string[], side: Side): readonly AssumptionLever[] {
  const isHpa = cited.some((name) => name.startsWith('hpa.'));
  const names = [...new Set([...cited.filter(isAssumptionName), ...(isHpa ? besideScale[side] : [])])];
  return names
    .filter((name) => !grids.has(name))
    .flatMap((name): AssumptionLever[] => {
      const all = otherValues(name, world.assumptions);
      // Without the window a count falls at once: the register names no such value, and it is the first to ask for.
      const values = name === 'hpa.down.window' ? ['0s', ...all.filter((value) => value !== '0s')] : all;
      if (values.length === 0) return [];
      const from = writtenValue(name, world.assumptions);
      const tried: LeverValues = { kind: 'choices', all: values };
      return [{ kind: 'assumption', name, from, values: tried }];
    });
}

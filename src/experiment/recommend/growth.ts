/**
 * How large the volumes of a set begin, and how they grow (VOLAUTO-1 to VOLAUTO-10, LIMIT-1).
 */
import { capacityBounds, gbFromMicroGB } from '../../platform/volume/capacity.ts';
import { usedBytesAt, type VolumeUsage } from '../../platform/volume/usage.ts';
import type { VolumeCapacity } from '../../report/capacity/capacityVolumes.ts';
import { durationText, shortNumber } from '../../report/words/format.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { freeUsual, isSoonFull, marginDays, mostUsedGB, neededGB, paceGB, usedLaterGB } from './lasting.ts';
import { type Alternative, ladder, type Question } from './question.ts';
import type { Seen, SeenVolumeset } from './seen.ts';
import type { Setting } from './setting.ts';

/** A capacity that would shrink by less stays. */
const shrinkLeast = 0.1;
/** Factors and shares of free room that are tried. */
const factors: readonly number[] = [1.2, 1.5, 2, 3];
const frees: readonly number[] = [10, 20, 30, 40];
/** A volume that grows by itself, where the set says nothing of it. */
const policyUsual = { minFreePercentage: freeUsual, scalingFactor: 1.5 };

/** Not of sets that nobody mounts: there is a better answer for those. */
export function growthQuestions({ volumesets, workloads, trial }: Seen): Question[] {
  return volumesets.flatMap((set) => {
    const usage = trial.scenario.behaviours.volumesets.get(set.key)?.usage;
    const isMounted = workloads.some(({ gvc, mounts }) => gvc === set.gvc && mounts.includes(set.name));
    if (usage === undefined || !isMounted || set.volumes.length === 0) return [];
    const isTroubled = set.volumes.some(isInTrouble);
    return isTroubled ? soundOf(set, wantedAtEnd(trial.scenario, usage)) : [...smallerOf(set), ...thriftyOf(set)];
  });
}

/**
 * Bytes that a volume which is there from the start would hold at the end, were there room; what the timeline adds to
 * it comes on top.
 */
function wantedAtEnd({ start, end }: Scenario, usage: VolumeUsage): number {
  return usedBytesAt(usage, end - start);
}

/** Too much to begin with. */
function smallerOf(set: SeenVolumeset): Question[] {
  const { settings, volumes } = set;
  if (volumes.some(({ expansions }) => expansions > 0)) return [];
  const now = gbFromMicroGB(settings.initialMicroGB);
  const free = settings.autoscaling?.minFreePercentage ?? freeUsual;
  const least = gbFromMicroGB(capacityBounds(settings.performanceClass).leastMicroGB);
  const most = Math.max(...volumes.map(mostUsedGB));
  // What cannot grow by itself has to last.
  const later = settings.autoscaling === null ? Math.max(...volumes.map(usedLaterGB)) : most;
  const needed = neededGB(later, free, least);
  if (needed > (1 - shrinkLeast) * now) return [];
  const cost = costOf(volumes);
  return [
    {
      ...about(set),
      field: 'initialCapacity',
      now: `${now} GB`,
      reason: `no volume uses more than ${shortNumber(most)} GB, and none was expanded; ${needed} GB leave ${shortNumber(free)} % free${later > most ? ` for ${marginDays} more days at the current growth` : ''}. Existing volumes keep their capacity until they are recreated`,
      severity: 'info',
      hope: cost * (1 - needed / now),
      take: 'first',
      alternatives: ladder(now, needed)
        .filter((gb) => gb <= (1 - shrinkLeast) * now)
        .map((gb) => changed(set, `${gb} GB`, { initialCapacity: gb })),
    },
  ];
}

/** A policy that buys more room than it needs. */
function thriftyOf(set: SeenVolumeset): Question[] {
  const { settings, volumes } = set;
  const { autoscaling } = settings;
  const expansions = volumes.reduce((sum, one) => sum + one.expansions, 0);
  if (autoscaling === null || expansions === 0) return [];
  const { minFreePercentage, scalingFactor, predictive } = autoscaling;
  const alternatives = [
    ...factors
      .filter((one) => one < scalingFactor)
      .map((one) => policy(set, `scalingFactor ${one}`, { scalingFactor: one })),
    ...frees
      .filter((one) => one < minFreePercentage)
      .map((one) => policy(set, `minFreePercentage ${one}`, { minFreePercentage: one })),
    ...(predictive === null ? [] : [policy(set, 'predictive off', { 'predictive.enabled': false })]),
  ];
  if (alternatives.length === 0) return [];
  const [used, capacity] = [sumOf(volumes, 'usedGB'), sumOf(volumes, 'capacityGB')];
  return [
    {
      ...about(set),
      field: 'autoscaling',
      now: policyText(set),
      reason: `${expansions} expansions led to ${shortNumber(capacity)} GB of capacity for ${shortNumber(used)} GB used at the end`,
      severity: 'info',
      hope: costOf(volumes) * Math.max(0, 1 - used / Math.max(1, capacity) / (1 - minFreePercentage / 100)),
      take: 'all',
      alternatives,
    },
  ];
}

/** A policy under which volumes are refused room, or fill up. */
function soundOf(set: SeenVolumeset, wantedBytes: number): Question[] {
  const { settings, volumes } = set;
  const bad = volumes.filter(isInTrouble);
  const full = Math.max(...bad.map(({ fullMs }) => fullMs));
  const blocked = Math.max(...bad.map(({ blockedMs }) => blockedMs));
  const refusals = bad.reduce((sum, one) => sum + one.expansionsRefused, 0);
  const said = [
    ...(refusals > 0 ? [`${refusals} expansions were refused`] : []),
    ...(blocked > 0
      ? [`a volume was below minFreePercentage with no expansion left for ${durationText(blocked)}`]
      : []),
    ...(full > 0 ? [`a volume was full for ${durationText(full)}`] : []),
    ...(refusals + blocked + full === 0 && bad.some(({ firstRefusal }) => firstRefusal !== null)
      ? ['a volume was below minFreePercentage at its maximum capacity']
      : []),
    ...(full === 0 ? soonText(bad) : []),
  ];
  const first = {
    ...about(set),
    reason: said.join(', '),
    severity: full > 0 ? 'error' : 'warning',
    hope: full + blocked,
  } as const;
  const { autoscaling } = settings;
  if (autoscaling === null) return [roomOf(set, first, wantedBytes)];
  const initial = gbFromMicroGB(settings.initialMicroGB);
  const most = gbFromMicroGB(capacityBounds(settings.performanceClass).greatestMicroGB);
  const larger = [...ladder(initial, Math.min(most, 2 * initial))].reverse();
  const cap = gbFromMicroGB(settings.capMicroGB);
  const isCapped = bad.some((one) => one.firstRefusal?.cause === 'max-capacity' || one.atMaxMs > 0 || isSoonFull(one));
  const { minFreePercentage, scalingFactor, predictive } = autoscaling;
  const caps = [1.5, 2, 4]
    .map((by) => Math.min(most, Math.ceil(cap * by)))
    .filter((gb, at, all) => gb > cap && all.indexOf(gb) === at);
  return [
    {
      ...first,
      field: 'autoscaling',
      now: policyText(set),
      take: 'all',
      alternatives: [
        ...(isCapped ? caps.map((gb) => policy(set, `maxCapacity ${gb} GB`, { maxCapacity: gb })) : []),
        ...factors
          .filter((one) => one > scalingFactor)
          .map((one) => policy(set, `scalingFactor ${one}`, { scalingFactor: one })),
        ...frees
          .filter((one) => one > minFreePercentage)
          .map((one) => policy(set, `minFreePercentage ${one}`, { minFreePercentage: one })),
        policy(set, predictive === null ? 'predictive on' : 'predictive off', {
          'predictive.enabled': predictive === null,
        }),
        ...larger.map((gb) => changed(set, `initialCapacity ${gb} GB`, { initialCapacity: gb })),
      ],
    },
  ];
}

/** Of volumes that cannot grow: that they may, or that they have enough for the run and `marginDays` more days. */
function roomOf(
  set: SeenVolumeset,
  first: Omit<Question, 'field' | 'now' | 'take' | 'alternatives'>,
  wantedBytes: number,
): Question {
  const { settings, volumes } = set;
  const initial = gbFromMicroGB(settings.initialMicroGB);
  const most = gbFromMicroGB(capacityBounds(settings.performanceClass).greatestMicroGB);
  const usedGB = Math.max(wantedBytes / settings.bytesPerGB, ...volumes.map((one) => Number(one.usedGB)));
  const growth = Math.max(...volumes.map(paceGB));
  const needed = Math.min(most, Math.max(initial + 1, neededGB(usedGB + growth * marginDays, freeUsual, initial)));
  const maxCapacity = Math.min(most, Math.max(4 * initial, Math.ceil(1.5 * needed)));
  const sizes = [needed, Math.min(most, 2 * needed)].filter((gb, at, all) => all.indexOf(gb) === at);
  const grows = `autoscaling with minFreePercentage ${freeUsual}, scalingFactor ${policyUsual.scalingFactor}, up to ${maxCapacity} GB`;
  return {
    ...first,
    reason: `${first.reason}. It would use ${shortNumber(usedGB)} GB at the end and grows by ${shortNumber(growth)} GB a day: ${needed} GB leave ${freeUsual} % free for ${marginDays} more days. Existing volumes need expandVolume for this`,
    field: 'capacity',
    now: `${initial} GB, no autoscaling`,
    take: 'all',
    alternatives: [
      policy(set, grows, { ...policyUsual, maxCapacity }),
      ...sizes.map((gb) => changed(set, `initialCapacity ${gb} GB`, { initialCapacity: gb })),
    ],
  };
}

function isInTrouble(volume: VolumeCapacity): boolean {
  const { refusals, fullMs, blockedMs } = volume;
  return refusals > 0 || fullMs > 0 || blockedMs > 0 || isSoonFull(volume);
}

function soonText(volumes: readonly VolumeCapacity[]): string[] {
  const soon = volumes.filter(isSoonFull);
  return soon.length === 0 ? [] : [`at the current growth a volume is full within ${marginDays} days after the run`];
}

function about({ key }: SeenVolumeset): Pick<Question, 'kind' | 'target' | 'location'> {
  return { kind: 'volume', target: key, location: null };
}

function policyText({ settings: { autoscaling, capMicroGB } }: SeenVolumeset): string {
  if (autoscaling === null) return 'none';
  const { minFreePercentage, scalingFactor, predictive } = autoscaling;
  return `minFreePercentage ${minFreePercentage}, scalingFactor ${scalingFactor}, up to ${gbFromMicroGB(capMicroGB)} GB, predictive ${predictive === null ? 'off' : 'on'}`;
}

function changed({ key }: SeenVolumeset, proposed: string, fields: { readonly [name: string]: number }): Alternative {
  return { proposed, settings: fieldsOf(key, ['spec'], fields) };
}

function policy(
  { key }: SeenVolumeset,
  proposed: string,
  fields: { readonly [name: string]: number | boolean },
): Alternative {
  return { proposed, settings: fieldsOf(key, ['spec', 'autoscaling'], fields) };
}

function fieldsOf(
  resource: string,
  steps: readonly string[],
  fields: { readonly [name: string]: number | boolean },
): Setting[] {
  return Object.entries(fields).map(([name, value]) => ({
    kind: 'field',
    resource,
    steps: [...steps, ...name.split('.')],
    value,
  }));
}

function costOf(volumes: readonly VolumeCapacity[]): number {
  return volumes.reduce((sum, { cost }) => sum + Number(cost), 0);
}

function sumOf(volumes: readonly VolumeCapacity[], field: 'usedGB' | 'capacityGB'): number {
  return volumes.reduce((sum, one) => sum + Number(one[field]), 0);
}

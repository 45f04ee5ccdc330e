/**
 * Checks of volumes: which snapshots exist, and which expansions the quota allows (SNAP-1, LIMIT-1).
 */
import { hour } from '../../engine/time.ts';
import { Run } from '../run.ts';
import type { Constants } from './chanceCheck.ts';
import type { ExactCheck } from './exactCheck.ts';
import { gvc, head, scenarioFrom } from './stations.ts';

function documentOf(days: number, volumeset: object, timeline: readonly object[] = []): object {
  const volumes = [{ uri: 'svc://volumeset/data', path: '/data' }];
  const containers = [{ name: 'main', image: 'db:1', cpu: '250m', memory: '256Mi', volumes }];
  const autoscaling = { metric: 'disabled', minScale: 1, maxScale: 1 };
  const size = { fileSystemType: 'ext4', performanceClass: 'general-purpose-ssd', initialCapacity: 10 };
  return {
    ...head,
    for: `${days}d`,
    timing: 'instant',
    resources: [
      gvc,
      { kind: 'volumeset', gvc: 'ash', name: 'data', spec: { ...size, ...volumeset } },
      {
        kind: 'workload',
        gvc: 'ash',
        name: 'db',
        spec: { type: 'stateful', containers, defaultOptions: { autoscaling } },
      },
    ],
    timeline,
  };
}

/** Snapshots at regular times. */
interface Snapshots extends Constants {
  readonly everyHours: number;
  readonly retentionHours: number;
}

const snapshotDays = 6;

/** Instants at which the snapshots are counted, in ms from the start: at each tick, and a millisecond before it. */
function looks(everyHours: number): number[] {
  const ticks = Array.from(
    { length: (snapshotDays * 24) / everyHours - 1 },
    (_, tick) => (tick + 1) * everyHours * hour,
  );
  return ticks.flatMap((at) => [at - 1, at]);
}

const snapshots: ExactCheck<Snapshots> = {
  id: 'snapshots',
  chapter: 'volumes',
  title: 'snapshots that exist just before and at each tick of a schedule, one every 6 hours, kept for 48 hours',
  formula: 'the ticks of (t - retention, t]',
  source: 'SNAP-1, SNAP-2: a tick takes a snapshot, which is deleted when it is as old as the retention',
  constants: { everyHours: 6, retentionHours: 48 },
  finds: { everyHours: [2], retentionHours: [47 / 48, 49 / 48] },
  expected: ({ everyHours, retentionHours }) =>
    looks(6)
      .map((at) => {
        const newest = Math.floor(at / (everyHours * hour));
        const expired = Math.floor((at - retentionHours * hour) / (everyHours * hour));
        // The tick at the start of the run counts.
        return newest - Math.max(expired, -1);
      })
      .join(' '),
  found: ({ everyHours, retentionHours }, seed) => {
    const spec = { snapshots: { schedule: `0 */${everyHours} * * *`, retentionDuration: `${retentionHours}h` } };
    let existing = 0;
    const scenario = scenarioFrom(documentOf(snapshotDays, spec), seed);
    const run = new Run(scenario, {
      events: false,
      isAsked: false,
      sink: ({ type }) => {
        if (type === 'snapshot.taken') existing += 1;
        if (type === 'snapshot.expired' || type === 'snapshot.deleted') existing -= 1;
      },
    });
    const counts = looks(6).map((at) => {
      run.sim.runUntil(scenario.start + at, { included: true });
      return existing;
    });
    return counts.join(' ');
  },
};

/** Attempts to expand one volume, one an hour. */
interface Quota extends Constants {
  readonly expansions: number;
  readonly windowHours: number;
}

const quotaDays = 3;

const quota: ExactCheck<Quota> = {
  id: 'expansion-quota',
  chapter: 'volumes',
  title: 'hours in which an expansion is accepted, if one is asked for every hour of 3 days',
  formula: 'the first 4 of each 24: hour mod 24 < 4',
  source: 'LIMIT-1: at most four expansions in (t - 24 h, t]',
  constants: { expansions: 4, windowHours: 24 },
  finds: { expansions: [0.75, 1.25], windowHours: [23 / 24, 25 / 24] },
  expected: ({ expansions, windowHours }) =>
    Array.from({ length: quotaDays * 24 }, (_, at) => at)
      .filter((at) => at % windowHours < expansions)
      .join(' '),
  found: (_, seed) => {
    const timeline = Array.from({ length: quotaDays * 24 }, (_, at) => ({
      at: `+${at}h`,
      post: '/gvc/ash/volumeset/data/-command',
      with: {
        type: 'expandVolume',
        spec: { location: 'aws-us-east-1', volumeIndex: 0, newStorageCapacity: 11 + at },
      },
    }));
    const scenario = scenarioFrom(documentOf(quotaDays, {}, timeline), seed);
    const accepted: number[] = [];
    const run = new Run(scenario, {
      events: false,
      isAsked: false,
      sink: ({ type, at }) => {
        if (type === 'expansion.accepted') accepted.push((at - scenario.start) / hour);
      },
    });
    run.advance();
    return accepted.join(' ');
  },
};

/** All of them, in the order of the report. */
export const volumeChecks: readonly ExactCheck[] = [snapshots, quota];

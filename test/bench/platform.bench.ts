/**
 * P5: what one domain event costs on average, in a world of cron workloads and rollouts. With the journal off nobody
 * hears: schedules are worked out when somebody looks.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JournalSink } from '../../src/engine/journal.ts';
import { day, hour } from '../../src/engine/time.ts';
import { Run } from '../../src/experiment/run.ts';
import { JournalFile } from '../../src/node/journal/journalFile.ts';
import { NdjsonJournal } from '../../src/node/journal/ndjsonJournal.ts';
import { LineFile } from '../../src/node/lineFile.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { type Bench, costRow, nanoseconds } from './rows.ts';

const rounds = 6;
/** Events that are measured at a time. */
const stretch = 10_000;
const days = 7;
const cronWorkloads = 500;
const rollingWorkloads = 200;
const locations = ['aws-us-east-1', 'aws-eu-central-1', 'aws-ap-southeast-1', 'gcp-us-central1', 'azure-eastus2'];

/**
 * An event's cost is that of a run after its start over the number of domain events: the bookkeeping between them is a
 * part of it.
 */
export const platformBench: Bench = {
  id: 'P5',
  name: 'domain event of the platform',
  run() {
    const scenario = busyWeek();
    const { events, lines } = countOf(scenario);
    const folder = mkdtempSync(join(tmpdir(), 'svcsim-bench-'));
    try {
      const off: number[][] = [];
      const heard: number[][] = [];
      const written: number[][] = [];
      for (let round = 0; round < rounds; round++) {
        off.push(stretchCosts(scenario, null));
        heard.push(stretchCosts(scenario, () => {}));
        const path = join(folder, 'journal.ndjson');
        const file = new JournalFile(new NdjsonJournal(new LineFile(path, path), 1e9), 'all', 1e9);
        written.push(stretchCosts(scenario, (entry) => file.listen(entry)));
        file.close();
      }
      return [
        costRow('P5 journal off', 'ns/event', 200, [leastTotal(off) / events]),
        costRow('P5 journal listened to', 'ns/event', 500, [leastTotal(heard) / events]),
        costRow('P5 journal line written', 'ns/line', 1000, [(leastTotal(written) - leastTotal(heard)) / lines]),
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/**
 * Nanoseconds of each stretch of a run; of one that nobody hears as a whole, as in slices its schedules would happen in
 * slices, too.
 */
function stretchCosts(scenario: Scenario, sink: JournalSink | null): number[] {
  const run = runOf(scenario, sink);
  if (sink === null) return [nanoseconds(1, () => run.advance())];
  const costs: number[] = [];
  for (let isDone = false; !isDone; ) {
    costs.push(
      nanoseconds(1, () => {
        isDone = run.advance(stretch) === 'done';
      }),
    );
  }
  return costs;
}

/**
 * A run does the same in every round: the least of each stretch, whenever it was, makes up a run that nobody disturbed.
 */
function leastTotal(roundsOfCosts: readonly (readonly number[])[]): number {
  let total = 0;
  for (let i = 0; i < (roundsOfCosts[0]?.length ?? 0); i++)
    total += Math.min(...roundsOfCosts.map((costs) => costs[i]!));
  return total;
}

function runOf(scenario: Scenario, sink: JournalSink | null): Run {
  return new Run(scenario, { isAsked: false, events: false, ...(sink === null ? {} : { sink }) });
}

/**
 * What a run does after its start. Events: transitions of replicas, starts and ends of executions, changes of rollouts;
 * not what is forgotten or asked for beside them. Lines: all that it journals.
 */
function countOf(scenario: Scenario): { events: number; lines: number } {
  let events = 0;
  let lines = 0;
  const run = runOf(scenario, ({ type }) => {
    lines++;
    if (type !== 'execution.forgotten' && type !== 'request.accepted') events++;
  });
  events = 0;
  lines = 0;
  run.advance();
  return { events, lines };
}

/** 500 cron workloads and 200 that are deployed weekly, in five locations. */
function busyWeek(): Scenario {
  const document = {
    svcsim: 1,
    name: 'bench',
    start: '2026-11-01T00:00:00Z',
    for: `${days}d`,
    resources: [
      {
        kind: 'gvc',
        name: 'shop',
        spec: { staticPlacement: { locationLinks: locations.map((name) => `//location/${name}`) } },
      },
      ...Array.from({ length: cronWorkloads }, (_, i) => cronWorkload(i)),
      ...Array.from({ length: rollingWorkloads }, (_, i) => rollingWorkload(i)),
    ],
    behavior: {
      'shop/*': {
        start: { lognormal: { mean: '10s', cv: 0.5 } },
        execution: { duration: { lognormal: { mean: '90s', cv: 0.8 } }, failure: '2%' },
      },
    },
    timeline: Array.from({ length: rollingWorkloads }, (_, i) => ({
      at: `+${Math.round(((i + 0.5) * days * day) / rollingWorkloads / hour)}h`,
      patch: `/gvc/shop/workload/web-${i}`,
      with: { spec: { containers: [{ name: 'main', image: 'web:2' }] } },
    })),
  };
  const { scenario, problems } = parseScenario(JSON.stringify(document), { file: 'bench.json' });
  if (scenario === null) throw new Error(problems.map(({ message }) => message).join('; '));
  return scenario;
}

/** One of 25 every five minutes, three of ten every hour, the others daily or weekly. */
function cronWorkload(i: number): object {
  const minute = i % 60;
  const schedule =
    i % 25 === 0
      ? '*/5 * * * *'
      : i % 10 < 3
        ? `${minute} * * * *`
        : i % 10 < 9
          ? `${minute} 3 * * *`
          : `${minute} 4 * * 1`;
  return {
    kind: 'workload',
    gvc: 'shop',
    name: `cron-${i}`,
    spec: {
      type: 'cron',
      containers: [{ name: 'main', image: 'job:1', cpu: '100m', memory: '128Mi' }],
      job: { schedule, concurrencyPolicy: 'Forbid', historyLimit: 5, restartPolicy: 'Never' },
    },
  };
}

function rollingWorkload(i: number): object {
  return {
    kind: 'workload',
    gvc: 'shop',
    name: `web-${i}`,
    spec: {
      type: 'standard',
      containers: [
        { name: 'main', image: 'web:1', cpu: '500m', memory: '512Mi', ports: [{ number: 8080, protocol: 'http' }] },
      ],
      defaultOptions: { autoscaling: { metric: 'disabled', minScale: 3, maxScale: 3 } },
      rolloutOptions: { minReadySeconds: 10, maxSurgeReplicas: '25%', maxUnavailableReplicas: '25%' },
    },
  };
}

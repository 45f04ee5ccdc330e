/** P5: what one domain event costs on average, in a world of cron workloads and rollouts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JournalSink } from '../../src/engine/journal.ts';
import { day, hour } from '../../src/engine/time.ts';
import { Run } from '../../src/experiment/run.ts';
import { JournalFile } from '../../src/node/journalFile.ts';
import { LineFile } from '../../src/node/lineFile.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { type Bench, costRow, median, nanoseconds, type Row } from './rows.ts';

const rounds = 5;
const days = 7;
const cronWorkloads = 500;
const rollingWorkloads = 200;
const locations = ['aws-us-east-1', 'aws-eu-central-1', 'aws-ap-southeast-1', 'gcp-us-central1', 'azure-eastus2'];

/** Costs count processor time; events are those of `countDomainEvents`, so that bookkeeping between them is part of their cost. */
export const platformBench: Bench = {
  id: 'P5',
  name: 'domain event of the platform',
  run() {
    const scenario = busyWeek();
    const events = countDomainEvents(scenario);
    const folder = mkdtempSync(join(tmpdir(), 'svcsim-bench-'));
    try {
      const off: number[] = [];
      const heard: number[] = [];
      const lineCosts: number[] = [];
      for (let round = 0; round < rounds; round++) {
        off.push(nanoseconds(events, () => runOnce(scenario, null)));
        heard.push(nanoseconds(events, () => runOnce(scenario, () => {})));
        lineCosts.push(costOfLine(scenario, folder, heard[round]! * events));
      }
      return [
        costRow('P5 journal off', 'ns/event', 250, off),
        costRow('P5 journal listened to', 'ns/event', 280, heard),
        lineRow(lineCosts),
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** What a line of the journal's file adds, by the same run with nobody writing. */
function lineRow(costs: readonly number[]): Row {
  const value = median(costs);
  const goal = 1000;
  const remark = 'more than a journal only listened to';
  return {
    name: 'P5 journal line written',
    value,
    unit: 'ns/line',
    yardstick: null,
    ratio: value / goal,
    goal,
    ok: value <= goal,
    remark,
  };
}

function runOnce(scenario: Scenario, sink: JournalSink | null): Run {
  const run = new Run(scenario, { events: false, ...(sink === null ? {} : { sink }) });
  run.advance();
  return run;
}

/** Nanoseconds a line, above those of a run that only listens. */
function costOfLine(scenario: Scenario, folder: string, heard: number): number {
  const path = join(folder, 'journal.ndjson');
  const file = new JournalFile(new LineFile(path, path), 'all', 1e9);
  let lines = 0;
  const written = nanoseconds(1, () => {
    const run = runOnce(scenario, (entry) => file.listen(entry));
    file.close();
    lines = run.sim.journal.seq;
  });
  return (written - heard) / lines;
}

/** Transitions of replicas, starts and ends of executions, changes of rollouts; not what is forgotten or asked for beside them. */
function countDomainEvents(scenario: Scenario): number {
  let count = 0;
  runOnce(scenario, ({ type }) => {
    if (type !== 'execution.forgotten' && type !== 'request.accepted' && !type.endsWith('.settled')) count++;
  });
  return count;
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

/**
 * Determinism on this machine: the same scenario gives the same fingerprint, however it is run.
 */
import { exampleBook } from '../../platform/metering/exampleBook.ts';
import { compareWithBill } from '../../report/recount/compare.ts';
import { Recount } from '../../report/recount/recount.ts';
import { Run } from '../run.ts';
import type { Constants } from './chanceCheck.ts';
import type { ExactCheck } from './exactCheck.ts';
import { gvc, head, scenarioFrom } from './stations.ts';

interface Repeated extends Constants {
  /** Which replication is compared with replication 0; another one must give another fingerprint. */
  readonly replication: number;
}

/** Half a day in which everything moves: single requests, amounts, autoscaling, executions, growing volumes, faults. */
const document = {
  ...head,
  for: '12h',
  resources: [
    gvc,
    {
      kind: 'volumeset',
      gvc: 'ash',
      name: 'data',
      spec: {
        fileSystemType: 'ext4',
        performanceClass: 'general-purpose-ssd',
        initialCapacity: 10,
        autoscaling: { minFreePercentage: 20, scalingFactor: 1.2, maxCapacity: 1_000 },
      },
    },
    {
      kind: 'workload',
      gvc: 'ash',
      name: 'db',
      spec: {
        type: 'stateful',
        containers: [
          {
            name: 'main',
            image: 'db:1',
            cpu: '250m',
            memory: '256Mi',
            volumes: [{ uri: 'svc://volumeset/data', path: '/data' }],
          },
        ],
        defaultOptions: { autoscaling: { metric: 'disabled', minScale: 2, maxScale: 2 } },
      },
    },
    {
      kind: 'workload',
      gvc: 'ash',
      name: 'api',
      spec: {
        type: 'standard',
        containers: [
          { name: 'main', image: 'api:1', cpu: '500m', memory: '256Mi', ports: [{ number: 8080, protocol: 'http' }] },
        ],
        defaultOptions: { autoscaling: { metric: 'cpu', target: 60, minScale: 1, maxScale: 8 } },
      },
    },
    {
      kind: 'workload',
      gvc: 'ash',
      name: 'web',
      spec: {
        type: 'serverless',
        containers: [
          { name: 'main', image: 'web:1', cpu: '250m', memory: '256Mi', ports: [{ number: 8080, protocol: 'http' }] },
        ],
        defaultOptions: { autoscaling: { metric: 'concurrency', target: 4, minScale: 0, maxScale: 6 } },
      },
    },
    {
      kind: 'workload',
      gvc: 'ash',
      name: 'job',
      spec: {
        type: 'cron',
        containers: [{ name: 'main', image: 'job:1', cpu: '50m', memory: '128Mi' }],
        job: { schedule: '*/5 * * * *', restartPolicy: 'OnFailure', concurrencyPolicy: 'Forbid' },
      },
    },
  ],
  behavior: {
    'ash/data': { usage: { start: '5GB', growth: '1GB/h' } },
    'ash/api': { request: { cpu: '20ms' }, crash: { every: { exponential: { mean: '3h' } } } },
    'ash/web': { request: { duration: { lognormal: { mean: '300ms', cv: 1 } }, failure: '5%' } },
    'ash/job': { execution: { duration: { lognormal: { mean: '3m', cv: 1 } }, failure: '10%' } },
  },
  demand: [
    {
      to: 'ash/api',
      rate: {
        daily: [
          ['00:00', '20/s'],
          ['08:00', '150/s'],
        ],
      },
      noise: { every: '7m', cv: 0.3 },
    },
    { to: 'ash/web', rate: '0.1/s', arrivals: 'poisson' },
  ],
  timeline: [
    { at: '+5h', fault: { nodeLoss: { of: 'ash/db', replicas: 1 } } },
    { every: { exponential: { mean: '2h' } }, fault: { replicaKill: { of: 'ash/api', replicas: 1 } } },
  ],
};

function runOf(seed: string, options: { readonly replication?: number; readonly isLiteral?: boolean } = {}): Run {
  return new Run(scenarioFrom(document, seed), { ...options, isAsked: false });
}

function fingerprintOf(run: Run): string {
  run.advance();
  return run.sim.journal.fingerprint();
}

const common = {
  chapter: 'engine',
  constants: { replication: 0 },
  finds: {},
  expected: (_: Repeated, seed: string): string => fingerprintOf(runOf(seed)),
} as const;

const twice: ExactCheck<Repeated> = {
  ...common,
  id: 'repeats',
  title: 'fingerprint of half a day, run twice',
  formula: 'the same scenario and seed, the same journal',
  source: 'every draw is keyed by what it is about, and events have one total order',
  found: ({ replication }, seed) => fingerprintOf(runOf(seed, { replication })),
};

const forked: ExactCheck<Repeated> = {
  ...common,
  id: 'fork',
  title: 'fingerprint of the same half day, forked after 7 hours, the fork run to its end',
  formula: 'a fork does what its run would do',
  source: 'a fork copies all state of a run',
  found: ({ replication }, seed) => {
    const run = runOf(seed, { replication });
    run.sim.runUntil(run.scenario.start + 7 * 3_600_000);
    return fingerprintOf(run.fork());
  },
};

const literal: ExactCheck<Repeated> = {
  ...common,
  id: 'literal',
  title: 'fingerprint of the same half day, every evaluation performed, none skipped',
  formula: 'a skipped evaluation would have changed nothing',
  source: 'decisions are monotone in what they measure, so both ends of a period speak for all of it',
  found: ({ replication }, seed) => fingerprintOf(runOf(seed, { replication, isLiteral: true })),
};

const recounted: ExactCheck<Repeated> = {
  ...common,
  id: 'recount',
  title: 'differences between the bill of the same half day and a recount of its journal',
  formula: 'the bill is what its journal says, to the last digit',
  source: 'the recount shares no code with the ledger',
  expected: () => 'none',
  found: (_, seed) => {
    const scenario = scenarioFrom(document, seed);
    const { org, start, assumptions } = scenario;
    const book = exampleBook;
    const recount = new Recount({ org, start, assumptions, book });
    const run = new Run(scenario, { isAsked: false, sink: (entry) => recount.listen(entry) });
    run.advance();
    const [first, ...more] = compareWithBill(recount, run.bill().bill, book, { start, end: run.now });
    if (first === undefined) return 'none';
    const { figure, of, recounted: journal, billed } = first;
    return `${1 + more.length}, first ${figure} of ${of}: ${billed} billed, ${journal} recounted`;
  },
};

/** All of them, in the order of the report. */
export const determinismChecks: readonly ExactCheck[] = [twice, forked, literal, recounted];

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/engine/journal.ts';
import { day, isoFromInstant } from '../../../src/engine/time.ts';
import { PendingLines } from '../../../src/report/logs/pending.ts';
import { readEntry } from '../../../src/report/logs/readEntry.ts';
import { journalLine } from '../../../src/report/render/journalLine.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';
import { ran, replicas, workload } from '../../platform/handlers/ran.ts';
import { eventful, ran as ranText } from '../ran.ts';
import { linesOf, shown } from './written.ts';

/** The lines of a world of one workload, with the time after its start. */
function said(given: Parameters<typeof ran>[0]): string[] {
  const { run, entries } = ran(given);
  return shown(linesOf(entries, run.now), run.scenario.start);
}

const two = [
  { name: 'main', image: 'web:1', cpu: '100m', memory: '128Mi' },
  { name: 'side', image: 'side:1', cpu: '100m', memory: '128Mi' },
];

describe('what a replica writes', () => {
  it('nothing at first where it runs since long before; start and end of each container in a rollout, and no word of readiness', () => {
    const lines = said({
      for: '10m',
      resources: [workload('web', 'standard', { containers: two, ...replicas(1) })],
      timeline: [
        {
          at: '+1m',
          patch: '/gvc/shop/workload/web',
          with: { spec: { containers: [{ name: 'main', image: 'web:2' }] } },
        },
      ],
    });
    expect(lines).toEqual([
      '+74s web-2-1/main container main started, version 2',
      '+74s web-2-1/side container side started, version 2',
      '+120s web-1-0/main container main ended, version 1, exit code 0',
      '+120s web-1-0/side container side ended, version 1, exit code 0',
    ]);
  });

  it('only the container that crashed ends, and starts again in its place', () => {
    const lines = said({
      for: '3m',
      resources: [workload('db', 'stateful', { containers: two, ...replicas(1) })],
      behavior: { 'shop/db': { crash: { every: '1m' } } },
    });
    expect(lines.slice(0, 4)).toEqual([
      '+60s db-0/main container main ended, version 1, exit code 1: restart 1 follows',
      '+75s db-0/main container main started, version 1',
      '+135s db-0/main container main ended, version 1, exit code 1: restart 2 follows',
      '+160s db-0/main container main started, version 1',
    ]);
  });

  it('EPH-3: too much ephemeral storage kills its containers, once', () => {
    const lines = said({
      for: '30m',
      resources: [workload('web', 'standard', replicas(1))],
      behavior: { 'shop/web': { ephemeral: { start: '0GB', growth: '3GB/h' } } },
    });
    expect(lines.filter((line) => line.includes('ended'))).toEqual([
      '+1200.001s web-1-0/main container main ended, version 1, exit code 137: more ephemeral storage used than allotted',
    ]);
  });

  it('one that is told to stop before its containers run writes nothing', () => {
    const lines = said({
      for: '5m',
      resources: [workload('web', 'standard', replicas(1))],
      timeline: [2, 1].map((count, index) => ({
        at: `+${60 + 5 * index}s`,
        patch: '/gvc/shop/workload/web',
        with: { spec: replicas(count) },
      })),
    });
    expect(lines).toEqual([]);
  });

  it('one whose containers run at the end of the run has no end', () => {
    const lines = said({
      for: '5m',
      resources: [workload('web', 'standard', replicas(1))],
      timeline: [{ at: '+1m', patch: '/gvc/shop/workload/web', with: { spec: replicas(2) } }],
    });
    expect(lines).toEqual(['+74s web-1-1/main container main started, version 1']);
  });

  it.each([
    [
      'its liveness probe failed',
      'replica.unresponsive',
      { container: 'main', failures: 3 },
      '137: its liveness probe failed; restart 1 follows',
    ],
    ['it crashed by itself', 'replica.ready', {}, '1: restart 1 follows'],
  ])('why a container exits: %s', (_, type, data, why) => {
    const { entries, run } = ran({ for: '1m', resources: [workload('web', 'standard', replicas(1))] });
    const [about] = entries.filter((entry) => entry.type === 'replica.settled') as [Entry];
    const more = [
      { ...about, at: run.now - 9, type, data },
      {
        ...about,
        at: run.now - 9,
        type: 'replica.exited',
        data: { container: 'main', restarts: 1, restartAt: run.now },
      },
    ];
    const lines = linesOf([...entries, ...more], run.now);
    expect(lines.at(-1)?.text).toBe(`container main ended, version 1, exit code ${why}`);
  });

  it.each([
    [
      'with a reason',
      [
        ['replica.lost', { why: 'zone lost' }],
        ['replica.gone', {}],
      ],
      ': zone lost',
    ],
    ['without a word', [['replica.gone', {}]], ': the replica is lost'],
  ] as const)('a replica that is lost %s ends as killed', (_, what, why) => {
    const { entries, run } = ran({ for: '1m', resources: [workload('web', 'standard', replicas(1))] });
    const [about] = entries.filter((entry) => entry.type === 'replica.settled') as [Entry];
    const more = what.map(([type, data]) => ({ ...about, at: run.now - 1, type, data }));
    const lines = linesOf([...entries, ...more], run.now);
    expect(shown(lines, run.now)).toEqual([
      `+-0.001s web-1-0/main container main ended, version 1, exit code 137${why}`,
    ]);
    expect(lines[0]?.labels.stream).toBe('stderr');
  });
});

const job = (spec: object): object => ({ job: { schedule: '0 * * * *', restartPolicy: 'Never', ...spec } });

describe('what an execution writes', () => {
  it('start and end of itself and of its containers', () => {
    const lines = said({
      for: '30m',
      resources: [workload('job', 'cron', job({}))],
      behavior: { 'shop/job': { execution: { duration: '5m' } } },
    });
    expect(lines).toEqual([
      '+0s job-29891520 execution job-29891520 started',
      '+14s job-29891520/main container main started, version 1',
      '+314s job-29891520/main container main ended, version 1, exit code 0',
      '+314s job-29891520 execution job-29891520 ended, status Success (1 attempt, 5m14s)',
    ]);
  });

  it('CRON-8: each replica of one that fails and is tried again', () => {
    const lines = said({
      for: '30m',
      resources: [workload('job', 'cron', { containers: two, ...job({}) })],
      behavior: { 'shop/job': { execution: { duration: '1m', failure: '100%' } } },
      assumptions: { 'cron.never.retries': 1 },
    });
    expect(lines.map((line) => line.replaceAll('job-29891520', 'job'))).toEqual([
      '+0s job execution job started',
      '+14s job/main container main started, version 1',
      '+14s job/side container side started, version 1',
      '+74s job/main container main ended, version 1, exit code 1',
      '+74s job/side container side ended, version 1, exit code 0',
      '+98s job/main container main started, version 1',
      '+98s job/side container side started, version 1',
      '+158s job/main container main ended, version 1, exit code 1',
      '+158s job/side container side ended, version 1, exit code 0',
      '+158s job execution job ended, status Failure (2 attempts, 2m38s)',
    ]);
  });

  it('CRON-8: each restart in place of the container that failed; those that ended well stay ended', () => {
    const lines = said({
      for: '30m',
      resources: [workload('job', 'cron', { containers: two, ...job({ restartPolicy: 'OnFailure' }) })],
      behavior: { 'shop/job': { execution: { duration: '1m', failure: '100%' } } },
      assumptions: { 'cron.onFailure.limit': 3 },
    });
    // 10 s of wait and 5 s of start, then 20 s of wait.
    expect(lines.map((line) => line.replaceAll('job-29891520', 'job'))).toEqual([
      '+0s job execution job started',
      '+14s job/main container main started, version 1',
      '+14s job/side container side started, version 1',
      '+74s job/main container main ended, version 1, exit code 1: restart 1 follows',
      '+74s job/side container side ended, version 1, exit code 0',
      '+89s job/main container main started, version 1',
      '+149s job/main container main ended, version 1, exit code 1: restart 2 follows',
      '+174s job/main container main started, version 1',
      '+234s job/main container main ended, version 1, exit code 1',
      '+234s job execution job ended, status Failure (3 attempts, 3m54s)',
    ]);
  });

  it('a restart that the deadline comes before is none', () => {
    const lines = said({
      for: '30m',
      resources: [workload('job', 'cron', job({ restartPolicy: 'OnFailure', activeDeadlineSeconds: 80 }))],
      behavior: { 'shop/job': { execution: { duration: '1m', failure: '100%' } } },
    });
    expect(lines.slice(2).map((line) => line.replaceAll('job-29891520', 'job'))).toEqual([
      '+74s job/main container main ended, version 1, exit code 1: restart 1 follows',
      '+80s job execution job ended, status Removed (1 attempt, 1m20s): deadline',
    ]);
  });

  it('a crash by a fault is followed by a restart in place too', () => {
    const lines = said({
      for: '30m',
      resources: [workload('job', 'cron', job({ restartPolicy: 'OnFailure' }))],
      behavior: { 'shop/job': { execution: { duration: '1m' } } },
      timeline: [{ at: '+30s', fault: { replicaCrash: { of: 'shop/job' } } }],
    });
    expect(lines.slice(1).map((line) => line.replaceAll('job-29891520', 'job'))).toEqual([
      '+14s job/main container main started, version 1',
      '+30s job/main container main ended, version 1, exit code 1: restart 1 follows',
      '+45s job/main container main started, version 1',
      '+105s job/main container main ended, version 1, exit code 0',
      '+105s job execution job ended, status Success (2 attempts, 1m45s)',
    ]);
  });

  it('a replica that is lost at the very crash has no restart in place, but one in another replica', () => {
    const lines = said({
      for: '30m',
      resources: [workload('job', 'cron', job({ restartPolicy: 'OnFailure' }))],
      behavior: { 'shop/job': { execution: { duration: '1m' } } },
      timeline: [
        { at: '+30s', fault: { replicaCrash: { of: 'shop/job' } } },
        { at: '+30s', fault: { replicaKill: { of: 'shop/job' } } },
      ],
    });
    expect(lines.slice(2).map((line) => line.replaceAll('job-29891520', 'job'))).toEqual([
      '+30s job/main container main ended, version 1, exit code 1: restart 1 follows',
      '+54s job/main container main started, version 1',
      '+114s job/main container main ended, version 1, exit code 0',
      '+114s job execution job ended, status Success (2 attempts, 1m54s)',
    ]);
  });

  it('CRON-10: one that is removed, whose containers end later', () => {
    const lines = said({
      for: '30m',
      resources: [workload('job', 'cron', job({ activeDeadlineSeconds: 60 }))],
      behavior: { 'shop/job': { execution: { duration: 'never' } } },
    });
    expect(lines.slice(2).map((line) => line.replaceAll('job-29891520', 'job'))).toEqual([
      '+60s job execution job ended, status Removed (1 attempt, 1m): deadline',
      '+61s job/main container main ended, version 1, exit code 0',
    ]);
  });

  it('one that is removed before its containers run has no more than its own lines', () => {
    const lines = said({
      for: '30m',
      resources: [workload('job', 'cron', job({ activeDeadlineSeconds: 5 }))],
      behavior: { 'shop/job': { execution: { duration: 'never' } } },
    });
    expect(lines.map((line) => line.replaceAll('job-29891520', 'job'))).toEqual([
      '+0s job execution job started',
      '+5s job execution job ended, status Removed (0 attempts, 5s): deadline',
    ]);
  });

  it('CRON-18: one of a command goes by its command', () => {
    const lines = said({
      for: '30m',
      resources: [workload('job', 'cron', { job: { schedule: '0 0 1 1 *' } })],
      behavior: { 'shop/job': { execution: { duration: '1m' } } },
      timeline: [
        {
          at: '+1m',
          post: '/gvc/shop/workload/job/-command',
          with: { type: 'runCronWorkload', spec: { location: 'aws-us-east-1' } },
        },
      ],
    });
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^\+60s command-[-0-9a-f]{36} execution command-[-0-9a-f]{36} started$/);
  });

  it.each([
    ['invalid', 'final', 'Invalid'],
    ['a failure', 'asFailure', 'Failure'],
  ] as const)('CRON-11: an image that no replica can be made of is %s', (_, choice, status) => {
    const containers = [{ name: 'main', image: 'a b', cpu: '100m', memory: '128Mi' }];
    const { run, entries } = ran({ for: '30m', resources: [workload('job', 'cron', { containers, ...job({}) })] });
    const lines = linesOf(entries, run.now, { ...defaultAssumptions, 'cron.invalid': choice });
    expect(shown(lines, run.scenario.start)).toEqual([
      `+0s job-29891520 execution job-29891520 ended, status ${status}: image 'a b' is malformed`,
    ]);
  });
});

describe('LOG-1, LOG-2: the lines of a day of all kinds of workloads', () => {
  const { entries, run, scenario } = ranText(eventful);
  const lines = linesOf(entries, run.now);

  it('come from every location, in the order of their instants, each with its own stamp', () => {
    expect(new Set(lines.map(({ labels }) => labels.location))).toEqual(new Set(['aws-us-east-1', 'aws-eu-central-1']));
    expect(new Set(lines.map(({ labels }) => labels.workload))).toEqual(new Set(['db', 'web', 'job']));
    const stamps = lines.map(({ stamp }) => stamp);
    expect(stamps).toEqual([...new Set(stamps)].sort());
    expect(lines.every(({ at, stamp }) => stamp.startsWith(`${at}`) && stamp.length === `${at}`.length + 6)).toBe(true);
    expect(lines.every(({ at }) => at >= scenario.start && at < scenario.end)).toBe(true);
  });

  it('a container starts and ends in turn', () => {
    const runs = new Map<string, string[]>();
    for (const { labels, text } of lines) {
      if (labels.container === '') continue;
      const key = `${labels.location} ${labels.workload === 'db' ? `${labels.replica} v${labels.version}` : labels.replica}`;
      const what = / (started|ended),/.exec(text)?.[1] ?? text;
      runs.set(key, [...(runs.get(key) ?? []), what]);
    }
    expect(runs.size).toBeGreaterThan(50);
    for (const turns of runs.values()) {
      for (const [index, what] of turns.entries()) expect(what).not.toBe(turns[index - 1]);
    }
  });

  it('a journal that was written and read back tells the same lines', () => {
    const read = entries.map((entry) => readEntry(journalLine(entry))) as Entry[];
    expect(linesOf(read, run.now)).toEqual(lines);
  });

  it('`api.logs`: nothing of all that where only the scenario writes', () => {
    expect(linesOf(entries, run.now, { ...defaultAssumptions, 'api.logs': 'scenarioOnly' })).toEqual([]);
  });

  it('carry the labels of who wrote them', () => {
    const line = lines.find(({ labels, text }) => labels.workload === 'web' && text.includes('exit code 1'));
    expect(line?.labels).toMatchObject({ gvc: 'shop', container: 'main', provider: 'aws', stream: 'stderr' });
    expect(line?.labels.replica).toMatch(/^web-\d+-\d+$/);
  });
});

describe('lines that wait for their instants', () => {
  const labels = {
    gvc: '',
    workload: '',
    container: '',
    location: '',
    provider: '',
    replica: '',
    stream: '',
    version: '',
  };

  it('are taken by instant, those of one instant in the order of their coming', () => {
    const arbitrary = fc.array(fc.tuple(fc.nat(20), fc.nat(20)), { maxLength: 60 });
    fc.assert(
      fc.property(arbitrary, (moves) => {
        const pending = new PendingLines();
        const waiting: { readonly at: number; readonly text: string }[] = [];
        const taken: string[] = [];
        const expected: string[] = [];
        let now = 0;
        for (const [index, [later, step]] of moves.entries()) {
          const draft = { at: now + later, labels, text: `${index}`, start: null };
          pending.add(draft);
          waiting.push(draft);
          waiting.sort((one, other) => one.at - other.at);
          now += step;
          for (let line = pending.takeBefore(now); line !== null; line = pending.takeBefore(now)) taken.push(line.text);
          while ((waiting[0]?.at ?? now) < now) expected.push(waiting.shift()?.text ?? '');
        }
        expect(taken).toEqual(expected);
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it('thousands of them as well', () => {
    const pending = new PendingLines();
    for (let at = 0; at < 10_000; at += 1) pending.add({ at, labels, text: isoFromInstant(at), start: null });
    let count = 0;
    for (let line = pending.takeBefore(day); line !== null; line = pending.takeBefore(day)) {
      expect(line.at).toBe(count);
      count += 1;
    }
    expect(count).toBe(10_000);
  });
});

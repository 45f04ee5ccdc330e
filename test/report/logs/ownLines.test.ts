import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/engine/journal.ts';
import { second } from '../../../src/engine/time.ts';
import type { LogLine } from '../../../src/report/logs/line.ts';
import { readEntry } from '../../../src/report/logs/readEntry.ts';
import { LogWriter } from '../../../src/report/logs/writer.ts';
import { journalLine } from '../../../src/report/render/journalLine.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';
import { ran, replicas, workload } from '../../platform/handlers/ran.ts';
import { eventful, ran as ranText } from '../ran.ts';
import { linesOf, shown } from './written.ts';

const scenarioOnly = { ...defaultAssumptions, 'api.logs': 'scenarioOnly' } as const;

/** The scenario's own lines of a small world, with the time after its start. */
function said(given: Parameters<typeof ran>[0]): string[] {
  const { run, entries } = ran(given);
  return shown(linesOf(entries, run.now, scenarioOnly), run.scenario.start);
}

const two = [
  { name: 'main', image: 'web:1', cpu: '100m', memory: '128Mi' },
  { name: 'side', image: 'side:1', cpu: '100m', memory: '128Mi' },
];
const web = workload('web', 'standard', { containers: two, ...replicas(1) });
const more = { at: '+30s', patch: '/gvc/shop/workload/web', with: { spec: replicas(2) } };

describe('a line of a scenario', () => {
  it('comes again and again, counted from the start of the container; of what runs since before the run, from the start of the run', () => {
    const lines = said({
      for: '2m',
      resources: [web],
      behavior: { 'shop/web': { logs: [{ every: '30s', line: '{replica}: {n}, {m}' }] } },
      timeline: [more],
    });
    expect(lines).toEqual([
      '+30s web-1-0/main web-1-0: 1, {m}',
      '+60s web-1-0/main web-1-0: 2, {m}',
      '+74s web-1-1/main web-1-1: 1, {m}',
      '+90s web-1-0/main web-1-0: 3, {m}',
      '+104s web-1-1/main web-1-1: 2, {m}',
    ]);
  });

  it('comes once, or again and again after a while of its own, from the container and on the stream that it names', () => {
    const { run, entries } = ran({
      for: '2m',
      resources: [web],
      behavior: {
        'shop/web': {
          logs: [
            { after: '5s', line: 'warm', container: 'side', stream: 'stderr' },
            { after: '0s', every: '1m', line: 'round {n}' },
          ],
        },
      },
      timeline: [more],
    });
    const lines = linesOf(entries, run.now, scenarioOnly);
    expect(shown(lines, run.scenario.start)).toEqual([
      '+0s web-1-0/main round 1',
      '+5s web-1-0/side warm',
      '+44s web-1-1/main round 1',
      '+49s web-1-1/side warm',
      '+60s web-1-0/main round 2',
      '+104s web-1-1/main round 2',
    ]);
    expect(lines.map(({ labels }) => labels.stream)).toEqual([
      'stdout',
      'stderr',
      'stdout',
      'stderr',
      'stdout',
      'stdout',
    ]);
  });

  it('comes only of workloads that have its container', () => {
    const lines = said({
      for: '1m',
      resources: [web, workload('api', 'standard', replicas(1))],
      behavior: { 'shop/*': { logs: [{ every: '40s', line: 'alive', container: 'side' }] } },
    });
    expect(lines).toEqual(['+40s web-1-0/side alive']);
  });

  it('of a container that exits stops, not at the instant itself any more, and begins anew with its restart', () => {
    const lines = said({
      for: '3m',
      resources: [web],
      behavior: {
        'shop/web': {
          crash: { every: '1m' },
          logs: [
            { every: '20s', line: 'main {n}' },
            { every: '50s', line: 'side {n}', container: 'side' },
            { after: '1s', line: 'warm' },
          ],
        },
      },
    });
    expect(lines).toEqual([
      '+1s web-1-0/main warm',
      '+20s web-1-0/main main 1',
      '+40s web-1-0/main main 2',
      '+50s web-1-0/side side 1',
      // It exits at 60 s, and runs again at 75 s.
      '+76s web-1-0/main warm',
      '+95s web-1-0/main main 1',
      '+100s web-1-0/side side 2',
      '+115s web-1-0/main main 2',
      '+150s web-1-0/side side 3',
      '+161s web-1-0/main warm',
    ]);
  });

  it('comes of each replica of an execution', () => {
    const lines = said({
      for: '10m',
      resources: [workload('job', 'cron', { job: { schedule: '0 * * * *', restartPolicy: 'Never' } })],
      behavior: {
        'shop/job': { execution: { duration: '1m', failure: '100%' }, logs: [{ every: '30s', line: 'alive {n}' }] },
      },
      assumptions: { 'cron.never.retries': 1 },
    });
    expect(lines).toEqual(['+44s job-29891520/main alive 1', '+128s job-29891520/main alive 1']);
  });

  it('comes of each restart in place of an execution', () => {
    const lines = said({
      for: '10m',
      resources: [workload('job', 'cron', { job: { schedule: '0 * * * *', restartPolicy: 'OnFailure' } })],
      behavior: {
        'shop/job': { execution: { duration: '1m', failure: '100%' }, logs: [{ every: '30s', line: 'alive {n}' }] },
      },
      assumptions: { 'cron.onFailure.limit': 2 },
    });
    expect(lines).toEqual(['+44s job-29891520/main alive 1', '+119s job-29891520/main alive 1']);
  });

  it('changes in mid-run: from that instant on the new lines hold, by the same starts', () => {
    const lines = said({
      for: '2m',
      resources: [web],
      behavior: { 'shop/web': { logs: [{ every: '20s', line: 'old {n}' }] } },
      timeline: [
        {
          at: '+40s',
          behavior: {
            'shop/web': {
              logs: [
                { every: '25s', line: 'new {n}' },
                { after: '40s', line: 'once' },
              ],
            },
          },
        },
        { at: '+80s', behavior: { 'shop/web': { cpu: '10m' } } },
        { at: '+90s', behavior: { 'shop/web': { logs: [] } } },
      ],
    });
    expect(lines).toEqual([
      '+20s web-1-0/main old 1',
      '+40s web-1-0/main once',
      '+50s web-1-0/main new 2',
      '+75s web-1-0/main new 3',
    ]);
  });

  it('holds for what the run makes later, too', () => {
    const lines = said({
      for: '2m',
      resources: [],
      behavior: { 'shop/*': { logs: [{ every: '30s', line: 'alive' }] } },
      timeline: [{ at: '+10s', post: '/gvc/shop/workload', with: web }],
    });
    expect(lines).toEqual(['+54s', '+84s', '+114s'].map((at) => `${at} web-1-0/main alive`));
  });

  it('comes after those of starts and ends at one instant', () => {
    const { run, entries } = ran({
      for: '1m',
      resources: [workload('web', 'standard', replicas(1))],
      behavior: { 'shop/web': { logs: [{ after: '0s', line: 'up' }] } },
      timeline: [{ ...more, at: '+0s' }],
    });
    expect(shown(linesOf(entries, run.now), run.scenario.start)).toEqual([
      '+0s web-1-0/main up',
      '+14s web-1-1/main container main started, version 1',
      '+14s web-1-1/main up',
    ]);
  });
});

const every = 7 * 60 * second;
const loud = eventful.replace('behavior:\n', 'behavior:\n  "shop/*": { logs: [{ every: 7m, line: "alive {n}" }] }\n');

/** From starts and ends alone: when each run of a container writes its lines. */
function expected(lines: readonly LogLine[], settled: readonly string[], start: number, end: number): string[] {
  const since = new Map(settled.map((who) => [who, start]));
  const found: string[] = [];
  const stop = (who: string, until: number): void => {
    const from = since.get(who) ?? until;
    since.delete(who);
    for (let n = 1; from + n * every < until; n += 1) found.push(`${from + n * every} ${who} alive ${n}`);
  };
  for (const { at, labels, text } of lines) {
    const who = `${labels.location} ${labels.replica} v${labels.version}`;
    if (text.startsWith('container main started')) since.set(who, at);
    if (text.startsWith('container main ended')) stop(who, at);
  }
  for (const who of [...since.keys()]) stop(who, end);
  return found.sort();
}

describe('LOG-1: the own lines of a day of all kinds of workloads', () => {
  const { entries, run, scenario } = ranText(loud);
  const lines = linesOf(entries, run.now);
  const own = lines.filter(({ text }) => text.startsWith('alive'));

  it('follow from starts and ends', () => {
    const settled = entries.flatMap(({ type, subject, ordinal }) => {
      if (type !== 'replica.settled') return [];
      const [, name = '', location = ''] = /\/workload\/(.*)@(.*)$/.exec(subject.name) ?? [];
      return [`${location} ${name === 'db' ? `db-${ordinal}` : `${name}-1-${ordinal}`} v1`];
    });
    const told = own.map(
      ({ at, labels, text }) => `${at} ${labels.location} ${labels.replica} v${labels.version} ${text}`,
    );
    expect(told.length).toBeGreaterThan(1_000);
    expect(new Set(own.map(({ labels }) => labels.workload))).toEqual(new Set(['db', 'web', 'job']));
    expect(told.sort()).toEqual(expected(lines, settled, scenario.start, scenario.end));
  });

  it('take nothing from the other lines, and come in the order of their instants', () => {
    const without = ranText(eventful);
    const texts = (all: readonly LogLine[]): unknown[] => all.map(({ at, labels, text }) => ({ at, labels, text }));
    const others = lines.filter((line) => !own.includes(line));
    expect(texts(others)).toEqual(texts(linesOf(without.entries, without.run.now)));
    const stamps = lines.map(({ stamp }) => stamp);
    expect(stamps).toEqual([...new Set(stamps)].sort());
  });

  it('are the same of a journal that was written and read back', () => {
    const read = entries.map((entry) => readEntry(journalLine(entry))) as Entry[];
    expect(linesOf(read, run.now)).toEqual(lines);
  });

  it('`api.logs`: are all there is where only the scenario writes', () => {
    const texts = (all: readonly LogLine[]): unknown[] => all.map(({ at, labels, text }) => ({ at, labels, text }));
    expect(texts(linesOf(entries, run.now, scenarioOnly))).toEqual(texts(own));
  });

  it('are the same when they are written a few at a time', () => {
    const written: LogLine[] = [];
    const writer = new LogWriter(defaultAssumptions, (line) => written.push(line));
    for (const entry of entries) {
      while (!writer.settle(entry.at, 3)) expect(written.at(-1)?.at).toBeLessThan(entry.at);
      writer.listen(entry);
    }
    while (!writer.settle(run.now, 3));
    writer.close(run.now);
    expect(written).toEqual(lines);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/engine/journal.ts';
import { Run } from '../../../src/experiment/run.ts';
import type { LogLine } from '../../../src/report/logs/line.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { linesOf } from './written.ts';

/** What `scenarios/rules` of that name writes. */
function written(name: string): LogLine[] {
  const { scenario } = parseScenario(readFileSync(`scenarios/rules/${name}.yaml`, 'utf8'), { file: name });
  if (scenario === null) throw new Error(`${name} is no scenario`);
  const entries: Entry[] = [];
  const run = new Run(scenario, { sink: (entry) => entries.push(entry) });
  run.advance();
  return linesOf(entries, run.now);
}

// Expectations of a scenario do not see its logs.
describe('what the heads of scenarios say of logs', () => {
  it('LOG-2: lines of all locations, in the order of time', () => {
    const lines = written('log-2-all-locations').map(({ at, labels: { location }, text }) => {
      return `${new Date(at).toISOString().slice(11, 19)} ${location} ${text}`;
    });
    expect(lines).toEqual([
      '00:20:00 aws-eu-central-1 web-1-0 is alive',
      '00:20:00 aws-us-east-1 web-1-0 is alive',
      '00:30:00 aws-us-east-1 container main ended, version 1, exit code 137: killed',
      '00:30:14 aws-us-east-1 container main started, version 1',
      '00:40:00 aws-eu-central-1 web-1-0 is alive',
    ]);
  });

  it('LOG-3: the own lines of replicas and executions', () => {
    const lines = written('log-3-own-lines');
    const said = (text: string): string[] =>
      lines.filter((line) => line.text.includes(text)).map(({ at }) => new Date(at).toISOString().slice(11, 19));
    expect(said('cache is warm')).toEqual(['00:00:05', '00:20:19']);
    expect(said('web-1-0 is alive')).toEqual(['00:10:00', '00:20:00', '00:30:00']);
    expect(said('web-1-1 is alive')).toEqual(['00:30:14']);
    expect(said('cannot reach').length).toBe(lines.filter(({ labels }) => labels.stream === 'stderr').length);
    expect(said('round')).toHaveLength(6);
  });
});

import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/engine/journal.ts';
import { minute } from '../../src/engine/time.ts';
import { Run } from '../../src/experiment/run.ts';
import { good } from '../scenario/builders.ts';
import { reported } from './reported.ts';

const head = `svcsim: 1
start: 2026-11-02T00:00:00Z
for: 3h
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: job
    spec: { type: cron, containers: [{ name: main, image: "job:1" }], job: { schedule: "15 0,2 * * *" } }
  - kind: workload
    gvc: shop
    name: web
    spec: { type: standard, containers: [{ name: main, image: "web:1" }] }
behavior: { shop/job: { execution: { duration: 20m } } }
`;

/** Its entries after the first minutes, after which nobody names entries. */
function entriesAfter(minutes: number, timeline: string): Entry[] {
  const heard: Entry[] = [];
  const scenario = good(`${head}timeline:\n${timeline}`);
  const run = new Run(scenario, { sink: (entry) => heard.push(entry) });
  run.advance(undefined, scenario.start + minutes * minute);
  heard.length = 0;
  run.forgetEntries(() => {});
  run.advance();
  return heard;
}

describe('a run that forgets its entries while an execution is Active', () => {
  const patches = [30, 50].map(
    (at) =>
      `  - { at: +${at}m, patch: /gvc/shop/workload/web, with: { spec: { containers: [{ name: main, image: "web:${at}" }] } } }\n`,
  );

  const command =
    '  - { at: +20m, post: /gvc/shop/workload/job/-command, with: { type: runCronWorkload, spec: { location: aws-us-east-1 } } }\n';

  it.each([
    ['a command', 'command.completed', 25, command],
    // The replica of the execution is gone a second later.
    ['a deletion', 'record.deleted', 25.01, '  - { at: +25m, delete: /gvc/shop/workload/job }\n'],
  ])('tells in time what waits for it: %s', (_, type, minutes, requests) => {
    const heard = entriesAfter(minutes, requests + patches.join(''));
    const at = heard.findIndex((entry) => entry.type === type);
    const later = heard.findIndex((entry) => entry.type === 'request.accepted' && entry.at > heard[at]!.at);
    expect(at).toBeGreaterThanOrEqual(0);
    expect(later).toBeGreaterThan(at);
  });

  it('counts a tick that another schedule has made void', () => {
    const scenario = good(
      `${head}timeline:\n  - { at: +10m, patch: /gvc/shop/workload/job, with: { spec: { job: { schedule: "*/30 * * * *" } } } }\n`,
    );
    const { files } = reported(scenario);
    for (let forgetsAfter = 1; forgetsAfter < 20; forgetsAfter += 1)
      expect([...reported(scenario, { forgetsAfter }).files]).toEqual([...files]);
  });
});

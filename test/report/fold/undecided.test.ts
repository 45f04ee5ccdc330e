import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { hour } from '../../../src/engine/time.ts';
import { Run } from '../../../src/experiment/run.ts';
import { Chronicle } from '../../../src/report/fold/chronicle.ts';
import { junitReport } from '../../../src/report/render/junit.ts';
import { markdownReport } from '../../../src/report/render/markdown.ts';
import { terminalSummary } from '../../../src/report/render/terminal.ts';
import { reportOf } from '../../../src/report/report.ts';
import { noPaint } from '../../../src/report/words/paint.ts';
import { good } from '../../scenario/builders.ts';

/**
 * An execution at every full hour of ten, of which four hours are run; the replicas of a workload are one instead of
 * two from 01:00 to 03:00.
 */
function interrupted(...asked: readonly string[]) {
  const scenario = good(`svcsim: 1
name: cut-short
start: 2026-11-02T00:00:00Z
for: 10h
timing: instant
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: job
    spec:
      type: cron
      containers: [{ name: main, image: "job:1", cpu: 500m, memory: 512Mi }]
      job: { schedule: "0 * * * *", concurrencyPolicy: Forbid }
  - kind: workload
    gvc: shop
    name: web
    spec:
      type: standard
      containers: [{ name: main, image: "web:1", cpu: 500m, memory: 512Mi }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 2, maxScale: 2 } }
behavior: { shop/job: { execution: { duration: 10m } } }
timeline:
  - { at: +1h, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { autoscaling: { minScale: 1, maxScale: 1 } } } } }
  - { at: +3h, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { autoscaling: { minScale: 2, maxScale: 2 } } } } }
expect: [${asked.map((one) => `{ ${one} }`).join(', ')}]
`);
  const chronicle = new Chronicle(scenario);
  const run = new Run(scenario, { sink: (entry) => chronicle.listen(entry) });
  run.sim.runUntil(scenario.start + 4 * hour);
  return reportOf(run, chronicle);
}

const started = 'metric: executions.started, of: shop/job';
const wanted = 'metric: replicas.desired, of: shop/web';

describe('what a run that was interrupted says of its expectations', () => {
  it.each([
    ['a total that has not grown far enough may yet', `${started}, is: "= 10"`, false],
    ['one that has grown too far may not', `${started}, is: "<= 3"`, true],
    ['nor one that was to be met exactly', `${started}, total: "= 3"`, true],
    ['what is asked of the end may yet be', `${wanted}, atEnd: "= 7"`, false],
    ['what was always to hold is broken', `${wanted}, always: ">= 2"`, true],
    // Two of ten hours were wrong, four have passed.
    ['a share that the rest may mend', `${wanted}, is: ">= 2", share: ">= 80%"`, false],
    ['a share that it may not', `${wanted}, is: ">= 2", share: ">= 81%"`, true],
    ['a share that may become less', `${wanted}, is: "< 2", share: "<= 20%"`, false],
    ['a share that is too much already', `${wanted}, is: "< 2", share: "<= 19%"`, true],
  ])('%s', (_, asked, isDecided) => {
    const { expectations, summary } = interrupted(asked);
    expect(expectations[0]).toMatchObject({ pass: false, isDecided });
    expect(summary.verdict).toBe(isDecided ? 'fail' : 'undecided');
    expect(summary.findings.filter(({ kind }) => kind === 'expectation')).toHaveLength(isDecided ? 1 : 0);
  });

  it('is told everywhere', () => {
    const report = interrupted(`${started}, is: "= 10"`, `${wanted}, always: ">= 2"`, `${started}, is: ">= 2"`);
    const { summary, capacity } = report;
    expect(summary).toMatchObject({
      interrupted: true,
      end: '2026-11-02T04:00:00.000Z',
      plannedEnd: '2026-11-02T10:00:00.000Z',
    });
    const said = 'executions.started of shop/job: 4 (expected exactly 10): undecided because the run was interrupted';
    expect(capacity.verdict.map(({ pass, decided }) => [pass, decided])).toEqual([
      [false, false],
      [false, true],
      [true, true],
    ]);
    const text = terminalSummary(report, noPaint, 120);
    expect(text).toContain('interrupted after 4h of 10h (planned: 2 Nov 2026, 00:00 to 10:00)');
    expect(text).toContain('1 of 3 passed so far, 1 undecided');
    expect(text).toContain(`  ? ${said}`);
    const markdown = markdownReport(report);
    expect(markdown).toContain('| Interrupted | interrupted after 4h of 10h (planned: 2 Nov 2026, 00:00 to 10:00) |');
    expect(markdown).toContain('| ? | executions.started');
    const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@' });
    const suite = parser.parse(junitReport([report])).testsuites.testsuite;
    expect(suite).toMatchObject({ '@tests': '3', '@failures': '1', '@skipped': '2' });
    expect(suite.testcase[0].skipped['@message']).toBe(said);
  });
});

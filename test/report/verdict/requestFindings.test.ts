import { describe, expect, it } from 'vitest';
import { terminalSummary } from '../../../src/report/render/terminal.ts';
import { noPaint } from '../../../src/report/words/paint.ts';
import { type Asked, asked } from '../asked.ts';
import { ran } from '../ran.ts';

const outage = '{ at: +1h, fault: { locationOutage: { location: aws-us-east-1 } } }';

const found = (given: Asked) => ran(asked(given)).report.summary.findings;

describe('findings: requests that came as amounts and came to nothing', () => {
  it('more than can be answered: how many, since when, and what gave them up', () => {
    const [finding, ...more] = found({ demand: '{ to: shop/api, rate: { steps: [[0h, 10/s], [1h, 250/s]] } }' });
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ severity: 'error', kind: 'requests-timed-out', subject: 'shop/workload/api' });
    // 200 a second more than can be answered: as many wait as may after five quarters of a second.
    expect(finding).toMatchObject({ at: '2026-11-02T01:00:01.250Z', rule: 'timeout.from' });
    expect(finding?.message).toMatch(
      /^89\d,\d{3} of 936,000 requests \(9[56][.\d]* %\) timed out in the queue: longer/,
    );
  });

  it('the table of loads gives up the replicas before the latency', () => {
    const { report } = ran(asked({ demand: '{ to: shop/api, rate: { steps: [[0h, 10/s], [1h, 250/s]] } }' }));
    const narrow = terminalSummary(report, noPaint, 75);
    expect(narrow).toMatch(/ p99 .*\n {2}Load .* latency /);
    expect(narrow).toContain('… too narrow for: replicas min/mean/max\n');
  });

  it('of less than a thousandth: a warning, and no cross', () => {
    const { report } = ran(
      asked({ demand: '{ to: shop/api, rate: { steps: [[0h, 20/s], [1h, 60/s], [1h27s, 20/s]] } }' }),
    );
    const [finding] = report.summary.findings;
    expect(finding).toMatchObject({ severity: 'warning', kind: 'requests-timed-out', rule: 'timeout.from' });
    expect(finding?.message).toMatch(
      /^120 of 145,080 requests \(<0\.1 %\) timed out in the queue: longer than timeoutSeconds/,
    );
    expect(terminalSummary(report, noPaint, 100)).toContain('\n  ! shop/workload/api: ');
  });

  it.each<[string, Asked, object]>([
    ['all is well', { demand: '{ to: shop/api, rate: 10/s }' }, []],
    [
      'nobody is there for half the time',
      { demand: '{ to: shop/api, rate: 10/s }', timeline: outage },
      [
        {
          severity: 'error',
          kind: 'load-failed',
          subject: 'shop/workload/api',
          message: '36,000 of 72,000 requests (50 %) found no location that serves them',
          // A tenth of a second for the first request.
          at: '2026-11-02T01:00:00.100Z',
          rule: 'traffic.route.location',
        },
      ],
    ],
    [
      'a failure that replicas answer is a warning: it is what the file says',
      { demand: '{ to: shop/api, rate: 10/s }', request: '{ duration: 80ms, failure: 100% }' },
      [
        {
          severity: 'warning',
          kind: 'load-failed',
          subject: 'shop/workload/api',
          message: '72,000 of 72,000 requests (100 %) got an error response',
          at: '2026-11-02T00:00:00.000Z',
          rule: null,
        },
      ],
    ],
    [
      'less than half of a request is told as none, as tables round it',
      { demand: '{ to: shop/api, rate: { steps: [[0h, 0/s], [1h, 1/s], [1.0001h, 0/s]] } }', timeline: outage },
      [],
    ],
  ])('%s', (_, given, expected) => {
    expect(found(given)).toEqual(expected);
  });

  it('several fates are told apart, the most frequent first, and the rule is that of the first', () => {
    const lost = 'fluid.overflow: lost';
    const demand = '{ to: shop/api, rate: 60/s }';
    const [finding] = found({ demand, timeline: outage, assumptions: lost });
    expect(finding).toMatchObject({
      message:
        '252,000 of 432,000 requests (58.3 %) were not served: 216,000 found no location that serves them, 36,000 exceeded the capacity of the replicas',
      at: '2026-11-02T00:00:00.000Z',
      rule: 'traffic.route.location',
    });
  });

  it('held too long for a replica that does not come', () => {
    const [finding] = found({
      type: 'serverless',
      autoscaling: 'metric: concurrency, minScale: 0, maxScale: 1',
      demand: '{ to: shop/api, rate: 1/s }',
      assumptions: 'run.start: cold, replica.start.duration: 10m',
    });
    expect(finding).toMatchObject({ kind: 'load-failed', rule: 'coldStart.hold' });
    expect(finding?.message).toContain('waited too long for a replica to start');
  });
});

describe('findings: requests that came one by one and failed', () => {
  it('how many, with which status, since when and by which rule', () => {
    const demand = '{ to: shop/api, rate: 1/s, arrivals: { uniform: { from: 1, to: 1 } } }';
    const all = found({ demand, timeline: outage });
    expect(all).toEqual([
      {
        severity: 'error',
        kind: 'calls-failed',
        subject: 'shop/workload/api',
        message: '3,600 of 7,199 requests (50 %) failed with 503',
        at: '2026-11-02T01:00:00.000Z',
        rule: 'fault.outage.replicas',
      },
    ]);
  });

  it('those of each status apart, with what decided them', () => {
    const demand = '{ to: shop/api, rate: 1/s, arrivals: { uniform: { from: 1, to: 1 } } }';
    const timeline = `${outage}, { at: +30m, fault: { failingService: { of: shop/api, service: requests, failure: 100% } }, for: 5m }`;
    const assumptions = 'traffic.status.failed: 500';
    const all = found({ demand, timeline, assumptions });
    expect(all.map(({ severity, message, rule }) => [severity, message.split(' failed ')[1], rule])).toEqual([
      ['error', 'with 503', 'fault.outage.replicas'],
      ['warning', 'with 500', 'RETRY-3'],
    ]);
  });

  it('a failure that a replica answers is a warning', () => {
    const demand = '{ to: shop/api, rate: 1/s, arrivals: poisson }';
    const [finding] = found({ demand, request: '{ duration: 80ms, failure: 100% }' });
    expect(finding).toMatchObject({ severity: 'warning', kind: 'calls-failed', rule: 'RETRY-2' });
  });

  it('of a workload that is gone, too', () => {
    const demand = '{ to: shop/api, rate: 1/s, arrivals: poisson }';
    const [finding] = found({ demand, timeline: '{ at: +1h, delete: /gvc/shop/workload/api }' });
    expect(finding).toMatchObject({ subject: 'shop/workload/api', rule: 'traffic.status.unknownHost' });
  });

  it('one that is sent by hand is its sender’s own affair', () => {
    const probe = '{ at: +90m, probe: { to: shop/api }, answers: 503 }';
    const all = found({ demand: '{ to: shop/api, rate: 0/s, arrivals: poisson }', timeline: `${outage}, ${probe}` });
    expect(all).toEqual([]);
  });

  it('stand in the terminal', () => {
    const { report } = ran(asked({ demand: '{ to: shop/api, rate: 10/s }', timeline: outage }));
    expect(terminalSummary(report, noPaint, 120)).toContain(
      '✗ shop/workload/api: 36,000 of 72,000 requests (50 %) found no location that serves them (first: 2 Nov 01:00:00.100)',
    );
  });
});

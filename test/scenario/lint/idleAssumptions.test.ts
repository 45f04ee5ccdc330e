import { describe, expect, it } from 'vitest';
import { head, parse } from '../builders.ts';

const gvc =
  'resources:\n  - { kind: gvc, name: g, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }\n';
const workload = (type: string, more = ''): string => {
  const job = type === 'cron' ? ', job: { schedule: "@daily" }' : '';
  const ports = type === 'serverless' ? ', ports: [{ number: 80 }]' : '';
  return `  - { kind: workload, gvc: g, name: w, spec: { type: ${type}, containers: [{ name: a, image: "a:1"${ports} }]${job}${more} } }\n`;
};
const volumeset = '  - { kind: volumeset, gvc: g, name: d, spec: { initialCapacity: 10 } }\n';
const keda = ', defaultOptions: { autoscaling: { metric: keda, keda: { triggers: [] } } }';

/** Names of the assumptions that are told to have no effect. */
function idle(resources: string, assumptions: string, more = '', assume: Record<string, string> = {}): string[] {
  const { problems } = parse(`${head}${gvc}${resources}assumptions: { ${assumptions} }\n${more}`, {}, { assume });
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return problems.flatMap(({ code, rule, message }) =>
    code === 'no-effect' && message.startsWith(`${rule} has no effect: this scenario has no`) ? [String(rule)] : [],
  );
}

describe('an assumption about what a scenario does not have', () => {
  it.each(
    [
      ['cron.forbid.missed: lateStart', workload('standard'), workload('cron')],
      ['cron: { forbid.missed: lateStart }', workload('standard'), workload('cron')],
      ['volume.reading.interval: 1h', workload('standard'), workload('standard') + volumeset],
      ['snapshot.final: false', workload('standard'), workload('standard') + volumeset],
      ['keda.poll: 10s', workload('standard'), workload('standard', keda)],
      ['kpa.tick: 5s', workload('standard'), workload('serverless')],
      ['serverless.zero: knative', workload('cron'), workload('serverless')],
      ['rollout.stateful.maxUnavailable: honoured', workload('standard'), workload('stateful')],
      ['hpa.sync: 30s', workload('cron'), workload('standard')],
      [
        'localOptions.base: defaultOptions',
        workload('standard'),
        workload('standard', ', localOptions: [{ location: aws-us-east-1 }]'),
      ],
    ].filter(([, without]) => without !== ''),
  )('%s', (assumption, without, present) => {
    expect(idle(without, assumption)).toHaveLength(1);
    expect(idle(present, assumption)).toEqual([]);
  });

  it('of a fault that the timeline does not have', () => {
    const fault = 'timeline: [{ at: +1h, fault: { nodeLoss: { of: g/w, replicas: 1 } } }]\n';
    expect(idle(workload('standard'), 'fault.nodeLoss.notReady: 10s')).toEqual(['fault.nodeLoss.notReady']);
    expect(idle(workload('standard'), 'fault.nodeLoss.notReady: 10s', fault)).toEqual([]);
  });

  it('not where the timeline makes it, or a workload without a type may be it', () => {
    const made = (spec: string): string =>
      `timeline: [{ at: +1h, post: /gvc/g/workload, with: { name: late, spec: { ${spec}containers: [{ name: a, image: "a:1" }] } } }]\n`;
    expect(
      idle(workload('standard'), 'cron.never.retries: 2', made('type: cron, job: { schedule: "@daily" }, ')),
    ).toEqual([]);
    expect(idle(workload('standard'), 'kpa.tick: 5s', made(''))).toEqual([]);
  });

  it('not of its default, nor of what schedules of all kinds are read by', () => {
    expect(idle(workload('standard'), 'hpa.sync: 15s, cron.forbid.missed: skip')).toEqual([]);
    expect(idle(workload('standard'), 'cron.dayRule: both')).toEqual([]);
  });

  it('of the command line, too', () => {
    expect(idle(workload('standard'), '', '', { 'keda.poll': '10s' })).toEqual(['keda.poll']);
  });

  it('with its place', () => {
    const { problems } = parse(`${head}${gvc}${workload('standard')}assumptions:\n  keda.poll: 10s\n`);
    expect(problems).toMatchObject([
      {
        line: 8,
        column: 3,
        severity: 'warning',
        message:
          'keda.poll has no effect: this scenario has no workload with metric keda, and its timeline creates none',
      },
    ]);
  });
});

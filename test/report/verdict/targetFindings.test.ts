import { describe, expect, it } from 'vitest';
import { ran } from '../ran.ts';

interface Given {
  readonly autoscaling: string;
  readonly behavior?: string;
  readonly demand?: string;
  readonly length?: string;
  readonly more?: string;
  readonly options?: string;
}

const found = (
  kind: string,
  { autoscaling, behavior = '', demand = '', length = '1h', more = '', options = '' }: Given,
) =>
  ran(`svcsim: 1
name: targets
start: 2026-11-02T00:00:00Z
for: ${length}
resources:
  - { kind: gvc, name: g, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: g
    name: api
    spec:
      type: standard
      containers: [{ name: main, image: "x:1", cpu: 500m, memory: 1000Mi, ports: [{ number: 80 }] }]
      defaultOptions: { autoscaling: { ${autoscaling} } }
      ${options}
behavior: { g/api: { ${behavior} } }
demand: [${demand}]
${more}
`).report.summary.findings.filter((one) => one.kind === kind);

const scale = 'minScale: 1, maxScale: 9';

describe('findings: idle use reaches the target (idle-above-target)', () => {
  const idle = (behavior: string, target = 'metric: memory, target: 80', more: Partial<Given> = {}) =>
    found('idle-above-target', { autoscaling: `${target}, ${scale}`, behavior, ...more });

  it('above the tolerance it asks for more at each sync; the target that lets the count fall is named', () => {
    const [finding, ...others] = idle('memory: 890Mi');
    expect(others).toEqual([]);
    expect(finding).toEqual({
      severity: 'warning',
      kind: 'idle-above-target',
      subject: 'g/workload/api@aws-us-east-1',
      message:
        'idle use alone (89 % of the memory limit) is above its target of 80: each sync asks for more replicas, and the count never falls, with or without requests; 9 replicas were desired on average (minScale 1); set the target to at least 99, or raise the memory limit',
      at: '2026-11-02T00:00:00.000Z',
      rule: 'hpa.tolerance',
      change: ['g/workload/api.spec.defaultOptions.autoscaling.target'],
    });
    expect(idle('memory: 890Mi', 'metric: memory, target: 99')).toEqual([]);
    expect(idle('memory: 890Mi', 'metric: memory, target: 98')).toHaveLength(1);
  });

  it('the lower end of the tolerance keeps the count, and one whole percent less does not (hpa.tolerance)', () => {
    expect(idle('memory: 720Mi')[0]?.message).toMatch(
      /is within the tolerance around its target of 80: the count never falls/,
    );
    expect(idle('memory: 719Mi')).toEqual([]);
    expect(idle('memory: 880Mi')[0]?.message).toContain('is within the tolerance');
    expect(idle('cpu: 270m', 'metric: cpu, target: 60')).toHaveLength(1);
    expect(idle('cpu: 269m', 'metric: cpu, target: 60')).toEqual([]);
  });

  it('where no target is high enough only the limit is named', () => {
    expect(idle('memory: 950Mi')[0]?.message).toMatch(/; raise the memory limit$/);
  });

  it('is a share of the reserve where that is the base (`hpa.cpu.base`)', () => {
    const more = 'assumptions: { hpa.cpu.base: reserve, resource.min.absent: floor }';
    // The reserve is a quarter of 500m, 125m.
    expect(idle('cpu: 75m', 'metric: cpu, target: 60')).toEqual([]);
    expect(idle('cpu: 75m', 'metric: cpu, target: 60', { more })[0]?.message).toMatch(
      /^idle use alone \(60 % of the reserved cpu\) is within .*, or raise the reserved cpu$/,
    );
  });

  it('not of other metrics, of a fixed scale, or of a workload that has existed for one sync', () => {
    expect(idle('memory: 890Mi', 'metric: cpu, target: 60')).toEqual([]);
    expect(
      found('idle-above-target', {
        autoscaling: 'metric: memory, target: 80, minScale: 3, maxScale: 3',
        behavior: 'memory: 890Mi',
      }),
    ).toEqual([]);
    expect(idle('memory: 890Mi', undefined, { length: '15s' })).toEqual([]);
    expect(idle('memory: 890Mi', undefined, { length: '16s' })).toHaveLength(1);
  });

  it('of options of a location, with their path', () => {
    const options =
      'localOptions: [{ location: //location/aws-us-east-1, autoscaling: { metric: memory, target: 50, minScale: 1, maxScale: 3 } }]';
    const [finding] = idle('memory: 600Mi', 'metric: memory, target: 90', { options });
    expect(finding?.change).toEqual(['g/workload/api.spec.localOptions[0].autoscaling.target']);
  });
});

describe('findings: full replicas never exceed the target (target-never-exceeded)', () => {
  // One replica answers 50 a second.
  const full = (target: string, rate: string, more: Partial<Given> = {}) =>
    found('target-never-exceeded', {
      autoscaling: `metric: cpu${target}, ${scale}`,
      behavior: 'request: { cpu: 10ms }',
      demand: `{ to: g/api, rate: ${rate} }`,
      ...more,
    });

  it('of the default target with more than one replica answers: how long, at which cost, and what to set', () => {
    const [finding, ...others] = full('', '60/s');
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      severity: 'warning',
      subject: 'g/workload/api@aws-us-east-1',
      at: '2026-11-02T00:00:00.000Z',
      rule: 'hpa.tolerance',
      rules: ['fields.defaults.target'],
      lastedMs: 3_600_000,
      change: ['g/workload/api.spec.defaultOptions.autoscaling.target=90'],
    });
    expect(finding?.message).toMatch(
      /^its replicas were fully busy for 1h and autoscaling added none: 100 % of the cpu limit is within the tolerance around the default target of 95; 214,500 requests were not served; set the target to at most 90$/,
    );
  });

  it('of 91 and not of 90; and not where one replica suffices', () => {
    expect(full(', target: 91', '60/s')[0]?.message).toContain('around its target of 91;');
    expect(full(', target: 90', '60/s')).toEqual([]);
    expect(full('', '49/s')).toEqual([]);
  });

  it('not where full replicas exceed their reserve, which is the base (`hpa.cpu.base`)', () => {
    const base = (absent: string) => ({
      more: `assumptions: { hpa.cpu.base: reserve, resource.min.absent: ${absent} }`,
    });
    expect(full('', '60/s', base('floor'))).toEqual([]);
    expect(full('', '60/s', base('equalToMax'))[0]?.message).toContain('100 % of the reserved cpu is within');
  });

  it('not for one sync at a stretch, and for a second more', () => {
    const burst = (seconds: number) => `{ steps: [[0s, 10/s], [600s, 50/s], [${600 + seconds}s, 10/s]] }`;
    expect(full('', burst(15))).toEqual([]);
    expect(full('', burst(16))).toHaveLength(1);
  });

  it('follows the tolerance, its end included', () => {
    const quarter = { more: 'assumptions: { hpa.tolerance: 0.25 }' };
    expect(full(', target: 80', '60/s', quarter)).toHaveLength(1);
    expect(full(', target: 79', '60/s', quarter)).toEqual([]);
    expect(full('', '60/s', { more: 'assumptions: { hpa.tolerance: 0.05 }' })).toEqual([]);
    expect(full('', '60/s', { more: 'assumptions: { hpa.tolerance: 0.06 }' })[0]?.change).toEqual([
      'g/workload/api.spec.defaultOptions.autoscaling.target=94',
    ]);
  });
});

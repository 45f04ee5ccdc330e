import { describe, expect, it } from 'vitest';
import { head, mountsData, parse, shop } from '../builders.ts';

/** Warnings of what has no effect, each with its rule and the text that it points at. */
function idle(more: string, change = (text: string): string => text): string[] {
  const text = `${head}${change(shop)}${more}`;
  const lines = text.split('\n');
  return parse(text).problems.flatMap(({ code, rule, severity, line, column, endColumn }) =>
    code === 'no-effect' ? [`${severity} ${rule} ${lines[line - 1]?.slice(column - 1, endColumn - 1)}`] : [],
  );
}

describe('behaviour that the type of a workload has no use for is a warning', () => {
  it.each([
    [
      'TYPE-11: executions of a workload that serves',
      'shop/api: { execution: { duration: 5m } }',
      ['warning TYPE-11 execution'],
    ],
    ['TYPE-8: requests of a cron workload', 'shop/nightly: { request: { cpu: 5ms } }', ['warning TYPE-8 request']],
    [
      'probes of a cron workload (`type.cronDropped`)',
      'shop/nightly: { readyAfter: 5s }',
      ['warning type.cronDropped readyAfter'],
    ],
    [
      'preStop hooks of a cron workload (`termination.hooks`)',
      'shop/nightly: { preStop: 5s }',
      ['warning termination.hooks preStop'],
    ],
    ['TYPE-11: idle use of a cron workload', 'shop/nightly: { cpu: 5m }', ['warning TYPE-11 cpu']],
    ['TYPE-11: use of memory by executions', 'shop/nightly: { memory: 5Mi }', ['warning TYPE-11 memory']],
    ['EPH-3: use of ephemeral storage by executions', 'shop/nightly: { ephemeral: 5MB }', ['warning EPH-3 ephemeral']],
    ['TYPE-10: crashes of a cron workload', 'shop/nightly: { crash: { every: 1h } }', ['warning TYPE-10 crash']],
    ['BILL-3: object stores of executions', 'shop/nightly: { mounter: { cpu: 5m } }', ['warning BILL-3 mounter']],
    ['TAG-30: a burst of a limiter without a rate', 'shop/api: { rateLimit: { burst: 5 } }', ['warning TAG-30 burst']],
    ['a burst beside its rate', 'shop/api: { rateLimit: { burst: 5, rate: 5/s } }', []],
    [
      'several stores of one mounter (`billing.mounterPer`)',
      'shop/api: { mounter: { stores: 3 } }',
      ['warning billing.mounterPer stores'],
    ],
    [
      'each has what is its own',
      'shop/nightly: { execution: { duration: 5m } }, shop/api: { request: { cpu: 5ms } }',
      [],
    ],
    ['a pattern that means both', 'shop/*: { execution: { duration: 5m }, request: { cpu: 5ms } }', []],
  ])('%s', (_, behaviour, expected) => {
    expect(idle(`behavior: { ${behaviour} }\n`)).toEqual(expected);
    expect(idle(`timeline: [{ at: +1h, behavior: { ${behaviour} } }]\n`)).toEqual(expected);
  });

  it('a workload that a request of the timeline makes has the type of its body', () => {
    const made = `timeline: [{ at: +1h, post: /gvc/shop/workload, with: { name: late, spec: { type: cron, containers: [{ name: a, image: "a:1" }], job: { schedule: "@daily" } } } }]\n`;
    expect(idle(`behavior: { shop/late: { execution: { duration: 5m } } }\n${made}`)).toEqual([]);
    expect(idle(`behavior: { shop/late: { request: { cpu: 5ms } } }\n${made}`)).toEqual(['warning TYPE-8 request']);
  });
});

describe('hooks whose commands svcsim cannot read', () => {
  const hooked = (command: string) => (text: string) =>
    text.replace('name: main,', `name: main, lifecycle: { preStop: { exec: { command: [${command}] } } },`);

  it('are a warning unless the behaviour says their time (`termination.hooks`)', () => {
    const of = (command: string, more: string) =>
      parse(`${head}${hooked(command)(shop)}${more}`).problems.map(({ rule, message }) => `${rule} ${message}`);
    expect(of('drain', '')).toEqual([expect.stringContaining('termination.hooks svcsim cannot tell how long')]);
    expect(of('drain', 'behavior: { shop/api: { preStop: 5s } }\n')).toEqual([]);
    expect(of('sleep, "5"', '')).toEqual([]);
  });

  it('make a stated time a warning where there is none', () => {
    const stated = 'behavior: { shop/api: { preStop: 5s } }\n';
    expect(idle(stated)).toEqual(['warning termination.hooks preStop']);
    expect(idle(stated, hooked('drain'))).toEqual([]);
  });
});

describe('readyAfter where nobody asks whether a replica is ready is a warning', () => {
  const slow = 'behavior: { shop/api: { readyAfter: 5s } }\n';
  const patched = (container: string): string =>
    `timeline: [{ at: +1h, patch: /gvc/shop/workload/api, with: { spec: { containers: [{ name: main, ${container} }] } } }]\n`;

  it.each([
    ['without a probe', '', ['warning null readyAfter']],
    ['not with one', patched('readinessProbe: { tcpSocket: { port: 80 } }'), []],
    ['nor where containers are found dead by one', patched('livenessProbe: { tcpSocket: { port: 80 } }'), []],
    ['nor where requests come one by one', 'demand: [{ to: shop/api, rate: 1/s, arrivals: poisson }]\n', []],
    [
      'nor for a type that has a probe of its own',
      patched('image: "a:2"').replace('{ spec: {', '{ spec: { type: serverless,'),
      [],
    ],
  ])('%s', (_, more, expected) => {
    const ported = (text: string) => text.replace('memory: 512Mi', 'memory: 512Mi, ports: [{ number: 80 }]');
    expect(idle(slow + more, ported)).toEqual(expected);
  });
});

describe('VOL-12: use of a volume set that no workload mounts is a warning', () => {
  const use = 'behavior: { shop/data: { usage: { growth: 1GB/d }, operations: 5/s, throughput: 1MB/s } }\n';
  const all = ['usage', 'operations', 'throughput'].map((field) => `warning VOL-12 ${field}`);

  it.each([
    ['it has no volumes', use, all],
    ['not where one mounts it at some time', use + mountsData, []],
    ['nor in what a session was asked', `${use}session: 0\n`, []],
  ])('%s', (_, more, expected) => {
    expect(idle(more)).toEqual(expected);
  });

  it('not of a shared one, which has its volumes at once (VOL-17)', () => {
    expect(idle(use, (text) => text.replace('ext4, performanceClass: general-purpose-ssd', 'shared'))).toEqual([]);
  });
});

describe('a field of a request that its kind has not is a warning (`fields.unknown`)', () => {
  const patch = (body: string): string => `timeline: [{ at: +1h, patch: /gvc/shop/workload/api, with: ${body} }]\n`;

  it('with its place, whatever the patch language puts before it', () => {
    expect(idle(patch('{ spec: { defaultOptions: { autoscaling: { minscale: 3 } } } }'))).toEqual([
      'warning fields.unknown minscale',
    ]);
    expect(idle(patch('{ spec: { "$append/containers": [{ name: b, image: "b:1", minCPU: 50m }] } }'))).toEqual([
      'warning fields.unknown minCPU',
    ]);
    expect(idle(patch('{ spec: { defaultOptions: { autoscaling: { minScale: 3 } } }, version: 1 }'))).toEqual([]);
    expect(idle(patch('{ spec: { "$drop/localOptions": true } }'))).toEqual([]);
  });

  it('a field of a command that its type has not, with the nearest', () => {
    const command = (fields: string): string =>
      `timeline: [{ at: +1h, post: /gvc/shop/workload/nightly/-command, with: { type: runCronWorkload, spec: { location: aws-us-east-1, ${fields} } } }]\n`;
    expect(idle(command('containerOverides: []'))).toEqual(['warning fields.unknown containerOverides']);
    expect(idle(command('containerOverrides: [{ name: main, minCpu: 50m }]'))).toEqual([
      'warning fields.unknown minCpu',
    ]);
    const { problems } = parse(`${head}${shop}${command('containerOverides: []')}`);
    expect(problems.map(({ message }) => message)).toEqual([
      'containerOverides is not a known field of runCronWorkload and has no effect: did you mean containerOverrides?',
    ]);
  });

  it('not of a command, whose body is no record', () => {
    const command = `timeline: [{ at: +1h, post: /gvc/shop/workload/nightly/-command, with: { type: runCronWorkload, spec: { location: aws-us-east-1 } } }]\n`;
    expect(idle(command)).toEqual([]);
  });
});

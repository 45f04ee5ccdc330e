import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Distribution } from '../../src/engine/distribution.ts';
import {
  type Assumptions,
  assumptionNames,
  assumptionOf,
  defaultAssumptions,
  isAssumptionName,
  writtenValue,
} from '../../src/rules/assumptions.ts';
import { assumptionStatus } from '../../src/rules/built.ts';
import { resolveAssumptions, type Timing } from '../../src/rules/resolveAssumptions.ts';

function messages(overrides: Readonly<Record<string, unknown>>): readonly string[] {
  return resolveAssumptions(overrides, 'measured').findings.map(({ message }) => message);
}

function resolved(overrides: Readonly<Record<string, unknown>>, timing: Timing = 'measured'): Assumptions {
  const { assumptions, findings } = resolveAssumptions(overrides, timing);
  expect(findings).toEqual([]);
  return assumptions;
}

describe('the register of assumptions', () => {
  it.each(assumptionNames)('%s has a default that it would read, and a reason', (name) => {
    const entry = assumptionOf(name);
    expect(entry.read(entry.write(entry.default))).toEqual({ value: entry.default });
    expect(entry.why).not.toBe('');
    expect(entry.alternatives).not.toContain(entry.default);
  });

  it('says the bounds of a duration that has some as what else it may be', () => {
    expect(assumptionOf('kpa.tick').alternatives).toEqual(['1s to 24h, in whole seconds']);
    expect(assumptionOf('volume.reading.interval').alternatives).toEqual(['exact', '1s to 24h']);
    expect(assumptionOf('hpa.upPeriod').alternatives).toEqual(['any']);
  });

  it('lists no alternative that a scenario may not choose, but the zones of schedules (`cron.zone`)', () => {
    for (const name of assumptionNames.filter((one) => one !== 'cron.zone')) {
      const { words, alternatives } = assumptionOf(name);
      expect([name, assumptionStatus(name)]).toEqual([name, { status: 'built' }]);
      for (const word of words ?? []) expect([name, word, messages({ [name]: word })]).toEqual([name, word, []]);
      // What is no word is a phrase: of what is a word each is told.
      if (assumptionOf(name).kind === 'word') expect(alternatives).toEqual((words ?? []).slice(1));
    }
  });

  it('says of what cannot be chosen why, and lists nothing', () => {
    const fixed = assumptionNames.filter((name) => assumptionOf(name).alternatives.length === 0);
    expect(fixed).toEqual(
      expect.arrayContaining(['order.ranks', 'api.ids', 'capacityAI.model', 'termination.lbDelay']),
    );
    for (const name of fixed)
      expect(messages({ [name]: 'otherwise' })).toEqual([expect.stringContaining('the only simulated value')]);
  });

  it('a name that begins another never takes a mapping: a mapping below it is its family', () => {
    const both = assumptionNames.filter((name) => assumptionNames.some((other) => other.startsWith(`${name}.`)));
    expect(both).toEqual(['cron.zone']);
    for (const name of both)
      expect(messages({ [name]: { from: '1s', to: '2s' } })).toEqual(
        expect.arrayContaining([expect.stringContaining('there is no assumption')]),
      );
    expect(resolveAssumptions({ cron: { zone: 'Europe/Berlin' } }, 'measured').assumptions['cron.zone']).toBe(
      'Europe/Berlin',
    );
    expect(resolveAssumptions({ cron: { zone: { gap: 'after' } } }, 'measured').assumptions['cron.zone.gap']).toBe(
      'after',
    );
  });

  it('knows its names and no others', () => {
    expect(isAssumptionName('cron.forbid.missed')).toBe(true);
    expect(isAssumptionName('cron.forbid')).toBe(false);
    expect(isAssumptionName('constructor')).toBe(false);
  });

  it('gives each value the type that the code takes', () => {
    expectTypeOf<Assumptions['run.window']>().toEqualTypeOf<'halfOpen' | 'untilIncluded'>();
    expectTypeOf<Assumptions['replica.start.duration']>().toEqualTypeOf<Distribution>();
    expectTypeOf<Assumptions['hpa.tolerance']>().toEqualTypeOf<number>();
    expectTypeOf<Assumptions['termination.preStop']>().toEqualTypeOf<number | 'grace/2' | 'none'>();
    expectTypeOf<Assumptions['retry.statusCodes']>().toEqualTypeOf<readonly number[]>();
    expectTypeOf<Assumptions['billing.mountDefault']['memoryMi']>().toEqualTypeOf<number>();
  });
});

describe('the defaults', () => {
  it.each([
    ['run.window', 'halfOpen'],
    ['replica.pull.duration', '8s'],
    ['volume.duration.detach', '30s'],
    ['replica.backoff.crashCap', '5m'],
    ['rollout.surge.default', '25%'],
    ['termination.preStop', 'grace/2'],
    ['hpa.down.window', 'scaleToZeroDelay'],
    ['ephemeral.check', 'atOnce'],
    ['numbers.epsilon', 1e-9],
    ['fields.bounds.timeoutSecondsOverride', { from: 1, to: 3600 }],
    ['snapshot.retention', '7d'],
    ['traffic.queue', 'unlimited'],
    ['retry.statusCodes', [503]],
    ['billing.mounterReserve', { cpuMillicores: 100, memoryMi: 128 }],
  ] as const)('%s is written %j', (name, written) => {
    expect(writtenValue(name, defaultAssumptions)).toEqual(written);
  });
});

describe('what a scenario states', () => {
  it('goes over the default, durations in milliseconds', () => {
    const assumptions = resolved({ 'rollout.progressDeadline': '2h30m', 'cron.never.retries': 6 });
    expect(assumptions['rollout.progressDeadline']).toBe(9_000_000);
    expect(assumptions['cron.never.retries']).toBe(6);
    expect(assumptions['cron.backoff.cap']).toBe(600_000);
  });

  it('may draw a duration', () => {
    const assumptions = resolved({ 'replica.start.duration': { uniform: { from: '3s', to: '8s' } } });
    expect(assumptions['replica.start.duration']).toEqual({ kind: 'uniform', from: 3_000, to: 8_000 });
    expect(writtenValue('replica.start.duration', assumptions)).toEqual({ uniform: { from: '3s', to: '8s' } });
  });

  it('may be a number of replicas where the default is a percentage', () => {
    expect(resolved({ 'rollout.surge.default': 1 })['rollout.surge.default']).toEqual({ value: 1, unit: 'replicas' });
  });

  it('as an object replaces the members that it names', () => {
    const assumptions = resolved({ 'billing.mounterReserve': { memoryMi: 512 } });
    expect(assumptions['billing.mounterReserve']).toEqual({ cpuMillicores: 100, memoryMi: 512 });
  });

  it('as a family stands for its members', () => {
    const assumptions = resolved({ 'replica.backoff': { crashCap: '60s' }, 'cron.*': { backoff: { cap: '1m' } } });
    expect(assumptions['replica.backoff.crashCap']).toBe(60_000);
    expect(assumptions['cron.backoff.cap']).toBe(60_000);
  });

  it('is an error where no assumption has the name, with the likeliest one', () => {
    const [finding] = resolveAssumptions({ 'cron.forbid.mised': 'skip' }, 'measured').findings;
    expect(finding).toEqual({
      path: ['assumptions', 'cron.forbid.mised'],
      atKey: true,
      rule: null,
      message: "there is no assumption 'cron.forbid.mised'; did you mean 'cron.forbid.missed'?",
      severity: 'error',
    });
  });

  it('is an error where a family is given one value', () => {
    expect(messages({ unit: 5 })).toEqual([
      "there is no assumption 'unit'; it is a family, so name one of its members: unit.gb",
    ]);
  });

  it.each([
    ['cron.forbid.missed', 'skipped', 'cron.forbid.missed: expected one of skip, lateStart; found "skipped"'],
    [
      'rollout.progressDeadline',
      '10',
      'rollout.progressDeadline: expected a duration such as 15s or 2h30m; found "10"',
    ],
    [
      'termination.preStop',
      'never',
      'termination.preStop: expected a duration such as 15s or 2h30m or grace/2 or none; found "never"',
    ],
    [
      'replica.stop.duration',
      { exponentail: { mean: '5s' } },
      'replica.stop.duration: expected a known distribution instead of \'exponentail\' (did you mean \'exponential\'?); found {"exponentail":{"mean":"5s"}}',
    ],
    ['kpa.tick', '1500ms', 'kpa.tick: expected a duration from 1s to 24h, in whole seconds; found "1500ms"'],
    ['api.namePattern', '^[$', 'api.namePattern: expected a pattern from ^ to $; found "^[$"'],
    ['replica.backoff.pullFirst', '0s', 'replica.backoff.pullFirst: expected a duration from 1s to 36500d; found "0s"'],
    ['kpa.tick', 'often', 'kpa.tick: expected a duration such as 15s or 2h30m; found "often"'],
    ['kpa.window', '0s', 'kpa.window: expected a duration from 1s to 24h, in whole seconds; found "0s"'],
    ['hpa.sync', '999ms', 'hpa.sync: expected a duration from 1s to 24h; found "999ms"'],
    ['keda.poll', '36500d', 'keda.poll: expected a duration from 1s to 24h; found "36500d"'],
    ['coldStart.hold', '36501d', 'coldStart.hold: expected a duration from 0s to 36500d; found "36501d"'],
    [
      'termination.preStop',
      '36501d',
      'termination.preStop: expected a duration from 0s to 36500d or grace/2 or none; found "36501d"',
    ],
    [
      'replica.pull.duration',
      '36501d',
      'replica.pull.duration: expected a duration of at most 36500d such as 15s, or a distribution of them; found "36501d"',
    ],
    ['kpa.utilization', 0, 'kpa.utilization: expected a number of at least 0.01; found 0'],
    ['traffic.status.off', 503.5, 'traffic.status.off: expected a whole number from 100 to 599; found 503.5'],
    ['traffic.queue', 0.5, 'traffic.queue: expected a whole number of at least 0 or unlimited; found 0.5'],
    [
      'retry.statusCodes',
      [503, 1e9],
      'retry.statusCodes: expected a list of whole numbers from 100 to 599; found [503,1000000000]',
    ],
    ['location.zones', 27, 'location.zones: expected a whole number from 1 to 26; found 27'],
    ['ephemeral.largeDisk', 0.5, 'ephemeral.largeDisk: expected a number of at least 1; found 0.5'],
    ['snapshot.final', 'perhaps', 'snapshot.final: expected true or false; found "perhaps"'],
    [
      'rollout.surge.default',
      'half',
      'rollout.surge.default: expected a whole number of replicas or a percentage such as 25%; found "half"',
    ],
    [
      'fields.bounds.containers',
      { to: 'many' },
      'fields.bounds.containers: expected off or an object of from and to, each a number or null; found {"to":"many"}',
    ],
    [
      'api.quotaStatus',
      { PUT: 42 },
      'api.quotaStatus: expected an object of POST, PATCH, PUT, each a whole number from 400 to 499, but not 429 for PUT; found {"PUT":42}',
    ],
    [
      'api.unknownStatus',
      { path: 404.5 },
      'api.unknownStatus: expected an object of path, method, each a whole number from 400 to 499, but not 429; found {"path":404.5}',
    ],
    [
      'api.patchOrder',
      ['plain'],
      'api.patchOrder: expected a list of all of $drop, $replace/, plain, $drop/, $patch/, $append/, each once and in any order; found ["plain"]',
    ],
    [
      'api.volumeLifecycle',
      ['a', 'b'],
      'api.volumeLifecycle: expected a list of 6 different words for creating, unbound, bound, unused, repairing, deleted, in this order; found ["a","b"]',
    ],
    [
      'api.locationSpecDrop',
      ['zzz'],
      'api.locationSpecDrop: expected a list of any of enabled, storageDriver, storageClasses, each once; found ["zzz"]',
    ],
    [
      'api.queryOps',
      [],
      'api.queryOps: expected a list of any of =, !=, <, <=, >, >=, ~, exists, !exists, =~, contains, each once, including =; found []',
    ],
    [
      'version.triggers',
      ['container', 'tag:'],
      'version.triggers: expected a list of any of containers, identity, debug, multiZone, capacityAI, loadBalancer, everySpecChange, tag:NAME, each once; found ["container","tag:"]',
    ],
    ['api.deleteStatus', 404, 'api.deleteStatus: expected one of 202, 200, 204; found 404'],
    ['api.lockStatus', 429, 'api.lockStatus: expected a whole number from 400 to 499, but not 429; found 429'],
    ['api.expandStatus', 503, 'api.expandStatus: expected a whole number from 400 to 499; found 503'],
    [
      'billing.mounterReserve',
      { cpuMillicores: -1 },
      'billing.mounterReserve: expected \'mountDefault\' or an object of cpuMillicores, memoryMi, each a whole number of at least 0; found {"cpuMillicores":-1}',
    ],
  ])('%s cannot be %j', (name, value, message) => {
    expect(messages({ [name]: value })).toEqual([message]);
  });

  it.each([
    ['deleteStatus', [200, 202, 204], [100, 404, 429, 500]],
    ['deleteInUse', [400, 409], [100, 200, 429, 500, 503]],
    ['lockStatus', [409, 412], [199, 399, 429, 500]],
    ['expandStatus', [400, 409, 429], [101, 200, 500, 503]],
    ['unknownStatus', [{ path: 410 }, { method: 400 }], [{ path: 429 }, { method: 200 }, { path: 500 }]],
    ['quotaStatus', [{ PATCH: 429 }, { PUT: 403 }], [{ PUT: 429 }, { POST: 500 }, { PATCH: 102 }]],
  ] as const)('api.%s: never one that clients take for a failure and try again', (name, taken, refused) => {
    const isTaken = (value: unknown): boolean => messages({ [`api.${name}`]: value }).length === 0;
    expect(taken.filter((one) => !isTaken(one))).toEqual([]);
    expect<readonly unknown[]>(refused.filter(isTaken)).toEqual([]);
  });

  it.each([
    ['api.events', ['rollout', 'ready'], ['ready', 'zzz']],
    ['api.events', [], ['ready', 'ready']],
    [
      'api.patchOrder',
      ['plain', '$drop', '$replace/', '$drop/', '$patch/', '$append/'],
      ['plain', 'plain', 'plain', 'plain', 'plain', 'plain'],
    ],
    ['api.volumeLifecycle', ['a', 'b', 'c', 'd', 'e', 'f'], ['a', 'b', 'c', 'd', 'e', 'e']],
    ['api.queryOps', ['=', '~'], ['~']],
    ['version.triggers', ['everySpecChange', 'tag:any'], ['tag']],
  ])('%s may be %j and not %j', (name, taken, refused) => {
    expect(messages({ [name]: taken })).toEqual([]);
    expect(messages({ [name]: refused })).toHaveLength(1);
  });

  it.each([[[]], [['nope']], [['type', 'performanceClass', 'fileSystemType', 'name']]])(
    'VOL-5, ENC-6: no list switches off what the specification states: api.immutable cannot be %j',
    (given) => {
      expect(messages({ 'api.immutable': given })).toEqual([
        `api.immutable: expected a list of any of type, performanceClass, fileSystemType, name, customEncryption, each once, including performanceClass and name and customEncryption; found ${JSON.stringify(given)}`,
      ]);
      expect(messages({ 'api.immutable': ['performanceClass', 'name', 'customEncryption'] })).toEqual([]);
    },
  );

  it.each(
    assumptionNames.filter((name) =>
      /^(metric\.sample|hpa\.sync|kpa\.(tick|window|panicWindow)|keda\.poll|volume\.reading\.interval)/.test(name),
    ),
  )('%s comes round again and again, so it is from a second to a day', (name) => {
    for (const value of ['0s', '1ms', '999ms', '1d1s', '36500d'])
      expect(messages({ [name]: value }), value).toHaveLength(1);
    for (const value of ['1s', '7s', '24h']) expect(messages({ [name]: value }), value).toEqual([]);
  });

  it('keeps the default of what it got wrong and says all that is wrong', () => {
    const { assumptions, findings } = resolveAssumptions({ 'cron.dialect': 'quartz', 'run.begin': 'cold' }, 'measured');
    expect(findings).toHaveLength(2);
    expect(assumptions).toEqual(defaultAssumptions);
  });

  it('is an error that says what can be followed, where nothing but the default can', () => {
    expect(messages({ 'volume.shared.mounts': 'perZone', 'api.authDelay': '5s' })).toEqual([
      'volume.shared.mounts: expected "perReplica", the only simulated value; found "perZone"',
      'api.authDelay: expected "0s", the only simulated value; found "5s"',
    ]);
  });

  it.each<[string, unknown, unknown]>([
    ['fields.bounds.metricPercentile', ['p99', 'p50'], ['p95']],
    ['fields.bounds.multiMetrics', ['cpu'], ['cpu', 'cpu']],
    ['type.cronDropped', [], ['suspend']],
    ['type.metrics', { serverless: ['concurrency'] }, { serverless: ['latency'] }],
    ['type.metrics', { stateful: [] }, { cron: ['cpu'] }],
    ['api.rateLimit', 60, 0],
  ])('%s may be %j and not %j', (name, taken, refused) => {
    expect(messages({ [name]: taken })).toEqual([]);
    expect(messages({ [name]: refused })).toHaveLength(1);
  });

  it('may restate the default of what is not simulated', () => {
    for (const name of assumptionNames) resolved({ [name]: writtenValue(name, defaultAssumptions) });
  });
});

describe('timing: instant', () => {
  it('takes no time for what is drawn and sends the stop signal at once', () => {
    const assumptions = resolved({}, 'instant');
    for (const name of assumptionNames.filter(
      (one) => one.endsWith('.duration') || one.startsWith('volume.duration.'),
    )) {
      expect(writtenValue(name, assumptions), name).toBe('0s');
    }
    expect(assumptions['termination.preStop']).toBe('none');
  });

  it('leaves every other assumption as it is', () => {
    const assumptions = resolved({}, 'instant');
    const changed = assumptionNames.filter(
      (name) => JSON.stringify(assumptions[name]) !== JSON.stringify(defaultAssumptions[name]),
    );
    expect(changed).toHaveLength(10);
  });

  it('gives way to what is stated', () => {
    const assumptions = resolved({ 'replica.start.duration': '12s', 'termination.preStop': 'grace/2' }, 'instant');
    expect(assumptions['replica.start.duration']).toEqual({ kind: 'constant', value: 12_000 });
    expect(assumptions['termination.preStop']).toBe('grace/2');
  });
});

describe('timing: observed', () => {
  it('sets what the register says to fit measurements, and names at least one of them', () => {
    const assumptions = resolved({}, 'observed');
    const set = assumptionNames.filter((name) => assumptionOf(name).observed !== null);
    expect(set).toContain('volume.duration.detach');
    for (const name of set) {
      const { observed, read, write } = assumptionOf(name);
      expect(read(write(observed?.value))).toEqual({ value: observed?.value });
      expect(observed?.why).toMatch(/\b[MO]\d{3}\b.*\.$/);
      expect(assumptions[name]).toEqual(observed?.value);
      expect([name, assumptions[name]]).not.toEqual([name, defaultAssumptions[name]]);
    }
    expect(writtenValue('volume.duration.detach', assumptions)).toEqual({ uniform: { from: '25s', to: '50s' } });
  });

  it('leaves every other assumption at its default', () => {
    const assumptions = resolved({}, 'observed');
    const others = assumptionNames.filter((name) => assumptionOf(name).observed === null);
    for (const name of others) expect([name, assumptions[name]]).toEqual([name, defaultAssumptions[name]]);
  });

  it('gives way to what is stated', () => {
    expect(resolved({ 'volume.duration': { detach: '7s' } }, 'observed')['volume.duration.detach']).toEqual({
      kind: 'constant',
      value: 7_000,
    });
  });
});

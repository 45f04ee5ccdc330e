import { describe, expect, it } from 'vitest';
import type { Bundle } from '../../src/engine/journal.ts';
import { Run, type RunOptions, simulate } from '../../src/experiment/run.ts';
import { eventful } from '../report/ran.ts';
import { good } from '../scenario/builders.ts';

const everyMinute = `svcsim: 1
start: 2026-11-01T00:00:00Z
for: 60d
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: job
    spec:
      type: cron
      containers: [{ name: main, image: "job:1", cpu: 200m, memory: 256Mi }]
      job: { schedule: "* * * * *" }
behavior: { shop/job: { execution: { duration: 10s } } }
`;

describe('the replication of a run', () => {
  const grown = eventful.replace('growth: 3GB/d', `growth: "\${growth}GB/d"`);
  const drawn = `${grown}params: { growth: { triangular: { low: 2, mode: 3, high: 8 }, round: 0.1 } }\n`;
  const fingerprint = (...given: Parameters<typeof simulate>): string => simulate(...given).sim.journal.fingerprint();

  it('is that of the scenario, which was parsed for it, or that of the run', () => {
    const parsed = good(eventful, {}, { replication: 3 });
    expect(fingerprint(parsed)).toBe(fingerprint(good(eventful), { replication: 3 }));
    expect(fingerprint(parsed)).not.toBe(fingerprint(good(eventful)));
    expect(new Run(good(eventful), { replication: 3 }).scenario.replication).toBe(3);
    expect(new Run(parsed).fork().scenario.replication).toBe(3);
  });

  it('draws parameters beside all other streams: with the value written out the run is the same', () => {
    for (const replication of [0, 3]) {
      const scenario = good(drawn, {}, { replication });
      const value = scenario.parameters[0]?.value ?? '';
      const plain = good(eventful.replace('growth: 3GB/d', `growth: ${value}GB/d`), {}, { replication });
      expect(fingerprint(scenario)).toBe(fingerprint(plain));
    }
  });

  it('must be the one that parameters were drawn for', () => {
    const scenario = good(drawn, {}, { replication: 2 });
    expect(() => new Run(scenario, { replication: 3 })).toThrow(
      'the parameters of eventful were drawn for replication 2: parse it with replication: 3',
    );
    expect(new Run(scenario, { replication: 2 }).scenario).toBe(scenario);
    const constant = good(drawn, {}, { set: [{ path: 'params.growth', value: '4' }] });
    expect(new Run(constant, { replication: 3 }).scenario.replication).toBe(3);
  });
});

describe('whether anything is drawn', () => {
  const triggered = `
  - kind: workload
    gvc: shop
    name: web
    spec:
      type: standard
      containers: [{ name: main, image: "web:1", cpu: 200m, memory: 256Mi }]
      defaultOptions:
        autoscaling:
          metric: keda
          minScale: 1
          maxScale: 9
          keda: { triggers: [{ type: redis, name: queue, metadata: { listLength: "5" } }] }
`;
  const noisy = everyMinute
    .replace('for: 60d', 'for: 2h')
    .replace(
      'behavior: {',
      `${triggered}behavior: {\n  shop/web: { keda: { queue: { steps: [[0m, 30]], noise: { every: 1m, cv: 0.5 } } } },`,
    );

  it.each([
    ['nothing is', everyMinute, {}, false],
    ['lots decide which replica leaves', everyMinute, { 'replica.scaleDown.order': 'random' }, true],
    ['lots decide the order of events', everyMinute, { 'order.ties': 'shuffle' }, true],
    ['the values of a trigger have noise', noisy, {}, true],
  ])('%s', (_, text, assumptions, isDrawn) => {
    const short = text.replace('for: 60d', 'for: 1h');
    const run = simulate(good(`${short}\nassumptions: ${JSON.stringify(assumptions)}\n`));
    expect(run.sim.streams.size).toBe(0);
    expect(run.isDrawn).toBe(isDrawn);
  });
});

describe('a run through the library', () => {
  const scenario = good(eventful);
  const spansOf = (run: ReturnType<typeof simulate>): number =>
    run.bill().bill.usage.reduce((sum, { events = [] }) => sum + events.length, 0);

  it('keeps the numbers of journal entries for its bill where somebody gets those entries, and none otherwise', () => {
    const heard = simulate(scenario, { sink: () => {} });
    const unheard = simulate(scenario);
    expect(spansOf(heard)).toBeGreaterThan(100);
    expect(spansOf(unheard)).toBe(0);
    expect(spansOf(simulate(scenario, { sink: () => {}, events: false }))).toBe(0);
    expect(unheard.sim.journal.fingerprint()).toBe(heard.sim.journal.fingerprint());
  });

  it('has no workload go by itself where somebody hears it, as schedules may', () => {
    const apart = (heard: RunOptions): number => {
      const { sim } = new Run(scenario, { ...heard, events: false });
      return sim.world.entities.filter(({ handle }) => sim.isSeparate(handle)).length;
    };
    expect(apart({})).toBe(2);
    expect(apart({ sink: () => {}, bundles: () => {} })).toBe(0);
  });

  it('lets schedules that come late come slice by slice, not all of them at the end', () => {
    const told: number[] = [];
    let slices = 0;
    const bundles = ({ notes }: Bundle): void => {
      told[slices] = (told[slices] ?? 0) + notes;
    };
    const run = new Run(good(everyMinute), { sink: () => {}, bundles, events: false });
    while (run.advance(50) === 'more') slices += 1;
    const all = told.reduce((sum, notes) => sum + notes, 0);
    // Each has started, succeeded and been forgotten, but for the five that are kept.
    expect(all).toBe(60 * 24 * 60 * 3 - 5);
    expect(Math.max(...told)).toBeLessThan(all / 5);
  });

  it('lets less come at a time where more happens than before', () => {
    const quietAtFirst = everyMinute.replace('* * * * *', '* * * 6-12 *').replace('for: 60d', 'for: 395d');
    const run = new Run(good(quietAtFirst.replace('2026-11-01', '2026-01-01')));
    const passed: number[] = [];
    for (let before = 0, isOver = false; !isOver; before = run.sim.passed) {
      isOver = run.advance(10) === 'done';
      passed.push(run.sim.passed - before);
    }
    // The last is what was left.
    const busy = passed.filter((one) => one > 0).slice(0, -1);
    expect(busy.at(-1)).toBeLessThan(Math.max(...busy) / 3);
  });
});

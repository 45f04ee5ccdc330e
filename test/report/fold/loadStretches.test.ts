import { describe, expect, it } from 'vitest';
import { hour } from '../../../src/engine/time.ts';
import { Run } from '../../../src/experiment/run.ts';
import type { Rate } from '../../../src/platform/traffic/rate.ts';
import type { Serving } from '../../../src/platform/traffic/serving.ts';
import { Chronicle } from '../../../src/report/fold/chronicle.ts';
import { askedWorkloads, countAllLoads, requestsUpTo } from '../../../src/report/fold/loadCount.ts';
import { isSameSpan, type LoadSources, spanOf, stretchesIn } from '../../../src/report/fold/loadStretches.ts';
import { PageChronicle } from '../../../src/report/fold/page/pageChronicle.ts';
import { ScaleCourse } from '../../../src/report/fold/scaleCourse.ts';
import { LoadTally } from '../../../src/report/load/loadTally.ts';
import { good } from '../../scenario/builders.ts';
import { askedWorkload, scaledWorkloads } from './askedWorkload.ts';

const one = {} as Rate;
const other = {} as Rate;
const serving = {} as Serving;

/** From an instant on: how many are desired, ready, and ready of version 1. */
type Step = readonly [at: number, desired: number, ready: number, ofFirst: number];

const steps: readonly Step[] = [
  [0, 2, 2, 2],
  [50, 3, 2, 2],
  [80, 3, 3, 3],
];

function course(all = steps, { cpuMillicores = 100, memoryBytes = 1_000 } = {}): ScaleCourse {
  const made = new ScaleCourse();
  for (const [at, desired, ready, ofFirst] of all) made.set(at, desired, ready, new Map([[1, ofFirst]]));
  made.reserve(0, { cpuMillicores, memoryBytes });
  return made;
}

const [first, second, third] = steps as [Step, Step, Step];
const servings: LoadSources['servings'] = [
  { serving, since: 0, version: 1, unready: null },
  { serving, since: 120, version: 1, unready: null },
];
const base: LoadSources = {
  flows: [
    { at: 0, flow: [one, other] },
    { at: 100, flow: [one] },
  ],
  course: course(),
  servings,
  unasked: null,
};

describe('two loads', () => {
  const same = (changed: Partial<LoadSources>, since = Number.NEGATIVE_INFINITY): boolean => {
    const [a, b] = [base, { ...base, ...changed }].map((sources) => spanOf(sources, since, 200));
    const isSame = isSameSpan(a!, b!);
    expect(isSameSpan(b!, a!)).toBe(isSame);
    return isSame;
  };

  it('are the same with the same replicas, flows and servings at all times', () => {
    expect(same({})).toBe(true);
    expect(same({ course: course(), servings: [...servings], flows: base.flows.map((flow) => ({ ...flow })) })).toBe(
      true,
    );
  });

  it.each<[string, Partial<LoadSources>]>([
    ['another number of ready replicas', { course: course([first, second, [80, 3, 2, 2]]) }],
    ['another number of desired ones', { course: course([first, second, [80, 4, 3, 3]]) }],
    ['one of them of a version that gets nothing', { course: course([first, second, [80, 3, 3, 2]]) }],
    ['one more that gets nothing', { course: course([first, [50, 4, 3, 2], third]) }],
    ['one more change', { course: course([...steps, [150, 4, 3, 3]]) }],
    ['a change at another time', { course: course([first, [51, 3, 2, 2], third]) }],
    ['another reserve of processor', { course: course(steps, { cpuMillicores: 101 }) }],
    ['another reserve of memory', { course: course(steps, { memoryBytes: 1_001 }) }],
    ['other rates', { flows: [base.flows[0]!, { at: 100, flow: [other] }] }],
    ['one rate less', { flows: [{ at: 0, flow: [one] }, base.flows[1]!] }],
    ['rates from another instant on', { flows: [base.flows[0]!, { at: 101, flow: [one] }] }],
    ['another serving', { servings: [servings[0]!, { ...servings[1]!, serving: { ...serving } }] }],
    ['one from another instant on', { servings: [servings[0]!, { ...servings[1]!, since: 121 }] }],
    ['replicas that answer before they are ready', { servings: [servings[0]!, { ...servings[1]!, unready: 4 }] }],
  ])('are not with %s', (_, changed) => {
    expect(same(changed)).toBe(false);
  });

  it('are, from an instant on, whatever was before', () => {
    const flows = [{ at: 0, flow: [one] }, base.flows[1]!];
    expect(same({ flows }, 100)).toBe(true);
    expect(same({ flows }, 99)).toBe(false);
  });

  it('are not up to different instants', () => {
    const since = Number.NEGATIVE_INFINITY;
    expect(isSameSpan(spanOf(base, since, 200), spanOf(base, since, 201))).toBe(false);
  });
});

/**
 * Three locations with the same share. `web` is the same in all of them until one has other bounds for a day, `fn` in
 * two until they are lost one after the other; `far` gets other shares.
 */
const scenario = good(`svcsim: 1
name: alike
start: 2026-11-02T00:00:00Z
for: 4d
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1, //location/aws-eu-central-1, //location/gcp-us-central1] } } }
${scaledWorkloads}${askedWorkload('far', 'standard', 'metric: disabled, minScale: 2, maxScale: 2')}behavior:
  shop/web: { cpu: 20m, request: { cpu: 10ms, duration: 50ms, failure: 1% } }
  shop/fn: { request: { cpu: 5ms, duration: 200ms, memory: 1Mi } }
  shop/far: { request: { cpu: 5ms, duration: 20ms } }
demand:
  - { to: shop/web, rate: { daily: [[00:00, 60/s], [12:00, 600/s]] }, noise: { every: 20m, cv: 0.2 } }
  - { to: shop/fn, rate: { steps: [[0h, 0/s], [9h, 90/s], [10h, 0/s], [30h, 160/s], [53h, 0/s]] } }
  - { to: shop/far, from: { aws-us-east-1: 50%, aws-eu-central-1: 25%, gcp-us-central1: 25% }, rate: 50/s }
timeline:
  - { at: +20h, patch: /gvc/shop/workload/web, with: { spec: { localOptions: [{ location: //location/aws-eu-central-1, autoscaling: { metric: cpu, target: 60, minScale: 4, maxScale: 8 } }] } } }
  - { at: +44h, patch: /gvc/shop/workload/web, with: { spec: { localOptions: [] } } }
  - { at: +40h, fault: { locationOutage: { location: gcp-us-central1 } }, for: 2h }
  - { at: +61h, fault: { locationOutage: { location: aws-us-east-1 } }, for: 10m }
`);

describe('loads that are the same in several locations', () => {
  /** The tallies of all deployments, counted on the way after so many events each time. */
  function counted(slice: number, drawn: 'none' | 'one' | 'all', until = scenario.end): Map<string, LoadTally> {
    const part = drawn === 'one' ? { drawn: new Set(['shop/workload/fn@aws-us-east-1']) } : null;
    const pageOf = (): PageChronicle | null => (drawn === 'none' ? null : new PageChronicle(scenario, false, part));
    const [often, once] = [new Chronicle(scenario, pageOf()), new Chronicle(scenario, pageOf())];
    const run = new Run(scenario, {
      events: false,
      sink: (entry) => {
        often.listen(entry);
        once.listen(entry);
      },
    });
    const { world } = run.sim;
    while (run.advance(slice, until) === 'more') countAllLoads(often, world, run.now);
    const tallies = new Map<string, LoadTally>();
    for (const workload of askedWorkloads(often, world))
      for (const [{ heard }, tally] of requestsUpTo(workload, run.now, world))
        tallies.set(`${workload.name}@${heard.place.location}`, tally as LoadTally);
    // Each by itself, from the beginning.
    for (const { name, flows, deployments } of askedWorkloads(once, world))
      for (const { heard, ...sources } of deployments) {
        const { location } = heard.place;
        const alone = new LoadTally(world.assumptions, heard.lines?.fork() ?? null);
        const whole = spanOf({ ...sources, flows: flows.to(location) }, Number.NEGATIVE_INFINITY, run.now);
        for (const { stretch, scale } of stretchesIn(whole)) alone.add(stretch, scale);
        const together = tallies.get(`${name}@${location}`);
        for (const tally of [alone, together]) tally?.classify();
        expect(together, `${name}@${location}`).toEqual(alone);
      }
    return tallies;
  }

  it.each([
    [60, 'none'],
    [60, 'one'],
    [60, 'all'],
    [1_000, 'none'],
    [1e9, 'none'],
  ] as const)('come to what each comes to by itself, counted after %d events, %s drawn', (slice, drawn) => {
    const tallies = counted(slice, drawn);
    expect(tallies.size).toBe(9);
  });

  it('are counted once as long as they are', () => {
    const tallies = counted(60, 'all', scenario.start + 39 * hour);
    const [eu, us, gcp] = ['aws-eu-central-1', 'aws-us-east-1', 'gcp-us-central1'].map((location) =>
      ['fn', 'web', 'far'].map((name) => tallies.get(`shop/workload/${name}@${location}`)),
    );
    // By name: `fn` in all three, `web` in the two that kept their bounds, `far` nowhere.
    expect(us!.map((tally, i) => tally === gcp![i])).toEqual([true, true, false]);
    expect(us!.map((tally, i) => tally === eu![i])).toEqual([true, false, false]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../src/experiment/run.ts';
import type { ApiRequest } from '../../src/platform/api/requests/request.ts';
import { begun, billText, holds, played } from './play.ts';
import { type Doc, world } from './worlds.ts';

const forked = fc.tuple(world({ hours: [2, 4, 9] }), fc.integer({ min: 0, max: 1000 }));
const wild = fc.tuple(forked, fc.array(fc.nat(99), { minLength: 1, maxLength: 6 }));

/**
 * Runs on to a share of the run, in thousandths, and in even cases some events further, to the middle of an instant.
 */
function advanceTo({ sim, scenario }: Run, share: number): void {
  const { start, end } = scenario;
  const at = start + Math.floor(((end - start) * share) / 1000);
  sim.runUntil(at);
  if (share % 2 === 0) sim.runUntil(end, { eventsMax: share % 7 });
}

describe('a fork', () => {
  it('ends as the run that it came from, whichever of them runs first', () => {
    holds(25, forked, ([doc, share]) => {
      const { run } = begun(doc);
      advanceTo(run, share);
      const early = run.fork();
      const late = run.fork();
      const before = run.sim.digest();
      early.advance();
      expect(run.sim.digest()).toBe(before);
      run.advance();
      late.advance();
      expect(early.sim.digest()).toBe(run.sim.digest());
      expect(late.sim.digest()).toBe(run.sim.digest());
      const bill = billText(run);
      expect(billText(early)).toBe(bill);
      expect(billText(late)).toBe(bill);
    });
  });

  it('does not disturb it by going another way', () => {
    holds(20, wild, ([[doc, share], turns]) => {
      const undisturbed = played(doc).run;
      const { run } = begun(doc);
      advanceTo(run, share);
      const stray = run.fork();
      const { end } = run.scenario;
      for (const turn of turns) {
        for (const request of requestsOf(doc, turn)) stray.request(request);
        // By turns, so that what they still shared would be seen from both sides.
        stray.sim.runUntil(end, { eventsMax: 40 });
        stray.bill();
        run.sim.runUntil(end, { eventsMax: 40 });
      }
      stray.advance();
      run.advance();
      expect(run.sim.digest()).toBe(undisturbed.sim.digest());
      expect(billText(run)).toBe(billText(undisturbed));
      expect(stray.sim.digest()).not.toBe(run.sim.digest());
    });
  });
});

describe('two forks of which each tags a workload', () => {
  it('count what decided the bill the same, whichever of them runs first', () => {
    const { run } = begun({
      svcsim: 1,
      start: '2026-11-29T20:00:00Z',
      for: '2h',
      seed: 1,
      assumptions: {},
      resources: [
        { kind: 'gvc', name: 'ash', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } },
        {
          kind: 'workload',
          gvc: 'ash',
          name: 'web',
          spec: {
            type: 'standard',
            containers: [{ name: 'main', image: 'web:1', cpu: '200m', memory: '256Mi' }],
            defaultOptions: { autoscaling: { metric: 'disabled', minScale: 2, maxScale: 2 } },
          },
        },
      ],
      behavior: {},
      timeline: [
        { at: '+70m', fault: { locationOutage: { location: 'aws-us-east-1' } }, for: '10m' },
        { at: '+90m', patch: '/gvc/ash/workload/web', with: { tags: { team: 'red' } } },
      ],
    });
    advanceTo(run, 500);
    const forks = [run.fork(), run.fork()];
    for (const fork of forks) fork.advance();
    const [one, other] = forks.map(({ sim }) => Object.fromEntries(sim.world.decisions));
    expect(other).toEqual(one);
  });
});

/** What another future asks for: of one resource of the world, by turns, to change, to grow, to go. */
function requestsOf(doc: Doc, turn: number): ApiRequest[] {
  const { kind, name, gvc } = doc.resources[turn % doc.resources.length] ?? { kind: 'gvc', name: 'ash' };
  const path = `/org/acme${gvc === undefined ? '' : `/gvc/${gvc}`}/${kind}/${name}`;
  const change = { method: 'PATCH', path, body: { description: `turn ${turn}` } } as const;
  if (turn % 3 === 0) return [change, { method: 'DELETE', path }];
  if (kind === 'workload') {
    const scaled = { defaultOptions: { autoscaling: { minScale: 1 + (turn % 4), maxScale: 9 } } };
    const spec = { containers: [{ name: 'main', image: `stray:${turn}` }], ...(turn % 2 === 0 ? scaled : {}) };
    return [change, { method: 'PATCH', path, body: { spec } }];
  }
  const locations = ['aws-us-east-1', 'azure-eastus2', 'gcp-us-east1'];
  return [
    change,
    ...locations.map((location) => {
      const spec = { location, volumeIndex: 0, newStorageCapacity: 500 + turn };
      return { method: 'POST', path: `${path}/-command`, body: { type: 'expandVolume', spec } } as const;
    }),
  ];
}

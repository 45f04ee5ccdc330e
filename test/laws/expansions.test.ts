import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/engine/journal.ts';
import { begun, holds, played } from './play.ts';
import { type Doc, world } from './worlds.ts';

const day = 86_400_000;

describe('LIMIT-1: expansions of one volume', () => {
  it('are at most four within any 24 hours, and a refusal says when the fourth newest is 24 hours old', () => {
    let refused = 0;
    holds(35, world({ hours: [4, 27, 50], burstsMax: 9 }), (doc) => {
      const { journal } = played(doc);
      for (const [volume, accepted] of acceptedOf(journal)) {
        for (const [index, at] of accepted.entries()) {
          const fifthBefore = accepted[index - 4];
          if (fifthBefore !== undefined) expect(at - fifthBefore, volume).toBeGreaterThanOrEqual(day);
        }
      }
      for (const { type, at, subject, data } of journal) {
        if (type !== 'expansion.refused') continue;
        refused += 1;
        const before = (acceptedOf(journal).get(subject.name) ?? []).filter((instant) => instant <= at);
        expect(data.retryAt).toBe((before.at(-4) ?? Number.NaN) + day);
      }
    });
    expect(refused).toBeGreaterThan(5);
  });

  it('by hand are taken exactly where fewer than four were within the 24 hours before', () => {
    holds(40, commands, (instants) => {
      const counts: number[] = [];
      const expected = instants.map((at) => {
        const isTaken = counts.filter((earlier) => at - earlier < day).length < 4;
        if (isTaken) counts.push(at);
        return isTaken ? 201 : 429;
      });
      const { run } = begun(onlyByHand);
      const { start } = run.scenario;
      const answers = instants.map((at, index) => {
        run.sim.runUntil(start + at, { included: true });
        const spec = { location: 'aws-us-east-1', volumeIndex: 0, newStorageCapacity: 20 + index };
        const path = '/org/acme/gvc/ash/volumeset/disk/-command';
        return run.request({ method: 'POST', path, body: { type: 'expandVolume', spec } }).status;
      });
      expect(answers).toEqual(expected);
    });
  });
});

/**
 * Instants of accepted expansions, automatic ones and those by hand, of each volume that lived until the end of the
 * journal.
 */
function acceptedOf(journal: readonly Entry[]): Map<string, number[]> {
  const accepted = new Map<string, number[]>();
  for (const { type, at, subject } of journal) {
    if (type === 'expansion.accepted') accepted.set(subject.name, [...(accepted.get(subject.name) ?? []), at]);
  }
  return accepted;
}

/** Instants around those at which an expansion of one or two days before stops counting. */
const commands = fc
  .array(fc.tuple(fc.nat(2), fc.nat(23), fc.integer({ min: -1, max: 1 })), { minLength: 5, maxLength: 20 })
  .map((given) => given.map(([days, hours, off]) => day * days + 3_600_000 * (hours % 6) + off + 1))
  .map((instants) => instants.sort((a, b) => a - b));

const onlyByHand: Doc = {
  svcsim: 1,
  start: '2026-11-29T00:00:00Z',
  for: '4d',
  seed: 1,
  assumptions: {},
  resources: [
    { kind: 'gvc', name: 'ash', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } },
    {
      kind: 'volumeset',
      gvc: 'ash',
      name: 'disk',
      spec: { fileSystemType: 'ext4', performanceClass: 'general-purpose-ssd', initialCapacity: 10 },
    },
    {
      kind: 'workload',
      gvc: 'ash',
      name: 'db',
      spec: {
        type: 'stateful',
        containers: [{ name: 'main', image: 'db:1', volumes: [{ uri: 'svc://volumeset/disk', path: '/data' }] }],
        defaultOptions: { autoscaling: { metric: 'disabled', minScale: 1, maxScale: 1 } },
      },
    },
  ],
  behavior: {},
  timeline: [],
};

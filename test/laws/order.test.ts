import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/engine/journal.ts';
import { bursts, stepsOf } from '../../src/testing/arbitraries/bursts.ts';
import { type PlacedWorkload as Part, resourcesOf, workloadShapes } from '../../src/testing/arbitraries/workloads.ts';
import type { StepDocument as Step } from '../../src/testing/document.ts';
import { billText, expectSameJournal, holds, played } from './play.ts';
import { type Doc, gvcOf, world } from './worlds.ts';

describe('the order of a file', () => {
  it('of resources, of keys and of timeline entries at different instants changes nothing', () => {
    holds(25, fc.tuple(world(), fc.nat(0xffff)), ([doc, seed]) => {
      const one = played(doc);
      const other = played(shuffled(doc, seed));
      expectSameJournal(one.journal, other.journal);
      expect(billText(other.run)).toBe(billText(one.run));
    });
  });
});

/** The same file in another order. */
function shuffled(doc: Doc, seed: number): Doc {
  let state = seed;
  const draw = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) % below;
  };
  const mixed = <T>(list: readonly T[]): T[] => {
    const rest = [...list];
    return list.flatMap(() => rest.splice(draw(rest.length), 1));
  };
  const keysMixed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(keysMixed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(mixed(Object.entries(value)).map(([key, inner]) => [key, keysMixed(inner)]));
  };
  const instants = new Map<string, Step[]>();
  for (const step of doc.timeline) instants.set(step.at, [...(instants.get(step.at) ?? []), step]);
  // Entries of one instant keep their order: that carries meaning.
  const places = mixed(doc.timeline.map(({ at }) => at));
  const timeline = places.flatMap((at) => instants.get(at)?.splice(0, 1) ?? []);
  return keysMixed({ ...doc, resources: mixed(doc.resources), timeline }) as Doc;
}

describe('an unrelated workload', () => {
  const added = fc.record({
    doc: world(),
    shape: workloadShapes,
    name: fc.constantFrom('another', 'zebra'),
    home: fc.constantFrom('ash', 'another', 'zoo'),
    own: bursts,
  });

  it('changes nothing of the others, be it in their gvc or in another', () => {
    holds(25, added, ({ doc, shape, name, home, own }) => {
      const isShared = doc.resources.some((one) => one.kind === 'gvc' && one.name === home);
      // What is asked of a whole gvc concerns whoever is in it.
      const isOfGvc = ({ patch, delete: removed }: Step): boolean => [patch, removed].includes(`/gvc/${home}`);
      const before: Doc = { ...doc, timeline: doc.timeline.filter((step) => !(isShared && isOfGvc(step))) };
      const part: Part = { ...shape, name, gvc: home, locations: ['aws-us-east-1', 'gcp-us-east1'] };
      const { resources, behavior } = resourcesOf(part, false);
      const asked = stepsOf(own, { parts: [part], seconds: Number.parseInt(doc.for, 10) * 3600 });
      const after: Doc = {
        ...before,
        resources: [...(isShared ? [] : [gvcOf(part)]), ...resources, ...before.resources],
        behavior: { ...before.behavior, ...behavior },
        timeline: [...asked.filter((step) => isOfItself(step) && !(isShared && isOfGvc(step))), ...before.timeline],
      };
      const prefixes = isShared
        ? [`${home}/workload/${name}`, `${home}/volumeset/${name}-disk`]
        : [`${home}/`, `gvc/${home}`];
      const isOther = (subject: string): boolean => !prefixes.some((prefix) => subject.startsWith(prefix));
      // A fault of a whole location counts whom it strikes there.
      const isCount = ({ type, subject }: Entry): boolean =>
        type.startsWith('fault.') && subject.name.startsWith('location/');
      const one = played(before);
      const other = played(after);
      const course = (journal: readonly Entry[]): Entry[] =>
        journal
          .filter((entry) => isOther(entry.subject.name) && !isCount(entry))
          .map((entry) => ({ ...entry, seq: 0, cause: null }));
      expectSameJournal(course(one.journal), course(other.journal));
      const rows = ({ run }: typeof one) =>
        run
          .bill()
          .bill.usage.filter((row) => isOther(`${row.gvc}/${row.resource}`))
          .map(({ id: _, events: __, ...row }) => row);
      expect(rows(other)).toEqual(rows(one));
    });
  });
});

/**
 * Neither a location's switch, nor what strikes more than the workload, nor a creation, whose path names no workload.
 */
function isOfItself({ patch, post, fault }: Step): boolean {
  if (fault !== undefined && !JSON.stringify(fault).includes('"of":')) return false;
  return !String(patch ?? '').startsWith('/location/') && !/\/(workload|volumeset)$/.test(String(post ?? ''));
}

import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/engine/journal.ts';
import { holds, played } from './play.ts';
import { world } from './worlds.ts';

/** What comes from outside, from a clock, or begins with the run; whatever else happens follows from something. */
const roots: readonly string[] = [
  'behaviour.changed',
  'demand.routed',
  'demand.scaled',
  'demand.turned',
  'deployment.opened',
  'execution.started',
  'fault.begun',
  'replica.settled',
  'request.accepted',
  'request.refused',
  'snapshot.taken',
  'volume.created',
  'volume.settled',
];

/** What only one kind of entry can lead to. */
const only: Readonly<Record<string, readonly string[]>> = {
  'execution.gone': ['execution.removed'],
  'execution.forgotten': [
    'execution.succeeded',
    'execution.failed',
    'execution.removed',
    'execution.invalid',
    'request.accepted',
  ],
  'replica.available': ['replica.ready'],
  'replica.gone': ['replica.terminating', 'replica.evicted', 'replica.lost'],
  'replica.restarted': ['replica.exited'],
  'rollout.completed': ['rollout.started'],
  'snapshot.expired': ['snapshot.taken'],
  'volume.expanded': ['expansion.accepted'],
};

/** What is wrong with the causes of a journal, each kind once. */
function faultsIn(journal: readonly Entry[]): string[] {
  const bySeq = new Map(journal.map((entry) => [entry.seq, entry]));
  const found = new Set<string>();
  for (const { seq, at, type, cause } of journal) {
    if (cause === null) {
      if (!roots.includes(type)) found.add(`${type} has no cause`);
      continue;
    }
    const led = bySeq.get(cause);
    if (led === undefined) found.add(`${type}: there is no entry ${cause}`);
    else if (cause >= seq || led.at > at) found.add(`${type} comes before its cause ${led.type}`);
    else if (only[type]?.includes(led.type) === false) found.add(`${type} follows from ${led.type}`);
  }
  return [...found];
}

describe('the causes that a journal names', () => {
  it('are entries before their effects, of a kind that can lead to them; only what comes from outside has none', () => {
    let looked = 0;
    holds(60, world(), (doc) => {
      const { journal } = played(doc);
      looked += journal.length;
      expect(faultsIn(journal)).toEqual([]);
    });
    expect(looked).toBeGreaterThan(5_000);
  });
});

import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/engine/journal.ts';
import { rootOf } from '../../src/platform/root.ts';
import { type LinkedEntry, linkParts } from '../../src/report/why/linkParts.ts';
import { holds, played } from './play.ts';
import { world } from './worlds.ts';

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
  'snapshot.expired': ['snapshot.taken'],
  'volume.expanded': ['expansion.accepted'],
};

/** What is wrong with the causes of a journal, each kind once. */
function faultsIn(journal: readonly Entry[]): string[] {
  const bySeq = new Map(journal.map((entry) => [entry.seq, entry]));
  const found = new Set<string>();
  for (const entry of journal) {
    const { seq, at, type, cause } = entry;
    if (cause === null) {
      if (rootOf(entry) === null) found.add(`${type} has neither a cause nor a root`);
      continue;
    }
    const led = bySeq.get(cause);
    if (led === undefined) found.add(`${type}: there is no entry ${cause}`);
    else if (cause >= seq || led.at > at) found.add(`${type} comes before its cause ${led.type}`);
    else if (only[type]?.includes(led.type) === false) found.add(`${type} follows from ${led.type}`);
    else {
      const parts = linkParts(linked(entry), linked(led));
      if (parts === null) found.add(`${type} comes after its cause ${led.type}, and nothing says why so late`);
      else if (parts.reduce((sum, { ms }) => sum + ms, 0) !== at - led.at)
        found.add(`${type}: the parts of its time after ${led.type} do not make it up`);
    }
  }
  return [...found];
}

const linked = (entry: Entry): LinkedEntry => ({ ...entry, assumptions: entry.reason.assumptions });

describe('the causes that a journal names', () => {
  it('are entries before their effects, of a kind that can lead to them; each chain ends in a root, and each link that takes time names its durations', () => {
    let looked = 0;
    holds(60, world(), (doc) => {
      const { journal } = played(doc);
      looked += journal.length;
      expect(faultsIn(journal)).toEqual([]);
    });
    expect(looked).toBeGreaterThan(5_000);
  });
});

import { describe, expect, it } from 'vitest';
import { hash32 } from '../../../src/engine/hash.ts';
import type { Entry } from '../../../src/engine/journal.ts';
import { TurnList, turn, turnSize } from '../../../src/experiment/parts/turns.ts';
import { kind } from '../../../src/platform/handlers/eventKinds.ts';
import type { Sim } from '../../../src/platform/handlers/note.ts';
import type { Scenario } from '../../../src/scenario/scenario.ts';

const subject = { name: 'shop/workload/a@x', hash: hash32('a') };

/** Entries of a run, as many as are asked for; `cause` is that of the last. */
function entries(count: number, cause: number | null = null): Entry[] {
  return Array.from({ length: count }, (_, i) => ({
    seq: i + 1,
    at: 0,
    type: 'request.accepted',
    subject,
    ordinal: null,
    reason: { rules: [], assumptions: [] },
    cause: i === count - 1 ? cause : null,
    data: {},
  }));
}

/** A run that has just handled an event. */
function at(
  instant: number,
  rank: number,
  of: number,
  entities = 3,
  event = kind['deployment.pass'],
  argument = 0,
): Sim {
  const agenda = { instant, rank, subject: of, kind: event, argument };
  return { agenda, world: { entities: Array.from({ length: entities }) } } as unknown as Sim;
}

const timeline = { timeline: [{ index: 7 }, { index: 2 }] } as unknown as Scenario;

function turnsOf(list: TurnList): number[][] {
  const all = [...list.take()];
  return Array.from({ length: all.length / turnSize }, (_, i) => all.slice(i * turnSize, (i + 1) * turnSize));
}

describe('the turns of a part', () => {
  it('have the place of their event, and tell how many entries and entities there are', () => {
    const list = new TurnList(timeline);
    list.note(at(10, 4, 2), entries(3), 0);
    list.note(at(12, 4, 1, 5), entries(4), 3);
    expect(turnsOf(list)).toEqual([
      [10, 4, 2, 2, 0, 0, 3, 3],
      [12, 4, 1, 2, 0, 0, 5, 1],
    ]);
  });

  it('take the place of a later event that was handled before at the same instant, although it has written nothing', () => {
    const list = new TurnList(timeline);
    list.note(at(10, 9, 2), [], 0);
    list.note(at(10, 4, 1), entries(1), 0);
    list.note(at(11, 4, 1), entries(2), 1);
    const places = turnsOf(list).map((one) => one.slice(turn.at, turn.source));
    expect(places).toEqual([
      [10, 9, 2],
      [11, 4, 1],
    ]);
  });

  it('of the timeline go by the order of the whole, then come the writes in that of their requests', () => {
    const list = new TurnList(timeline);
    const step = (argument: number): Sim => at(10, 0, 0, 3, kind['timeline.due'], argument);
    list.note(step(0), entries(1), 0);
    list.note(step(1), entries(2), 1);
    list.note(at(20, 0, 0, 3, kind['write.arrived']), entries(3, 2), 2);
    const sources = turnsOf(list).map((one) => one.slice(turn.source, turn.entities));
    expect(sources).toEqual([
      [0, 0, 2],
      [0, 0, 7],
      [1, 10, 7],
    ]);
  });

  it('give each entry the number of its turn', () => {
    const list = new TurnList(timeline);
    list.note(at(10, 4, 2), entries(2), 0);
    list.note(at(12, 4, 1), entries(3), 2);
    list.take();
    const numbers: number[][] = [];
    list.eachEntry(Float64Array.of(5, 90), entries(3), ({ seq }, number) => numbers.push([seq, number]));
    expect(numbers).toEqual([
      [1, 5],
      [2, 6],
      [3, 90],
    ]);
  });
});

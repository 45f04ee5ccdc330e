/**
 * The numbers of journal entries in the whole run, from the turns of its parts: the order is that of one agenda with
 * all their events.
 */
import type { Scenario } from '../../scenario/scenario.ts';
import { nounOf } from './mentions.ts';
import { turn, turnSize } from './turns.ts';
import type { WholeStart } from './wholeStart.ts';

/** The numbers of a stretch. */
export interface Numbers {
  /** By part and turn: the number of its first entry. */
  readonly firsts: readonly Float64Array[];
  /** The parts whose turns they are, in the order of the whole. */
  readonly order: Int32Array;
}

export class WholeOrder {
  /** Of the last entry that has a number. */
  private number = 0;
  /** Of the last entity. */
  private entities: number;
  /** By part and handle there: the handle in the whole. */
  private readonly handles: number[][];
  /** The part of each entry of the start. */
  private readonly startOrder: Int32Array;

  /** @param parts the scenarios that the whole was split into, and names of their entities by their handles from 1 */
  constructor(
    start: WholeStart,
    parts: readonly { readonly scenario: Scenario; readonly entities: readonly string[] }[],
  ) {
    const partOf = new Map<string, number>();
    parts.forEach(({ scenario: { resources } }, part) => {
      for (const resource of resources) {
        const name = nounOf(resource);
        if (name !== null) partOf.set(name, part);
      }
    });
    this.startOrder = Int32Array.from(start.subjects, (name) => {
      const part = partOf.get(name.replace(/@.*$/, ''));
      if (part === undefined) throw new Error(`an entry of the start is about ${name}, which is in no part`);
      return part;
    });
    const handleOf = new Map(start.entities.map((name, index) => [name, index + 1]));
    this.entities = start.entities.length;
    this.handles = parts.map((part) => [0, ...part.entities.map((name) => handleOf.get(name)!)]);
  }

  /** The numbers of what the start has journalled. */
  begin(turns: readonly Float64Array[]): Numbers {
    const firsts = turns.map(({ length }) => new Float64Array(length / turnSize));
    const next = turns.map(() => 0);
    for (const part of this.startOrder) {
      this.number += 1;
      firsts[part]![next[part]!] = this.number;
      next[part]! += 1;
    }
    return { firsts, order: this.startOrder };
  }

  /** The numbers of a stretch of time, of which each part has given all turns. */
  merge(turns: readonly Float64Array[]): Numbers {
    const firsts = turns.map(({ length }) => new Float64Array(length / turnSize));
    const next = turns.map(() => 0);
    const order = new Int32Array(firsts.reduce((sum, { length }) => sum + length, 0));
    for (let i = 0; i < order.length; i += 1) {
      let least = -1;
      for (let part = 0; part < turns.length; part += 1) {
        if (next[part] === firsts[part]!.length) continue;
        if (least < 0 || this.isBefore(turns, [part, next[part]!], [least, next[least]!])) least = part;
      }
      order[i] = least;
      firsts[least]![next[least]!] = this.number + 1;
      this.pass(turns[least]!, next[least]!, least);
      next[least]! += 1;
    }
    return { firsts, order };
  }

  /** A turn has its place: what it has made gets the next handles. */
  private pass(turns: Float64Array, index: number, part: number): void {
    const handles = this.handles[part]!;
    this.number += turns[index * turnSize + turn.entries]!;
    while (handles.length <= turns[index * turnSize + turn.entities]!) {
      this.entities += 1;
      handles.push(this.entities);
    }
  }

  /** Places of two turns of different parts are never the same. */
  private isBefore(
    turns: readonly Float64Array[],
    [part, index]: readonly [number, number],
    [otherPart, otherIndex]: readonly [number, number],
  ): boolean {
    const [one, from] = [turns[part]!, index * turnSize];
    const [other, otherFrom] = [turns[otherPart]!, otherIndex * turnSize];
    for (let i = 0; i < turn.entities; i += 1) {
      let [a, b] = [one[from + i]!, other[otherFrom + i]!];
      if (i === turn.subject) [a, b] = [this.handles[part]![a]!, this.handles[otherPart]![b]!];
      if (a !== b) return a < b;
    }
    return false;
  }
}

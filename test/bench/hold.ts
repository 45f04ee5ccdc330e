/**
 * The hold model: take the least event, add one at its instant plus an increment. Over the agenda, and over the
 * yardstick.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Distribution, draw } from '../../src/engine/distribution.ts';
import { Streams } from '../../src/engine/random.ts';
import { temporaryFolder } from '../../src/node/temporaryFolder.ts';
import { bundled } from './bundled.ts';
import { compiled } from './compiled.ts';
import { nanoseconds } from './rows.ts';

const tableSize = 65_536;

/** Increments in whole milliseconds, the same for both sides. */
export function incrementsOf(...distributions: readonly Distribution[]): Float64Array {
  const streams = new Streams('bench');
  const stream = streams.open('increments');
  const each = tableSize / distributions.length;
  return Float64Array.from({ length: tableSize }, (_, i) => {
    const distribution = distributions[Math.floor(i / each)] ?? { kind: 'constant', value: 0 };
    return Math.max(0, Math.floor(draw(distribution, streams.keyOf(stream, i))));
  });
}

/** What performs the hold model, in a process of its own. */
export interface Holder {
  readonly name: string;
  /** Nanoseconds of processor time per hold. */
  hold(increments: Float64Array, pending: number, warmup: number, holds: number): number;
}

/** The agenda, bundled as it is shipped. */
export function agendaHolder(): Holder {
  return holderOf('agenda', process.execPath, bundled('holdRun'));
}

/** C++ where a compiler is at hand, else a plain typed heap, which is slower: such ratios flatter the agenda. */
export function yardstick(): Holder {
  known ??= makeYardstick();
  return known;
}

let known: Holder | undefined;

function makeYardstick(): Holder {
  const program = compiled('hold');
  if (program === null) return { name: 'plain typed heap (no g++)', hold: holdPlainHeap };
  return holderOf('C++ std::priority_queue', program);
}

/** A program that is called with a file of increments and the three numbers, and prints what a hold took. */
function holderOf(name: string, program: string, ...args: readonly string[]): Holder {
  const file = join(temporaryFolder().path, 'increments');
  return {
    name,
    hold(increments, pending, warmup, holds) {
      writeFileSync(file, increments);
      const output = execFileSync(program, [...args, file, `${pending}`, `${warmup}`, `${holds}`], {
        encoding: 'utf8',
      });
      return Number.parseFloat(output);
    },
  };
}

/** A binary heap over three columns, as in a textbook: the moved event is written once, where it ends. */
class PlainHeap {
  readonly when: Float64Array;
  readonly order: Float64Array;
  readonly what: Float64Array;
  private size = 0;

  constructor(capacity: number) {
    this.when = new Float64Array(capacity);
    this.order = new Float64Array(capacity);
    this.what = new Float64Array(capacity);
  }

  add(newWhen: number, newOrder: number, newWhat: number): void {
    const { when, order, what } = this;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (when[parent]! < newWhen || (when[parent]! === newWhen && order[parent]! < newOrder)) break;
      when[at] = when[parent]!;
      order[at] = order[parent]!;
      what[at] = what[parent]!;
      at = parent;
    }
    when[at] = newWhen;
    order[at] = newOrder;
    what[at] = newWhat;
  }

  removeLeast(): void {
    const { when, order, what } = this;
    const end = --this.size;
    const lastWhen = when[end]!;
    const lastOrder = order[end]!;
    let at = 0;
    for (let child = 1; child < end; child = 2 * at + 1) {
      const right = child + 1;
      if (
        right < end &&
        (when[right]! < when[child]! || (when[right]! === when[child]! && order[right]! < order[child]!))
      ) {
        child = right;
      }
      if (lastWhen < when[child]! || (lastWhen === when[child]! && lastOrder < order[child]!)) break;
      when[at] = when[child]!;
      order[at] = order[child]!;
      what[at] = what[child]!;
      at = child;
    }
    when[at] = lastWhen;
    order[at] = lastOrder;
    what[at] = what[end]!;
  }
}

function holdPlainHeap(increments: Float64Array, pending: number, warmup: number, holds: number): number {
  const heap = new PlainHeap(pending + 1);
  let next = 0;
  let sequence = 0;
  const run = (count: number): void => {
    for (let i = 0; i < count; i++) {
      const when = heap.when[0]!;
      const what = heap.what[0]!;
      heap.removeLeast();
      if (next === increments.length) next = 0;
      heap.add(when + increments[next++]! * 16, ++sequence, what);
    }
  };
  for (let i = 0; i < pending; i++) heap.add(increments[i % increments.length]! * 16, ++sequence, i * 64);
  run(Math.max(warmup, 200_000));
  return nanoseconds(holds, () => run(holds));
}

/** The hold model: take the least event, add one at its instant plus an increment. Over the agenda, and over the yardstick. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agenda } from '../../src/engine/agenda.ts';
import { type Distribution, draw } from '../../src/engine/distribution.ts';
import { Streams } from '../../src/engine/random.ts';
import { nanoseconds } from './rows.ts';

const tableSize = 65_536;

/** Increments in whole milliseconds, the same for both sides. */
export function incrementsOf(...distributions: readonly Distribution[]): Float64Array {
  const streams = new Streams('bench');
  const stream = streams.open('increments');
  const each = tableSize / distributions.length;
  return Float64Array.from({ length: tableSize }, (_, i) => {
    const distribution = distributions[Math.floor(i / each)] ?? { kind: 'constant', value: 0 };
    return Math.max(0, Math.floor(draw(distribution, streams, stream)));
  });
}

/** A hold model that goes on between rounds. */
export interface Holding {
  /** Nanoseconds per hold of this many. */
  hold(count: number): number;
}

/** The agenda's hold model, warmed up. */
export function holdAgenda(increments: Float64Array, pending: number, warmup: number): Holding {
  const agenda = new Agenda();
  let next = 0;
  const run = (count: number): void => {
    for (let i = 0; i < count; i++) {
      agenda.take();
      if (next === increments.length) next = 0;
      agenda.add(agenda.instant + increments[next++]!, 0, agenda.kind, 0, agenda.argument);
    }
  };
  for (let i = 0; i < pending; i++) {
    if (next === increments.length) next = 0;
    agenda.add(increments[next++]!, 0, 0, 0, i);
  }
  run(warmup);
  return { hold: (count) => nanoseconds(count, () => run(count)) };
}

/** What the agenda is measured against. */
export interface Yardstick {
  readonly name: string;
  /** Nanoseconds per hold. */
  hold(increments: Float64Array, pending: number, warmup: number, holds: number): number;
}

/** C++ where a compiler is at hand, else a plain typed heap, which is about 0.8 of it. */
export function yardstick(): Yardstick {
  const folder = mkdtempSync(join(tmpdir(), 'svcsim-bench-'));
  const program = join(folder, 'hold');
  try {
    execFileSync('g++', ['-O3', '-o', program, fileURLToPath(new URL('./hold.cpp', import.meta.url))], {
      stdio: 'ignore',
    });
  } catch {
    return { name: 'plain typed heap (no g++)', hold: holdPlainHeap };
  }
  return {
    name: 'C++ std::priority_queue',
    hold(increments, pending, warmup, holds) {
      const file = join(folder, 'increments');
      writeFileSync(file, increments);
      const output = execFileSync(program, [file, String(pending), String(warmup), String(holds)], {
        encoding: 'utf8',
      });
      return Number(output.split(' ')[0]);
    },
  };
}

/** A binary heap over three columns, as in a textbook. */
function holdPlainHeap(increments: Float64Array, pending: number, warmup: number, holds: number): number {
  const when = new Float64Array(pending + 1);
  const order = new Float64Array(pending + 1);
  const what = new Float64Array(pending + 1);
  let size = 0;
  let next = 0;
  let sequence = 0;
  const isBefore = (a: number, b: number): boolean =>
    when[a]! < when[b]! || (when[a] === when[b] && order[a]! < order[b]!);
  const move = (from: number, to: number): void => {
    when[to] = when[from]!;
    order[to] = order[from]!;
    what[to] = what[from]!;
  };
  const add = (now: number, argument: number): void => {
    if (next === increments.length) next = 0;
    // The place after the last is free: the event waits there until its own is found.
    const free = size++;
    when[free] = now + increments[next++]! * 16;
    order[free] = ++sequence;
    what[free] = argument;
    for (let at = free; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!isBefore(at, parent)) break;
      swap(at, parent);
      at = parent;
    }
  };
  const swap = (a: number, b: number): void => {
    move(a, pending);
    move(b, a);
    move(pending, b);
  };
  const run = (count: number): void => {
    for (let i = 0; i < count; i++) {
      const now = when[0]!;
      const argument = what[0]!;
      move(--size, 0);
      for (let at = 0; ; ) {
        let least = 2 * at + 1;
        if (least >= size) break;
        if (least + 1 < size && isBefore(least + 1, least)) least += 1;
        if (!isBefore(least, at)) break;
        swap(at, least);
        at = least;
      }
      add(now, argument);
    }
  };
  for (let i = 0; i < pending; i++) add(0, i * 64);
  run(warmup);
  return nanoseconds(holds, () => run(holds));
}

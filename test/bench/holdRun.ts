/**
 * The hold model over the agenda, as `hold.cpp` has it over a queue of C++: `holdRun.ts FILE PENDING WARMUP HOLDS`
 * prints nanoseconds of processor time per hold, the middle of several rounds, since compilers work beside the first
 * ones; FILE holds the increments as doubles, taken in a circle.
 */
import { readFileSync } from 'node:fs';
import { Agenda } from '../../src/engine/agenda/agenda.ts';
import { median, nanoseconds } from './rows.ts';

const rounds = 5;
/** Holds of one call: the loop of a long call would be compiled in the middle of it, and for later calls anew. */
const once = 50_000;

const [file = '', ...sizes] = process.argv.slice(2);
const [pending = 0, warmup = 0, holds = 0] = sizes.map(Number);
const { buffer } = Uint8Array.from(readFileSync(file));
const increments = new Float64Array(buffer);
const agenda = new Agenda();
let next = 0;

for (let i = 0; i < pending; i += 1) agenda.add(increment(), 0, 0, 0, i);
holdAll(warmup);
console.log(median(Array.from({ length: rounds }, () => nanoseconds(holds, () => holdAll(holds)))));

/** @param count is rounded up to full calls */
function holdAll(count: number): void {
  for (let held = 0; held < count; held += once) hold();
}

function hold(): void {
  for (let i = 0; i < once; i += 1) {
    agenda.take();
    agenda.add(agenda.instant + increment(), 0, agenda.kind, 0, agenda.argument);
  }
}

function increment(): number {
  if (next === increments.length) next = 0;
  next += 1;
  return increments[next - 1]!;
}

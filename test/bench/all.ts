import { agendaDistributions, agendaSizes } from './agenda.bench.ts';
import { chance } from './random.bench.ts';
import type { Bench } from './rows.ts';
import { againstSimpy, engineStep } from './simulation.bench.ts';
import { commandStart } from './start.bench.ts';

/** Every benchmark, in the order of the table. A room adds its own here. */
export const benches: readonly Bench[] = [
  agendaSizes,
  agendaDistributions,
  engineStep,
  againstSimpy,
  chance,
  commandStart,
];

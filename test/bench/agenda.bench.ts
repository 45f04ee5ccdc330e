import type { Distribution } from '../../src/engine/distribution.ts';
import { agendaHolder, incrementsOf, yardstick } from './hold.ts';
import { type Bench, type Row, speedRow } from './rows.ts';

const rounds = 7;

function holdRow(name: string, goal: number, increments: Float64Array, pending: number): Row {
  const other = yardstick();
  const agenda = agendaHolder();
  const holds = Math.max(500_000, pending);
  const turns = Array.from({ length: rounds }, () => ({
    value: agenda.hold(increments, pending, holds + 2 * pending, holds),
    yardstick: other.hold(increments, pending, pending, holds),
  }));
  return speedRow(name, 'ns/hold', goal, turns, other.name);
}

/** P1: the agenda against the usual priority queue of C++, exponential increments. */
export const agendaSizes: Bench = {
  id: 'P1',
  name: 'agenda, hold model',
  run() {
    const increments = incrementsOf({ kind: 'exponential', mean: 1e7 });
    return [
      holdRow('P1 agenda 1e3', 1.3, increments, 1_000),
      holdRow('P1 agenda 1.5e4', 1.7, increments, 15_000),
      holdRow('P1 agenda 1e5', 1.8, increments, 100_000),
      holdRow('P1 agenda 1e6', 3, increments, 1_000_000),
    ];
  },
};

const minute = 60_000;
const cronLike: Distribution = {
  kind: 'empirical',
  values: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 60, 60, 60, 1_440].map((minutes) => minutes * minute),
};
const outliers: Distribution = { kind: 'empirical', values: [...Array.from({ length: 999 }, (_, i) => i * 100), 1e10] };

/** P2: no distribution of increments makes the agenda collapse. */
export const agendaDistributions: Bench = {
  id: 'P2',
  name: 'agenda, other distributions',
  run: () =>
    [1_000, 100_000].flatMap((pending) => [
      holdRow(`P2 uniform ${pending}`, 0.4, incrementsOf({ kind: 'uniform', from: 0, to: 2e7 }), pending),
      holdRow(`P2 cron-like ${pending}`, 0.4, incrementsOf(cronLike), pending),
      holdRow(`P2 constant ${pending}`, 0.4, incrementsOf({ kind: 'constant', value: minute }), pending),
      holdRow(`P2 far outliers ${pending}`, 0.4, incrementsOf(outliers), pending),
      holdRow(
        `P2 regime change ${pending}`,
        0.4,
        incrementsOf({ kind: 'exponential', mean: 1e4 }, { kind: 'exponential', mean: 1e7 }),
        pending,
      ),
    ]),
};

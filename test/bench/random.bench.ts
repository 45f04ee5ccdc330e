import { Streams } from '../../src/engine/random.ts';
import { type Bench, costRow, nanoseconds } from './rows.ts';

/** P9: a draw, and the making of a stream. */
export const chance: Bench = {
  id: 'P9',
  name: 'chance',
  run() {
    const streams = new Streams('1');
    const handles = Array.from({ length: 100 }, (_, i) => streams.open(`bench/${i}`));
    let sum = 0;
    const draw = (): void => {
      for (let i = 0; i < 1_000_000; i++) sum += streams.next(handles[i % 100]!);
    };
    let opened = 0;
    const open = (): void => {
      for (let i = 0; i < 5_000; i++) streams.open(`shop/workload-${opened++}/start`);
    };
    draw();
    open();
    const rows = [
      costRow(
        'P9 draw',
        'ns',
        15,
        Array.from({ length: 9 }, () => nanoseconds(1_000_000, draw)),
      ),
      costRow(
        'P9 open a stream',
        'ns',
        5_000,
        Array.from({ length: 9 }, () => nanoseconds(5_000, open)),
      ),
    ];
    // Used, so that no compiler leaves the draws out.
    if (Number.isNaN(sum)) throw new Error('a draw was NaN');
    return rows;
  },
};

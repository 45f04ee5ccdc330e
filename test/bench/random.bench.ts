import { Streams, uniformOf } from '../../src/engine/random.ts';
import { type Bench, costRow, nanoseconds } from './rows.ts';

const rounds = 60;
const drawsARound = 200_000;
const openedARound = 1_000;

/** P9: a draw, and the making of a stream. */
export const chance: Bench = {
  id: 'P9',
  name: 'chance',
  run() {
    const streams = new Streams('1');
    const handles = Array.from({ length: 100 }, (_, i) => streams.open(`bench/${i}`));
    let sum = 0;
    const draw = (): void => {
      for (let i = 0; i < drawsARound; i++) sum += uniformOf(streams.keyOf(handles[i % 100]!, 1_700_000_000_000 + i));
    };
    let opened = 0;
    const open = (): void => {
      for (let i = 0; i < openedARound; i++) streams.open(`shop/workload-${opened++}/start`);
    };
    for (let i = 0; i < 5; i++) draw();
    for (let i = 0; i < 5; i++) open();
    const rows = [
      costRow(
        'P9 draw',
        'ns',
        15,
        Array.from({ length: rounds }, () => nanoseconds(drawsARound, draw)),
      ),
      costRow(
        'P9 open a stream',
        'ns',
        5_000,
        Array.from({ length: rounds }, () => nanoseconds(openedARound, open)),
      ),
    ];
    // Used, so that no compiler leaves the draws out.
    if (Number.isNaN(sum)) throw new Error('a draw was NaN');
    return rows;
  },
};

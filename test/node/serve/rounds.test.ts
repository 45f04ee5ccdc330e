import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Rounds } from '../../../src/node/serve/rounds.ts';

describe('work of many streams', () => {
  it('is done a piece a turn, one to its end before the next, so that whoever asks is answered in between', async () => {
    const rounds = new Rounds();
    const said: string[] = [];
    const work = (name: string, pieces: number): (() => boolean) => {
      let left = pieces;
      return () => {
        said.push(name);
        left -= 1;
        return left > 0;
      };
    };
    const [a, b] = [work('a', 3), work('b', 2)];
    for (const one of [a, b, a, b]) rounds.add(one);
    expect(said).toEqual([]);
    for (let count = 0; count < 7; count += 1) {
      await turn();
      said.push('turn');
    }
    expect(said.join(' ')).toMatch(/^(turn )?a turn a turn a turn b turn b turn turn( turn)?$/);
    rounds.add(b);
    await turn();
    await turn();
    expect(said.at(-1)).toBe('b');
  });
});

import { describe, expect, it } from 'vitest';
import type { LogLine } from '../../../src/report/logs/line.ts';
import { parseQuery } from '../../../src/report/logs/parseQuery.ts';
import { Selection, type SelectionOptions } from '../../../src/report/logs/selection.ts';
import { UnmetValues } from '../../../src/report/logs/unmet.ts';

function queryOf(text: string): SelectionOptions['query'] {
  const query = parseQuery(text);
  if (!('matchers' in query)) throw new Error(text);
  return query;
}

function line(at: number, workload = 'web'): LogLine {
  const rest = { container: 'main', location: 'x', provider: 'y', replica: 'z', stream: 'stdout', version: '1' };
  return { at, stamp: `${at}000000`, labels: { gvc: 'shop', workload, ...rest }, text: `line ${at}` };
}

const all = { query: queryOf('{workload="web"}'), from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** The instants of what is given of lines at 0 to 9, of which the odd ones are of another workload. */
function given(options: Partial<SelectionOptions>): number[] {
  const instants: number[] = [];
  const selection = new Selection(
    { ...all, limit: Number.POSITIVE_INFINITY, direction: 'forward', ...options },
    ({ at }) => instants.push(at),
  );
  for (let at = 0; at < 10; at += 1) selection.take(line(at, at % 2 === 0 ? 'web' : 'api'));
  selection.close();
  return instants;
}

describe('LOG-4: what is given of the lines that a query selects', () => {
  it.each([
    ['all, the oldest first', {}, [0, 2, 4, 6, 8]],
    ['from an instant on, itself included', { from: 4 }, [4, 6, 8]],
    ['up to an instant, itself excluded', { to: 4 }, [0, 2]],
    ['between two', { from: 1, to: 7 }, [2, 4, 6]],
    ['so many of the oldest', { limit: 2 }, [0, 2]],
    ['so many of them from an instant on', { from: 3, limit: 2 }, [4, 6]],
    ['all, the newest first', { direction: 'backward' }, [8, 6, 4, 2, 0]],
    ['so many of the newest', { direction: 'backward', limit: 2 }, [8, 6]],
    ['so many of the newest of a stretch', { direction: 'backward', limit: 3, to: 8 }, [6, 4, 2]],
    ['as many as there are', { direction: 'backward', limit: 5 }, [8, 6, 4, 2, 0]],
    ['none', { direction: 'backward', from: 9 }, []],
  ] as const)('%s', (_, options, instants) => {
    expect(given(options)).toEqual(instants);
  });

  it('nothing that comes later matters once a limit is reached forward, or the stretch is over', () => {
    const selection = new Selection({ ...all, to: 5, limit: 1, direction: 'forward' }, () => {});
    expect([selection.isOver(0), selection.isOver(5)]).toEqual([false, true]);
    selection.take(line(0));
    expect([selection.isOver(1), selection.count]).toEqual([true, 1]);
    const newest = new Selection({ ...all, limit: 1, direction: 'backward' }, () => {});
    newest.take(line(0));
    expect(newest.isOver(1)).toBe(false);
  });
});

describe('why nothing is given', () => {
  it('names the values that no line has, and a near one', () => {
    const unmet = new UnmetValues(
      queryOf('{gvc="shop", workload="wab", container!="x", replica="none", stream="odd"}'),
    );
    for (const each of [line(0), line(1, 'api')]) unmet.look(each);
    expect(unmet.sentences()).toEqual([`no line has workload="wab"; did you mean 'web'?`, 'no line has stream="odd"']);
  });
});

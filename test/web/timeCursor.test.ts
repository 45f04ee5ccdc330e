import { expect, it } from 'vitest';
import { TimeCursor } from '../../src/web/view/timeCursor.ts';

it('a moving cursor tells everyone who watches, until they are gone', () => {
  const cursor = new TimeCursor();
  const gone = new AbortController();
  const heard: (number | null)[] = [];
  cursor.watch((at) => heard.push(at), gone.signal);
  cursor.move(5);
  cursor.move(null);
  gone.abort();
  cursor.move(7);
  expect(heard).toEqual([null, 5, null]);
  expect(cursor.at).toBe(7);
});

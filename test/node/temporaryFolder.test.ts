import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../src/node/temporaryFolder.ts';

it('any number of folders has one listener for the end of the process', () => {
  const first = temporaryFolder();
  const listeners = process.listenerCount('exit');
  const folders = [first, ...Array.from({ length: 12 }, temporaryFolder)];
  expect(process.listenerCount('exit')).toBe(listeners);
  expect(folders.every(({ path }) => existsSync(path))).toBe(true);
  for (const folder of folders) folder.remove();
  expect(folders.some(({ path }) => existsSync(path))).toBe(false);
});

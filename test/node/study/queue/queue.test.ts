import { describe, expect, it } from 'vitest';
import { folderOf, small, svcsim } from '../../cli.ts';
import { freePort } from './programs.ts';

const cwd = folderOf({ 'one.yaml': small('one'), 'two.yaml': small('two') });
const asked = ['compare', 'one.yaml', 'two.yaml'];

describe('--queue', () => {
  it.each([
    ['localhost', "--queue takes the address of a Redis, such as redis://localhost:6379; found 'localhost'"],
    [
      'http://localhost',
      "--queue takes the address of a Redis, such as redis://localhost:6379; found 'http://localhost'",
    ],
  ])('refuses %s, which is no address of a queue', (queue, message) => {
    expect(svcsim([...asked, '--queue', queue], { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: `svcsim: ${message}\n`,
    });
    expect(svcsim(['work', '--queue', queue], { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: `svcsim: ${message}\n`,
    });
  });

  it('and --workers together are refused: each worker has its own', () => {
    const { code, stderr } = svcsim([...asked, '--queue', 'redis://localhost', '--workers', '2'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('each svcsim work has its own --workers');
  });

  it('says where no Redis answers, and does not show its password', async () => {
    const port = await freePort();
    const { code, stderr } = svcsim([...asked, '--queue', `redis://:secret@127.0.0.1:${port}`], { cwd });
    expect([code, stderr]).toEqual([
      2,
      `svcsim: cannot connect to Redis at 127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}. Check the address of --queue, and that redis-server runs.\n`,
    ]);
  });

  it.each(['0s', 'soon', '2d'])('refuses the duration %s', (duration) => {
    const { code, stderr } = svcsim(['work', '--queue', 'redis://localhost', '--idle', duration], { cwd });
    expect([code, stderr]).toEqual([
      2,
      `svcsim: --idle takes a duration from 100ms to 1d, such as 30s; found '${duration}'\n`,
    ]);
  });
});

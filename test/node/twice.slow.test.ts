/** Faults that make two runs differ, each in a copy of the program: `svcsim run --twice` must find them. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenCli } from '../../scripts/brokenCli.ts';
import { folderOf, small } from './cli.ts';

const rollout = `timeline:
  - { at: +10m, patch: /gvc/shop/workload/web, with: { spec: { containers: [{ name: main, image: shop/web:2 }] } } }
`;
const cwd = folderOf({ 'shop.yaml': small('shop', rollout) });

/** What a run could come to depend on, as whole milliseconds that a termination would take longer. */
const dependences: readonly (readonly [of: string, code: string])[] = [
  ['Math.random', 'Math.floor(1000 * Math.random())'],
  ['the day of the clock', 'Math.floor(new Date().getTime() / 86_400_000) % 1000'],
  ['the time zone of the machine', 'new Date(2026, 0, 1, 12).getTime() % 3_600_000'],
  [
    'a count that a module keeps',
    '((Reflect.set(globalThis, "n", (Reflect.get(globalThis, "n") ?? 0) + 1), Reflect.get(globalThis, "n")))',
  ],
];

describe('svcsim run --twice finds a run that depends on', () => {
  it.each(dependences)('%s', async (_, code) => {
    const fault = {
      file: 'src/platform/workload/termination.ts',
      find: 'const stoppedAfter = signalAfter + view.stop;',
      replace: `const stoppedAfter = signalAfter + view.stop + (${code});`,
    };
    const program = await brokenCli(join(folderOf(), 'broken'), [fault]);
    const call = (...more: string[]) =>
      spawnSync(process.execPath, [program, 'run', 'shop.yaml', ...more], { cwd, encoding: 'utf8' });
    const { status, stdout, stderr } = call('--twice', '--json');
    const { twice } = JSON.parse(stdout).runs[0];
    expect(twice).toMatchObject({ same: false, what: 'journal' });
    const [first, second] = [JSON.parse(twice.first), JSON.parse(twice.second)];
    // The first entry that differs is the first termination, and both sides are shown.
    expect(first).toMatchObject({ seq: twice.number, type: 'replica.terminating' });
    expect(second).toMatchObject({ seq: twice.number, type: 'replica.terminating' });
    expect(first).not.toEqual(second);
    expect(stderr).toBe(
      `run twice: the two runs differ from journal entry ${twice.number} on; this is a defect of svcsim\n  first run:  ${twice.first}\n  second run: ${twice.second}\n`,
    );
    expect(status).toBe(1);
    // Without --twice, nobody would notice.
    expect(call('-q').status).toBe(0);
  });

  it('what the ledger alone keeps, which no journal entry shows', async () => {
    const fault = {
      file: 'src/platform/metering/ledger.ts',
      find: 'open(series: number, amount: number, at: Instant, seq: number): number {',
      replace:
        'open(series: number, given: number, at: Instant, seq: number): number { const amount = given + Math.floor(1000 * Math.random());',
    };
    const program = await brokenCli(join(folderOf(), 'broken'), [fault]);
    const args = [program, 'run', 'shop.yaml', '--twice', '--json'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
    const { twice } = JSON.parse(stdout).runs[0];
    expect(twice).toMatchObject({ same: false, what: 'bill' });
    expect(twice.first).not.toBe(twice.second);
    expect(stderr).toMatch(/^run twice: the two runs differ in line \d+ of the bill, after the same journal;/);
    expect(status).toBe(1);
  });
});

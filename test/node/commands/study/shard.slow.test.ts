import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, shell, svcsim } from '../../cli.ts';
import { maxScale, noisyShop } from '../noisyShop.ts';

const shop = noisyShop({
  horizon: '1h',
  more: `studies:
  most:
    vary: { max: { path: ${maxScale}, values: [3, 4, -1] } }
    measure: [bill.total, { metric: load.failed, of: shop/api }]
    minimise: bill.total
    runs: { least: 7 }
`,
});
const cwd = folderOf({ 'shop.yaml': shop, 'still.yaml': shop.replace(/, noise: .*/, ' }') });

function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(join(cwd, folder)).map((name) => [name, readFileSync(join(cwd, folder, name)).toString('base64')]),
  );
}

describe('shards of a study', () => {
  it('come to the same files as the study in one go, performed side by side, and perform each run once', () => {
    const { stdout } = shell(
      'for i in 1 2 3; do svcsim study shop.yaml --shard $i/3 --out parts --workers 1 & done; wait',
      cwd,
    );
    const counts = [...stdout.matchAll(/^parts\/most\.shard-\d-of-3: (\d+) runs?\. /gm)].map(([, count]) =>
      Number(count),
    );
    expect(counts.sort()).toEqual([4, 5, 5]);
    const merged = shell('svcsim merge parts/most.shard-* --out parts/most', cwd);
    expect(merged).toEqual({
      code: 0,
      stdout: 'parts/most: 14 runs. svcsim study FILE NAME now performs only what is missing, and answers.\n',
      stderr: expect.stringMatching(/^(parts\/most\.shard-\d-of-3: \d new runs\n){3}$/),
    });
    const answered = svcsim(['study', 'shop.yaml', '--out', 'parts'], { cwd });
    expect(answered.stderr).toContain('14 of 14 runs were in parts/most already');
    const whole = svcsim(['study', 'shop.yaml', '--out', 'whole'], { cwd });
    expect(answered.stdout).toBe(whole.stdout.replaceAll('whole/most', 'parts/most'));
    expect(filesIn('parts/most')).toEqual(filesIn('whole/most'));
  });

  it('of a study without chance perform each plan once', () => {
    const { stdout } = shell(
      'for i in 1 2; do svcsim study still.yaml --shard $i/2 --out still; done; svcsim merge still/*.shard-* --out still/most -q',
      cwd,
    );
    expect(stdout.match(/: 1 run\. /g)).toHaveLength(2);
    const { code, stderr } = svcsim(['study', 'still.yaml', '--out', 'still'], { cwd });
    expect([code, stderr]).toEqual([0, expect.stringContaining('2 of 2 runs were in still/most already')]);
  });

  it('that are missing are performed by the study itself', () => {
    shell('svcsim study shop.yaml --shard 2/3 --out some; svcsim merge some/*.shard-* --out some/most', cwd);
    const { code, stderr } = svcsim(['study', 'shop.yaml', '--out', 'some'], { cwd });
    expect([code, stderr]).toEqual([0, expect.stringContaining('5 of 14 runs were in some/most already')]);
    expect(filesIn('some/most')).toEqual(filesIn('whole/most'));
  });

  it.each(['0/3', '4/3', '3', '1/0', 'a/b', '1.5/2'])('--shard %s is refused', (shard) => {
    const { code, stderr } = svcsim(['study', 'shop.yaml', '--shard', shard], { cwd });
    expect(code).toBe(2);
    expect(stderr).toBe(
      `svcsim: --shard: expected NUMBER/COUNT with a number from 1 to the count, such as 3/16; found '${shard}'\n`,
    );
  });

  it('that do not exist are refused by merge, with what to give', () => {
    expect(svcsim(['merge', 'nowhere', '--out', 'new'], { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'svcsim: nowhere has no runs.ndjson: give the folders that svcsim study --shard wrote\n',
    });
  });

  it('with other results for the same run are refused by merge', () => {
    shell(
      'mkdir -p forged; sed "s/\\"fingerprint\\":\\"[0-9a-f]*\\"/\\"fingerprint\\":\\"0000000000000000\\"/" whole/most/runs.ndjson > forged/runs.ndjson',
      cwd,
    );
    const { code, stderr } = svcsim(['merge', 'whole/most', 'forged', '--out', 'both'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /forged: run \S+ had the fingerprint \S+, and now has 0000000000000000; these folders are not of one study and build\n$/,
    );
  });
});

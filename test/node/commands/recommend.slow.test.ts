import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse as yaml } from 'yaml';
import { serving, shopOf } from '../../experiment/recommend/advised.ts';
import { folderOf, invalid, shell, svcsim } from '../cli.ts';

const idle = shopOf({
  length: '1d',
  resources: [serving('api', 'metric: disabled, minScale: 4, maxScale: 4')],
  behavior: ['shop/api: { request: { cpu: 10ms, duration: 20ms } }'],
  demand: ['{ to: shop/api, rate: 40/s }'],
});
const right = shopOf({ length: '1d', resources: [serving('api', 'metric: disabled, minScale: 1, maxScale: 1')] });
const cwd = folderOf({ 'idle.yaml': idle, 'right.yaml': right, 'invalid.yaml': invalid });

describe('svcsim recommend', () => {
  it('says what to change, what was rejected, the total, how to see it, and the patch', () => {
    const { code, stdout, stderr } = svcsim(['recommend', 'idle.yaml'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^shop +\d recommendations, [\d.]+ USD a month now\n/);
    expect(stdout).toContain('shop/workload/api minScale: 4 -> 2 (minScale and maxScale)');
    expect(stdout).toMatch(
      /Total: -[\d.]+ USD a month\. The single effects add up to -[\d.]+; -[\d.]+ of that overlaps\./,
    );
    expect(stdout).toContain('\nRun with these changes: svcsim run idle.yaml --set ');
    expect(stdout).toContain('\nvariants:\n  recommended:\n    resources:\n      shop/workload/api:\n');
  });

  it('--list says what would be tried, after one run, and writes nothing', () => {
    const { code, stdout, stderr } = svcsim(['recommend', 'idle.yaml', '--list', '--out', 'listed'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^shop: \d questions with \d alternatives, found by one run of the scenario\n/);
    expect(stdout).toMatch(/\n {2}shop\/workload\/api minScale, now 4: .*\n {4}2 \(minScale and maxScale\); 3 /);
    expect(stdout).toContain('\n  search: at most 60, all in one replication');
    expect(stdout).toMatch(/\n {2}proof: none, because nothing is random\n$/);
    expect(existsSync(join(cwd, 'listed'))).toBe(false);
    expect(svcsim(['recommend', 'right.yaml', '--list'], { cwd }).stdout).toBe(
      'shop: nothing to try, as one run of the scenario shows\n',
    );
  });

  it('says how to see it in words that a shell takes, and that comes out as it says', () => {
    const { stdout } = svcsim(['recommend', 'idle.yaml'], { cwd });
    const [, command = ''] = /^Run with these changes: (.*)$/m.exec(stdout) ?? [];
    const [, now] = /, ([\d.]+) USD a month now/.exec(stdout) ?? [];
    const [, saved] = /Total: -([\d.]+) USD/.exec(stdout) ?? [];
    expect(shell(`${command} --out seen -q`, cwd).code).toBe(0);
    const bill = JSON.parse(readFileSync(join(cwd, 'seen/shop/bill.json'), 'utf8'));
    expect(30 * Number(bill.invoices[0].usageTotal)).toBeCloseTo(Number(now) - Number(saved), 1);
  });

  it('gives a patch that, pasted into the scenario, comes to the same as --set', () => {
    const patch = (file: string, flags: readonly string[] = []) =>
      JSON.parse(svcsim(['recommend', file, '--json', ...flags], { cwd }).stdout);
    const billOf = (file: string, flags: readonly string[], name: string) => {
      expect(svcsim(['run', file, '-q', '--out', 'pasted', ...flags], { cwd })).toMatchObject({ code: 0, stderr: '' });
      const read = (document: string) => JSON.parse(readFileSync(join(cwd, 'pasted', name, document), 'utf8'));
      const { payable, fingerprint, variants } = read('summary.json');
      return { usage: read('bill.json').usage, payable, fingerprint, variants };
    };
    const advice = patch('idle.yaml');
    expect(advice.patch).toContain('\n#   svcsim run FILE --variant recommended\n');
    writeFileSync(join(cwd, 'pasted.yaml'), idle + advice.patch);
    const pasted = billOf('pasted.yaml', ['--variant', 'recommended'], 'shop.recommended');
    expect(pasted.variants).toEqual(['recommended']);
    const set = billOf(
      'idle.yaml',
      advice.set.flatMap((one: string) => ['--set', one]),
      'shop',
    );
    expect({ ...set, variants: ['recommended'] }).toEqual(pasted);
    // What a variant was given for goes by another name, on top of it.
    const onTop = patch('pasted.yaml', ['--variant', 'recommended', '--set', 'seed=2']);
    expect(onTop.name).toBe('shop.recommended');
    const again = patch('pasted.yaml');
    expect(again.patch).toContain('--variant recommended-2\n');
    expect(yaml(again.patch).variants['recommended-2']).toEqual(yaml(advice.patch).variants.recommended);
  });

  it('that there is nothing to recommend, and that is no failure', () => {
    const { code, stdout } = svcsim(['recommend', 'right.yaml', '--out', 'none'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^shop +no recommendations, /);
    expect(stdout).not.toContain('variants');
    expect(readdirSync(join(cwd, 'none/shop'))).toEqual(['recommend.json']);
  });

  it('--json is one document with a version, the same bytes each time, --out writes it with the patch', () => {
    const { code, stdout, stderr } = svcsim(['recommend', '-', '--json', '--out', 'out'], { cwd, input: idle });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const advice = JSON.parse(stdout);
    expect(advice).toMatchObject({ schema: 'svcsim/recommend/1', name: 'shop', seed: '1', currency: 'USD' });
    expect(readFileSync(join(cwd, 'out/shop/recommend.json'), 'utf8')).toBe(stdout);
    expect(readFileSync(join(cwd, 'out/shop/recommend.yaml'), 'utf8')).toBe(advice.patch);
    expect(yaml(advice.patch)).toHaveProperty('variants');
    expect(svcsim(['recommend', 'idle.yaml', '--json', '-q'], { cwd }).stdout).toBe(stdout);
  });

  it('goes by --set and --seed as a run does', () => {
    const set = 'shop/workload/api.spec.defaultOptions.autoscaling={"metric":"disabled","minScale":2,"maxScale":2}';
    const advice = JSON.parse(
      svcsim(['recommend', 'idle.yaml', '--json', '--seed', '7', '--set', set], { cwd }).stdout,
    );
    expect(advice.seed).toBe('7');
    expect(advice.recommendations.map(({ kind }: { kind: string }) => kind)).not.toContain('scale');
  });

  it('names the replication and the seed in the command that makes the run that it proposes', () => {
    const { stdout } = svcsim(['recommend', 'idle.yaml', '--replication', '3', '--seed', '7'], { cwd });
    expect(stdout).toMatch(/^Run with these changes: svcsim run idle\.yaml .* --replication 3 --seed 7$/m);
  });

  it('leaves a folder of reports as it is', () => {
    expect(svcsim(['run', 'idle.yaml', '-q', '--out', 'kept'], { cwd }).code).toBe(0);
    const before = readdirSync(join(cwd, 'kept/shop'));
    expect(svcsim(['recommend', 'idle.yaml', '-q', '--out', 'kept'], { cwd })).toMatchObject({ code: 0, stdout: '' });
    expect(readdirSync(join(cwd, 'kept/shop'))).toEqual([...before, 'recommend.json', 'recommend.yaml'].sort());
  });

  it('refuses a scenario with problems as check does, a missing one, and what is not to be written', () => {
    const { code, stdout, stderr } = svcsim(['recommend', 'invalid.yaml'], { cwd });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('TYPE-1');
    expect(svcsim(['recommend', 'no.yaml'], { cwd }).code).toBe(2);
    expect(svcsim(['recommend', 'idle.yaml', 'right.yaml'], { cwd }).code).toBe(2);
    writeFileSync(join(cwd, 'file'), '');
    expect(svcsim(['recommend', 'idle.yaml', '--out', 'file'], { cwd }).code).toBe(5);
  });
});

describe('svcsim run', () => {
  const capacityIn = (folder: string) => JSON.parse(readFileSync(join(cwd, folder, 'shop/capacity.json'), 'utf8'));

  it('--recommend puts the same into the capacity report', () => {
    const { code, stdout } = svcsim(['run', 'idle.yaml', '--recommend', '--out', 'with'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('2 recommendations');
    const advice = JSON.parse(svcsim(['recommend', 'idle.yaml', '--json'], { cwd }).stdout);
    expect(capacityIn('with').recommendations).toEqual(advice.recommendations);
    const csv = readFileSync(join(cwd, 'with/shop/capacity.csv'), 'utf8');
    expect(csv).toContain('\nrecommendations,shop/workload/api,,minScale,now,4,\n');
    expect(csv).toContain(`\nrecommendations,all together,,total,cost,${advice.total.cost},USD\n`);
    const { unchanged, total, patch, runs } = advice;
    expect(capacityIn('with').advice).toMatchObject({ unchanged, total, patch, runs });
  });

  it('--failures says what would be left after a loss', () => {
    const { code, stdout } = svcsim(['run', 'idle.yaml', '--failures', '--out', 'lost'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}Loss +served /m);
    expect(stdout).toMatch(/! shop\/workload\/api: in the workload's busiest hour, the loss of/);
    expect(capacityIn('lost').failuresUntried).toBe(0);
    const { findings } = JSON.parse(readFileSync(join(cwd, 'lost/shop/summary.json'), 'utf8'));
    expect(findings).toMatchObject([{ kind: 'failure-loss', severity: 'warning', subject: 'shop/workload/api' }]);
    expect(capacityIn('lost').failures).toMatchObject([
      { lost: 'replica' },
      { lost: 'location', after: { served: '0.0' } },
    ]);
    expect(readFileSync(join(cwd, 'lost/shop/capacity.csv'), 'utf8')).toContain(
      '\nfailures,shop/workload/api,aws-us-east-1,location lost,after served,0.0,share\n',
    );
  });

  it('has neither where it is not asked for', () => {
    expect(svcsim(['run', 'idle.yaml', '-q', '--out', 'plain'], { cwd }).code).toBe(0);
    expect(capacityIn('plain')).toMatchObject({ failures: [], recommendations: [] });
    expect(existsSync(join(cwd, 'plain/shop/recommend.json'))).toBe(false);
  });
});

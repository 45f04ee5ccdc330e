import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deploymentCount, refuseTooLarge, sizeText } from '../../src/node/memory.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { folderOf, small, svcsim } from './cli.ts';

/** A scenario of so many workloads in two locations. */
function large(workloads: number): string {
  const one = small('large').replace('us-east-1]', 'us-east-1, //location/gcp-us-east1]');
  const head = one.slice(0, one.indexOf('  - kind: workload'));
  const workload = one.slice(one.indexOf('  - kind: workload'));
  const all = Array.from({ length: workloads }, (_, index) => workload.replace('name: web', `name: web-${index}`));
  return head + all.join('');
}

describe('a run that is too large for memory', () => {
  const { scenario } = parseScenario(large(3), { file: 'large.yaml' });
  if (scenario === null) throw new Error('no scenario');

  it('is known by its deployments: workloads times locations', () => {
    expect(deploymentCount(scenario)).toBe(6);
  });

  it('is told beforehand where it is large, and fits', () => {
    expect(sizeText(scenario)).toBeNull();
    const resources = Array.from({ length: 2_000 }, () => scenario.resources).flat();
    expect(sizeText({ ...scenario, resources })).toBe(
      'large has 12,000 deployments (workloads times locations): its run and reports take about 512 MB',
    );
  });

  it('is refused with a sentence that says what it takes, what there is, and what to do', () => {
    expect(() => refuseTooLarge(scenario, 200_000_000 + 6 * 25_000)).not.toThrow();
    expect(() => refuseTooLarge(scenario, 200_000_000 + 6 * 25_000 - 1)).toThrow(
      'large has 6 deployments (workloads times locations), and there is memory for some 5: a run of it with its reports takes about 256 MB. Let Node take as much (NODE_OPTIONS=--max-old-space-size=256), or simulate a part: fewer workloads, or fewer locations.',
    );
  });

  it('leaves nothing behind', () => {
    const cwd = folderOf({ 'large.yaml': large(1_000) });
    const { code, stderr } = svcsim(['run', 'large.yaml', '--out', 'o'], {
      cwd,
      env: { NODE_OPTIONS: '--max-old-space-size=180' },
    });
    expect(stderr).toMatch(/^svcsim: large has 2,000 deployments .* there is memory for some [\d,]+: /);
    expect(code).toBe(2);
    expect(readdirSync(cwd)).toEqual(['large.yaml']);
  });
});

import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeRoom, sizeOf, sizeText } from '../../src/node/memory.ts';
import { youngRoomFor } from '../../src/node/youngRoom.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { folderOf, svcsim } from './cli.ts';
import { large } from './large.ts';

describe('a run that is too large for memory', () => {
  const { scenario } = parseScenario(large(3), { file: 'large.yaml' });
  if (scenario === null) throw new Error('no scenario');

  it('is known by its deployments: workloads times locations', () => {
    expect(sizeOf(scenario).deployments).toBe(6);
  });

  it('takes more for each replica that a deployment begins with, and where it is asked for something', () => {
    const { bytes } = sizeOf(scenario);
    const demand = [{ to: 'shop/workload/web-1' }] as never;
    expect(sizeOf({ ...scenario, demand }).bytes - bytes).toBe(2 * 12_000);
    const text = large(3).replaceAll('minScale: 3, maxScale: 3', 'minScale: 5, maxScale: 5');
    const { scenario: more } = parseScenario(text, { file: 'large.yaml' });
    expect(more === null ? null : sizeOf(more).bytes - bytes).toBe(6 * 2 * 800);
  });

  it('is told beforehand where it is large, and fits', () => {
    expect(sizeText(scenario)).toBeNull();
    const resources = Array.from({ length: 2_000 }, () => scenario.resources).flat();
    expect(sizeText({ ...scenario, resources })).toBe(
      'large has 12,000 deployments (workloads times locations): the run with its reports needs about 512 MB',
    );
  });

  it('lets the young space grow where it is large and reports are made', () => {
    const resources = Array.from({ length: 1_200 }, () => scenario.resources).flat();
    const much = { ...scenario, resources };
    const { bytes } = sizeOf(much);
    expect(bytes).toBe(280_000_000 + 7_200 * (15_000 + 3 * 800));
    expect([youngRoomFor(bytes, true), youngRoomFor(bytes, false), youngRoomFor(sizeOf(scenario).bytes, true)]).toEqual(
      ['grown', 'small', 'small'],
    );
  });

  it('is refused with a sentence that says what it takes, what there is, and what to do', () => {
    const { bytes } = sizeOf(scenario);
    expect(bytes).toBe(280_000_000 + 6 * (15_000 + 3 * 800));
    expect(() => makeRoom(scenario, bytes - 100_000_000)).not.toThrow();
    expect(() => makeRoom(scenario, bytes - 100_000_001)).toThrow(
      'large has 6 deployments (workloads times locations), and the memory is enough for about 5: the run with its reports needs about 512 MB. Give Node more memory (NODE_OPTIONS=--max-old-space-size=512), or simulate fewer workloads or fewer locations.',
    );
  });

  it.each([
    ['run', ['run', 'large.yaml', '--out', 'o']],
    ['bill', ['bill', 'large.yaml']],
    ['recommend', ['recommend', 'large.yaml']],
    ['logs', ['logs', 'large.yaml', '{gvc="shop"}']],
    ['env', ['env', 'large.yaml', 'shop/web-1']],
    ['serve', ['serve', 'large.yaml', '--port', '0']],
  ])('is refused by %s, which leaves nothing behind', (_, args) => {
    const cwd = folderOf({ 'large.yaml': large(1_000) });
    const { code, stderr } = svcsim(args, { cwd, env: { NODE_OPTIONS: '--max-old-space-size=150' } });
    expect(stderr).toMatch(/^svcsim: large has 2,000 deployments .* the memory is enough for about [\d,]+: /);
    expect(code).toBe(2);
    expect(readdirSync(cwd)).toEqual(['large.yaml']);
  });
});

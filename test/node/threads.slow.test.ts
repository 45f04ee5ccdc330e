import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, folderOf, small, svcsim } from './cli.ts';

const other = `  - kind: workload
    gvc: shop
    name: other
    spec: { type: standard, containers: [{ name: main, image: 'app:1', cpu: 100m, memory: 128Mi }] }
`;

const several = [
  'scenarios/tour/13-what-to-change.yaml',
  'scenarios/tour/08-autoscaling.yaml',
  'scenarios/rules/volauto-18-slow-growth.yaml',
];

describe('a run on threads', () => {
  it.each(several)('writes the same files as on one: %s', (file) => {
    const cwd = folderOf();
    for (const journal of ['all', 'decisions', 'none']) {
      const runs = ['1', '2', '3', '8'].map((threads) => {
        const out = `${journal}-${threads}`;
        const args = ['run', resolve(file), '--journal', journal, '--threads', threads, '--out', out, '-q'];
        const { code, stderr } = svcsim(args, { cwd });
        const [folder = ''] = readdirSync(join(cwd, out));
        return { code, stderr, files: filesIn(join(cwd, out, folder)) };
      });
      for (const run of runs.slice(1)) {
        expect(run.code).toBe(runs[0]?.code);
        expect(run.stderr).toBe(runs[0]?.stderr);
        for (const [name, text] of runs[0]?.files ?? []) expect(run.files.get(name) === text, name).toBe(true);
        expect(run.files.size).toBe(runs[0]?.files.size);
      }
    }
  });

  it('that cannot go on is an error with its place', () => {
    const stuck = small('stuck', 'timing: instant\nbehavior: { shop/web: { ephemeral: 9GB } }\n');
    const cwd = folderOf({ 'stuck.yaml': stuck.replace('resources:\n', `resources:\n${other}`) });
    const [one, two] = ['1', '2'].map((threads) => svcsim(['run', 'stuck.yaml', '--threads', threads], { cwd }));
    expect(two?.code).toBe(3);
    expect(two).toEqual(one);
  });

  it('takes a whole number of threads', () => {
    const cwd = folderOf({ 'a.yaml': small('a') });
    for (const threads of ['0', '-1', '1.5', 'two', '65']) {
      const { code, stderr } = svcsim(['run', 'a.yaml', '--threads', threads], { cwd });
      expect(stderr).toContain(`--threads takes a whole number from 1 to 64; found '${threads}'`);
      expect(code).toBe(2);
      expect(readdirSync(cwd)).toEqual(['a.yaml']);
    }
  });
});

/**
 * The example project in `examples/testing`, against the packed package: it is type-checked both ways in which packages
 * are found, and its tests pass.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'svcsim-example-'));

function run(
  command: string,
  args: readonly string[],
  cwd = project,
): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

/** Puts the packed package beside the packages that are installed here: nothing is fetched. */
beforeAll(() => {
  const packed = run('npm', ['pack', '--ignore-scripts', '--pack-destination', project], root);
  expect(packed.status, packed.output).toBe(0);
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, 'svcsim'), { recursive: true });
  const [archive = ''] = readdirSync(project).filter((name) => name.endsWith('.tgz'));
  expect(run('tar', ['-xzf', archive, '--strip-components=1', '-C', join(modules, 'svcsim')]).status).toBe(0);
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== 'svcsim' && name !== '.vite') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  cpSync(join(root, 'examples/testing'), project, { recursive: true });
}, 120_000);

const tsc = join(root, 'node_modules/typescript/bin/tsc');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');

describe('the example project, against the packed package', () => {
  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('is type-checked with module %s and resolution %s', (module, moduleResolution) => {
    const given = JSON.parse(readFileSync(join(project, 'tsconfig.json'), 'utf8'));
    const config = `tsconfig.${moduleResolution}.json`;
    const compilerOptions = { ...given.compilerOptions, module, moduleResolution, skipLibCheck: true };
    writeFileSync(join(project, config), JSON.stringify({ ...given, compilerOptions }));
    expect(run(process.execPath, [tsc, '-p', config])).toEqual({ status: 0, output: '' });
  });

  it('passes its tests', () => {
    const { status, output } = run(process.execPath, [vitest, 'run', '--root', project]);
    expect(status, output).toBe(0);
    expect(output).toMatch(/Tests .*9 passed/);
  });

  it('needs no vitest for a plain import of svcsim/testing', () => {
    const program = `import { checkLaws } from 'svcsim/testing';
      const { default: fc } = await import('fast-check');
      console.log(typeof checkLaws, typeof fc.check);`;
    const { output } = run(process.execPath, ['--input-type=module', '--eval', program]);
    expect(output).toBe('function function\n');
  });
});

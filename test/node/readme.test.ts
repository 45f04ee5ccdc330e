import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folderOf, svcsim } from './cli.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** The blocks of code of a language; '' for those that name none. */
function blocks(language: string): string[] {
  return [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, named]) => named === language)
    .map(([, , text = '']) => text);
}

describe('README', () => {
  const [commands = ''] = blocks('sh');
  const [output = ''] = blocks('');

  it('its first command runs the scenario that it names, and prints what it shows', () => {
    const [, file = ''] = /npx svcsim run (\S+)/.exec(commands) ?? [];
    const { code, stdout } = svcsim(['run', join(root, file)], { cwd: folderOf() });
    expect(code).toBe(0);
    const shown = output.split('\n').filter((line) => line.trim() !== '');
    const printed = stdout.split('\n').map((line) => line.replace(/ {2,}/g, '  ').trimEnd());
    for (const line of shown) expect(printed).toContain(line.replace(/ {2,}/g, '  ').trimEnd());
  });

  it('every npm script that it names is there', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const [, name = ''] of readme.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty(name);
  });

  it('its second command runs all tests, those that take minutes too', () => {
    const [, , all = ''] = /^(.*)\n(.*)# everything that must hold$/m.exec(commands) ?? [];
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: { [name: string]: string };
    };
    const suites = Object.entries(scripts).flatMap(([name, script]) => (script.includes('vitest run') ? [name] : []));
    expect(suites.length).toBeGreaterThan(1);
    for (const name of suites) expect(all).toContain(name === 'test' ? 'npm test ' : `npm run ${name} `);
  });

  it('every file that it names is there', () => {
    const named = [...readme.matchAll(/`((?:src|test|scenarios)\/[\w/.-]+\.\w+)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(2);
    for (const path of named) expect(() => readFileSync(join(root, path))).not.toThrow();
  });
});

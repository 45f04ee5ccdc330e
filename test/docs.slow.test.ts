/**
 * The documents are true: links lead somewhere, files and scripts exist, commands run, examples print what is shown.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exitCode } from '../src/node/exit.ts';
import { expansionsMax } from '../src/platform/volume/limit.ts';
import { optionalMeters, statedMeters } from '../src/rules/meterNames.ts';
import { folderOf, svcsim } from './node/cli.ts';

const root = resolve(import.meta.dirname, '..');
const pages = [
  'README.md',
  'CHANGELOG.md',
  'scenarios/README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

function pageAt(path: string): string {
  return pages.find((page) => page.path === path)?.text ?? '';
}

/** Text without blocks of code. */
function prose(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '');
}

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

/** Blocks of code in order, each with its language; '' if it names none. */
function blocksOf(text: string): { language: string; code: string }[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({ language, code }));
}

const { scripts, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: { [name: string]: string };
  version: string;
};
const help = svcsim(['--help'], { cwd: root }).stdout;

describe.each(pages)('$path', ({ path, text }) => {
  it('links lead to files and headings that exist', () => {
    const broken = [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
      if (/^https?:/.test(target)) return [];
      const [file = '', anchor] = target.split('#');
      const full = file === '' ? join(root, path) : resolve(root, dirname(path), file);
      if (!existsSync(full)) return [target];
      if (anchor === undefined || !full.endsWith('.md')) return [];
      const headings = [...readFileSync(full, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
      return headings.some((heading) => anchorOf(heading) === anchor) ? [] : [target];
    });
    expect(broken).toEqual([]);
  });

  it('files and folders between backquotes exist', () => {
    // The changelog names what is gone, too.
    if (path === 'CHANGELOG.md') return;
    const named = [
      ...text.matchAll(/`((?:src|test|docs|schema|scripts|evidence|mutants|scenarios|reports)\/[\w./-]*)`/g),
    ];
    const missing = named
      .map(([, name = '']) => name)
      .filter((name) => !isGenerated(name) && !existsSync(join(root, name)));
    expect(missing).toEqual([]);
  });

  it('npm scripts exist', () => {
    for (const [, name = ''] of text.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty(name);
  });

  it('verbs of the command line exist', () => {
    const verbs = new Set([...text.matchAll(/`(?:npx )?svcsim ([a-z]+)/g)].map(([, verb = '']) => verb));
    expect([...verbs].filter((verb) => !new RegExp(`^ +${verb}\\b`, 'm').test(help))).toEqual([]);
  });
});

/** A report folder that a reader makes with a command. */
function isGenerated(name: string): boolean {
  return /^reports\/[\w-]+/.test(name);
}

describe('figures', () => {
  const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
  const lessons = readdirSync(join(root, 'scenarios/tour')).filter((name) => name.endsWith('.yaml')).length;
  const exits = `${exitCode.ok} all expectations hold, ${exitCode.failed} an expectation failed or the answer is no, ${exitCode.usage} wrong use, ${exitCode.invalid} the scenario or price book has errors, ${exitCode.defect} a defect of svcsim, ${exitCode.unwritable} a report cannot be written, ${exitCode.undecided} the runs do not decide the question, ${exitCode.interrupted} interrupted`;

  it.each([
    ['README.md', `the first of ${lessons} lessons`],
    ['scenarios/README.md', `the first of ${lessons} lessons`],
    ['docs/GUIDE.md', `${words[statedMeters.length]} meters that are always charged`],
    ['docs/GUIDE.md', `${words[optionalMeters.length]} more if a price book asks for them`],
    ['docs/GUIDE.md', exits],
    ['docs/GUIDE.md', `the limit of ${words[expansionsMax]} expansions in 24 hours`],
    ['CHANGELOG.md', `## [${version}]`],
  ])('%s says: %s', (page, text) => {
    expect(pageAt(page).replace(/\s+/g, ' ')).toContain(text);
  });
});

describe('worked examples of docs/ARCHITECTURE.md', () => {
  const rows = [...pageAt('docs/ARCHITECTURE.md').matchAll(/^\| `([^`]+)` \| [^|]+ \| `([^`]+)` \|$/gm)];

  it.each(rows.map(([, file = '', term = '']) => ({ file, term })))('$file has $term', ({ file, term }) => {
    expect(readFileSync(join(root, file), 'utf8')).toContain(term);
  });

  it('there are five of them', () => {
    expect(pageAt('docs/ARCHITECTURE.md').match(/^Worked example: /gm)).toHaveLength(5);
    expect(rows.length).toBeGreaterThan(25);
  });
});

describe('examples in TypeScript', () => {
  const folder = join(root, 'docs/examples');
  const blocks = ['docs/LIBRARY.md', 'docs/PLANNERS.md'].flatMap((path) => blocksOf(pageAt(path)));

  // `npm run check` compiles them.
  it.each(readdirSync(folder))('docs/examples/%s is a block of a page, and prints what follows there', (name) => {
    const file = join(folder, name);
    const index = blocks.findIndex(({ code }) => code === readFileSync(file, 'utf8'));
    expect(index).not.toBe(-1);
    const env = { ...process.env, TSX_TSCONFIG_PATH: 'tsconfig.test.json' };
    const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', file], {
      cwd: root,
      encoding: 'utf8',
      env,
    });
    expect(stderr).toBe('');
    expect(stdout).toBe(blocks[index + 1]?.code);
  });

  it('every block in TypeScript is one of them', () => {
    expect(blocks.filter(({ language }) => language === 'ts')).toHaveLength(readdirSync(folder).length);
  });
});

describe.each(['docs/GUIDE.md', 'docs/STUDIES.md'])('commands of %s', (page) => {
  const commands = blocksOf(pageAt(page))
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.split('\n'))
    .filter((line) => line.startsWith('svcsim '))
    .map((line) => ({
      command: line.replace(/ +#.*$/, ''),
      exits: Number(/# exit code (\d+)/.exec(line)?.[1] ?? 0),
    }));

  it('each runs as it is written, in order, in one folder', () => {
    const cwd = folderOf();
    const failed = commands.flatMap(({ command, exits }) => {
      const args = [...command.slice('svcsim '.length).matchAll(/'([^']*)'|(\S+)/g)].map(
        ([, quoted, plain = '']) => quoted ?? plain,
      );
      const here = args.map((arg) => (arg.startsWith('scenarios/') ? join(root, arg) : arg));
      const { code, stderr } = svcsim(here, { cwd });
      return code === exits ? [] : [`${command}: exit code ${code}: ${stderr}`];
    });
    expect(failed).toEqual([]);
    expect(commands.length).toBeGreaterThan(8);
  });
});

it('docs/GUIDE.md shows what svcsim prints about a path that leads nowhere', () => {
  const blocks = blocksOf(pageAt('docs/GUIDE.md')).map(({ code }) => code);
  const index = blocks.findIndex((code) => code.startsWith('--set:'));
  const [, ...args] = (blocks[index - 1] ?? '').replace(/ +#.*\n$/, '').split(' ');
  const { stdout } = svcsim(args, { cwd: root });
  expect(stdout.startsWith(blocks[index] ?? '?')).toBe(true);
});

describe('README', () => {
  const blocks = blocksOf(pageAt('README.md'));
  const commands = blocks.find(({ language }) => language === 'sh')?.code ?? '';

  it('fits on two screens', () => {
    expect(pageAt('README.md').split('\n').length).toBeLessThan(100);
  });

  it('its first command runs the scenario that it names, and prints what it shows', () => {
    const [, file = ''] = /npx svcsim run (\S+)/.exec(commands) ?? [];
    const { code, stdout } = svcsim(['run', join(root, file)], { cwd: folderOf() });
    expect(code).toBe(0);
    const shown = (blocks.find(({ language }) => language === '')?.code ?? '').split('\n');
    const printed = stdout.split('\n').map(squeezed);
    expect(shown.length).toBeGreaterThan(20);
    for (const line of shown) if (line.trim() !== '') expect(printed).toContain(squeezed(line));
  });

  it('its second command runs all tests, those that take minutes too', () => {
    const all = commands.split('\n')[1] ?? '';
    const suites = Object.entries(scripts).flatMap(([name, script]) => (script.includes('vitest run') ? [name] : []));
    expect(suites.length).toBeGreaterThan(1);
    for (const name of suites) expect(all).toContain(name === 'test' ? 'npm test ' : `npm run ${name} `);
  });
});

/** A line whatever the width of the terminal. */
function squeezed(line: string): string {
  return line.replace(/ {2,}/g, '  ').trimEnd();
}

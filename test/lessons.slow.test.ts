/**
 * The lessons of `scenarios/studies/` and the pages docs/QUESTIONS.md and docs/HOWTO-TESTERS.md are true: each command
 * runs as it is written, in a folder with nothing but the scenarios, and prints what is shown.
 */
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, type Outcome, shell } from './node/cli.ts';

const root = resolve(import.meta.dirname, '..');
const lessons = readdirSync(join(root, 'scenarios/studies')).filter((name) => name.endsWith('.yaml'));
const cwd = folderOf();
symlinkSync(join(root, 'scenarios'), join(cwd, 'scenarios'));

interface Shown {
  readonly command: string;
  readonly exits: number;
  /** What it prints; of a lesson the first sentences in one line. */
  readonly prints: string;
}

/** Commands of many minutes, with as much of them as a test has time for. Their heads show no numbers. */
const shortened: readonly (readonly [string, string])[] = [
  ['webshop.yaml --runs 30 ', 'webshop.yaml --runs 2 --set for=1d '],
];

const outcomes = new Map<string, Outcome>();

/** A command that several texts show is run once. */
function outcomeOf(command: string): Outcome {
  const short = shortened.reduce((text, [long, few]) => text.replace(long, few), command);
  const known = outcomes.get(short);
  if (known !== undefined) return known;
  const outcome = shell(short, cwd);
  outcomes.set(short, outcome);
  return outcome;
}

function shownOf(text: string, prints: string): Shown {
  const command = text.replace(/\\\n */g, '').trim();
  return {
    command: command.replace(/ +# .*$/, ''),
    exits: Number(/# exit code (\d+)/.exec(command)?.[1] ?? 0),
    prints,
  };
}

/** The commands at the head of a scenario, each with the `> ` lines that follow it, if any do. */
function lessonsOf(file: string): Shown[] {
  const text = readFileSync(join(root, 'scenarios/studies', file), 'utf8');
  const head = text.slice(0, text.search(/^[^#]/m)).replace(/^# ?/gm, '');
  return [...head.matchAll(/^ {2}(svcsim (?:.*\\\n)*.*)\n((?: {2}> .*\n)*)/gm)].map(([, command = '', lines = '']) =>
    shownOf(command, squeezed(lines.replace(/^ {2}> /gm, ''))),
  );
}

/** The commands of a page, each with the block that follows it. */
function shownIn(path: string): Shown[] {
  const page = readFileSync(join(root, path), 'utf8');
  return [...page.matchAll(/^```sh\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm)].map(
    ([, command = '', prints = '']) => shownOf(command, prints),
  );
}

/** Each with its command as the title of its test. */
function titled(shown: readonly Shown[]): [string, Shown][] {
  return shown.map((one) => [one.command, one]);
}

/** In one line, without the marks of Markdown. */
function squeezed(text: string): string {
  return text.replaceAll('**', '').replace(/\s+/g, ' ').trim();
}

// That of unknown growth shows single runs, which test/scenarios.test.ts makes.
describe.each(lessons.filter((name) => name !== 'unknown-growth.yaml'))('scenarios/studies/%s', (file) => {
  it('shows a command and what it answers', () => {
    expect(lessonsOf(file).length).toBeGreaterThan(0);
  });

  it.each(titled(lessonsOf(file)))('%s', (command, { exits, prints }) => {
    const { code, stdout, stderr } = outcomeOf(command);
    expect(code, stderr).toBe(exits);
    expect(squeezed(stdout).slice(0, prints.length)).toBe(prints);
    expect(prints === '').toBe(shortened.some(([long]) => command.includes(long)));
  });
});

describe.each([
  ['docs/QUESTIONS.md', /^## .*\?$/gm],
  ['docs/HOWTO-TESTERS.md', /^## .*$/gm],
])('%s', (path, headings) => {
  it('answers ten questions with one command each', () => {
    expect(readFileSync(join(root, path), 'utf8').match(headings)).toHaveLength(10);
    expect(shownIn(path)).toHaveLength(10);
    for (const { command } of shownIn(path)) expect(command.split('\n')).toHaveLength(1);
  });

  it.each(titled(shownIn(path)))('%s', (command, { exits, prints }) => {
    const { code, stdout, stderr } = outcomeOf(command);
    expect(code, stderr).toBe(exits);
    const shown = prints.replace(/\n\.\.\.\n$/, '');
    expect(shown.trim()).not.toBe('');
    expect(stdout.slice(0, shown.length)).toBe(shown);
  });
});

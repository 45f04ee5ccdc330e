/**
 * Writes the tables of `scenarios/README.md` from the heads of the scenarios; the text above the tables is written by
 * hand and stays.
 *
 *   npx tsx scripts/scenarios.ts            writes them
 *   npx tsx scripts/scenarios.ts --check    fails when they are out of date
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../scenarios/', import.meta.url));
const target = 'README.md';
/** The script writes everything below this line. */
const seam = '<!-- From here on: npx tsx scripts/scenarios.ts -->';

/** The folders in reading order, with their headings. */
const folders = [
  ['tour', 'The course'],
  ['studies', 'Studies: plans under chance'],
  ['real', 'Real recordings'],
  ['rules', 'One rule each'],
  ['findings', 'One finding each'],
  ['regressions', 'Regressions'],
] as const;

/** The parts of the comment at the head of a scenario. */
export interface Header {
  /** Its first paragraph: what the scenario is about. */
  readonly title: string;
  /** The text after `You should see:`, up to the first indented line. */
  readonly see: string;
  /** The rules and assumptions in its `# shows:` lines. */
  readonly shows: readonly string[];
}

/**
 * Reads the comment at the head of a scenario; its first line is for the editor.
 *
 * A paragraph ends at an empty comment line, and before a line that begins with `# shows:`, `# You should see:`,
 * `# What you should see:` or `# Try next:`.
 */
export function headerOf(text: string): Header {
  const lines = text.split('\n').slice(1);
  const end = lines.findIndex((line) => !line.startsWith('#'));
  let title = '';
  const see: string[] = [];
  const shows: string[] = [];
  let part: 'before' | 'title' | 'see' | 'other' = 'before';
  for (const line of lines.slice(0, end === -1 ? lines.length : end)) {
    const words = line.replace(/^# ?/, '');
    const shown = /^shows: *(.*)$/.exec(words);
    const seen = /^(?:What you|You) should see: *(.*)$/.exec(words);
    if (shown !== null) {
      shows.push(...(shown[1] ?? '').split(/[\s,]+/).filter((id) => id !== ''));
      part = part === 'title' ? 'other' : part;
    } else if (seen !== null) {
      see.push(seen[1] ?? '');
      part = 'see';
    } else if (words.trim() === '' || words.startsWith('Try next:')) part = part === 'before' ? 'before' : 'other';
    else if (part === 'before' || part === 'title') {
      title += `${title === '' ? '' : ' '}${words}`;
      part = 'title';
    } else if (part === 'see') {
      if (words.startsWith(' ')) part = 'other';
      else see.push(words);
    }
  }
  return { title, see: see.join(' ').trim(), shows };
}

/** The README as it should be: the part written by hand, then the tables. */
export function currentReadme(): string {
  const [byHand = ''] = readFileSync(join(root, target), 'utf8').split(seam);
  const tables = folders.flatMap(([folder, heading]) => {
    const names = scenariosIn(folder);
    return names.length === 0 ? [] : [`## ${heading}\n\n${table(folder, names)}`];
  });
  return `${byHand.trimEnd()}\n\n${seam}\n\n${tables.join('\n')}`;
}

/** Whether the README agrees with the heads of the scenarios. */
export function isCurrent(): boolean {
  return readFileSync(join(root, target), 'utf8') === currentReadme();
}

/** The names of the scenarios in a folder, without the extension; none when the folder does not exist. */
export function scenariosIn(folder: string): string[] {
  const found = readdirSync(root).includes(folder) ? readdirSync(join(root, folder)) : [];
  return found
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.slice(0, -'.yaml'.length))
    .sort();
}

/** What one should see is not told of the course: its lessons ask for it. */
function table(folder: string, names: readonly string[]): string {
  const isAsked = folder === 'tour';
  const rows = names.map((name) => {
    const { title, see, shows } = headerOf(readFileSync(join(root, folder, `${name}.yaml`), 'utf8'));
    const cells = [`[${name}](${folder}/${name}.yaml)`, cell(title), ...(isAsked ? [] : [cell(see)]), shows.join(', ')];
    return `| ${cells.join(' | ')} |\n`;
  });
  const titles = ['scenario', 'what it is about', ...(isAsked ? [] : ['what you should see']), 'shows'];
  return `| ${titles.join(' | ')} |\n|${'---|'.repeat(titles.length)}\n${rows.join('')}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes('--check')) writeFileSync(join(root, target), currentReadme());
  else if (!isCurrent()) {
    process.stderr.write(`scenarios/${target} is out of date: run npx tsx scripts/scenarios.ts\n`);
    process.exitCode = 1;
  }
}

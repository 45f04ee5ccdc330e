/**
 * Collects which tests and scenarios show each rule and assumption, into `evidence/named.json`.
 *
 *   npx tsx scripts/coverage.ts            writes the index
 *   npx tsx scripts/coverage.ts --check    fails where it is out of date
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Shown } from '../src/node/evidence.ts';
import { assumptionNames } from '../src/rules/assumptions.ts';
import { rules } from '../src/rules/register.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = 'evidence/named.json';
/** Tests of the registers name ids without showing them. */
const ofRegisters = 'test/rules/';

/** A file by its path in the project, with `/` between folders. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** The index as the text of its file, from the project's files. */
export function currentIndex(): string {
  return indexText(collect(sources('test', '.test.ts'), sources('scenarios', '.yaml')));
}

/** Whether the index written is the one the files make. */
export function isCurrent(): boolean {
  return readFileSync(join(root, target), 'utf8') === currentIndex();
}

/**
 * What shows each id: rules in the register's order, then assumptions by name; ids that nothing shows are left out.
 *
 * A test shows the ids in its texts (titles, values) and comments. A scenario shows those of its lines
 * `# shows: ROLL-3, cron.zone`; a word there that is no id throws.
 */
export function collect(tests: readonly Source[], scenarios: readonly Source[]): ReadonlyMap<string, Shown> {
  const byTest = tests
    .filter(({ path }) => !path.startsWith(ofRegisters))
    .map(({ path, text }) => ({ path, ids: idsOf(text) }));
  const byScenario = scenarios.map((source) => ({ path: source.path, ids: idsStated(source) }));
  const index = new Map<string, Shown>();
  for (const id of allIds) {
    const shown = {
      tests: byTest.filter(({ ids }) => ids.has(id)).map(({ path }) => path),
      scenarios: byScenario.filter(({ ids }) => ids.has(id)).map(({ path }) => path),
    };
    if (shown.tests.length + shown.scenarios.length > 0) index.set(id, shown);
  }
  return index;
}

const allIds: readonly string[] = [...rules.map(({ id }) => id), ...[...assumptionNames].sort()];
const knownIds = new Set(allIds);

const literalOrComment = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const idLike = /[A-Za-z][A-Za-z0-9]*(?:-\d+|(?:\.[A-Za-z0-9]+)+)/g;

function idsOf(text: string): ReadonlySet<string> {
  const texts = text.match(literalOrComment) ?? [];
  const words = texts.flatMap((one) => one.match(idLike) ?? []);
  return new Set(words.filter((word) => knownIds.has(word)));
}

function idsStated({ path, text }: Source): ReadonlySet<string> {
  const lines = [...text.matchAll(/^# shows:(.*)$/gm)].map(([, ids = '']) => ids);
  const words = lines.flatMap((line) => line.split(/[\s,]+/)).filter((word) => word !== '');
  const stranger = words.find((word) => !knownIds.has(word));
  if (stranger !== undefined)
    throw new Error(`${path}: '# shows:' names '${stranger}', which is no rule and no assumption`);
  return new Set(words);
}

/** An index as JSON, an id on each line. */
export function indexText(index: ReadonlyMap<string, Shown>): string {
  return `{\n${[...index].map(([id, shown]) => `  ${JSON.stringify(id)}: ${JSON.stringify(shown)}`).join(',\n')}\n}\n`;
}

/** Files below a folder whose names end so, by path. */
function sources(folder: string, ending: string): Source[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const paths = names.map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
  const wanted = paths.filter((path) => path.endsWith(ending)).sort();
  return wanted.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes('--check')) writeFileSync(join(root, target), currentIndex());
  else if (!isCurrent()) {
    console.error(`${target} is out of date: run npx tsx scripts/coverage.ts`);
    process.exitCode = 1;
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAssumptionName } from '../src/platform/rules/assumptions.ts';
import { isRuleId } from '../src/platform/rules/register.ts';

const root = resolve(import.meta.dirname, '..');

function sourcesOf(folder: string): { path: string; text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Code without comments and texts: what runs. */
function codeOf(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");
}

const sources = sourcesOf('src');

describe('the way through the house goes one way', () => {
  const below: Record<string, readonly string[]> = {
    engine: [],
    platform: ['engine'],
    scenario: ['platform', 'engine'],
    report: ['platform', 'engine'],
    experiment: ['scenario', 'report', 'platform', 'engine'],
    node: ['experiment', 'scenario', 'report', 'platform', 'engine'],
    web: ['experiment', 'scenario', 'report', 'platform', 'engine'],
  };

  it('a file imports from its own room or from rooms below', () => {
    const wrong: string[] = [];
    for (const { path, text } of sources) {
      const [, room = ''] = path.split('/');
      const allowed = below[room];
      if (allowed === undefined) continue;
      for (const [, target = ''] of text.matchAll(/from '(\.[^']+)'/g)) {
        const [, other = ''] = relative(root, resolve(root, dirname(path), target)).split('/');
        if (other !== room && !allowed.includes(other)) wrong.push(`${path} -> ${other}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('no room of the platform knows the world but the model above it', () => {
    const wrong = sources.filter(({ path, text }) => {
      const isRoom =
        path.startsWith('src/platform/') && !path.startsWith('src/platform/model/') && path !== 'src/platform/world.ts';
      return isRoom && /from '[^']*\/(world\.ts|model\/[^']*)'/.test(text);
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe('the second integrator shares no code with what it judges', () => {
  const own = sources.filter(({ path }) => path.startsWith('src/report/recount/'));
  /** Beside its own files: plain types, and nothing that computes. */
  const allowed = [
    "import type { Entry } from '../../engine/journal.ts';",
    "import type { Instant } from '../../engine/time.ts';",
    "import type { PriceBook } from '../../platform/metering/prices.ts';",
    "import type { Assumptions } from '../../platform/rules/assumptions.ts';",
  ];

  it.each(own)('$path', ({ text }) => {
    const imports = text.match(/^(import|export)\b[^;]*?\bfrom '[^']+';/gm) ?? [];
    const foreign = imports.filter((one) => !/from '\.\/\w+\.ts';$/.test(one) && !allowed.includes(one));
    expect(
      foreign.filter((one) => !/^import type \{[\w, ]+\} from '\.\.\/\.\.\/platform\/facts\.ts';$/.test(one)),
    ).toEqual([]);
    expect(text).not.toMatch(/\bimport\(/);
  });

  it('there are files to look at', () => {
    expect(own.length).toBeGreaterThan(10);
  });
});

describe('what would make two runs differ is not used', () => {
  const banned =
    /\b(Date|Intl|performance|localeCompare|toLocale\w*|console|process|setTimeout|setInterval|structuredClone)\b|\bMath\.(random|log\w*|exp\w*|pow|sin|cos|tan\w*|hypot|cbrt)\b|(?<!\d+n )\*\*|[:<|(,] ?any\b|\bas any\b/;
  const rooms = ['engine', 'platform', 'scenario', 'report', 'experiment'];

  it('the page, too, shows dates and numbers the same everywhere', () => {
    const local = /\b(Date|Intl|localeCompare|toLocale\w*)\b|\bMath\.random\b/;
    const found = sources.filter(({ path, text }) => path.startsWith('src/web/') && local.test(codeOf(text)));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it.each(rooms)('in %s', (room) => {
    const found = sources
      .filter(({ path }) => path.startsWith(`src/${room}/`))
      .flatMap(({ path, text }) =>
        codeOf(text)
          .split('\n')
          // `Date` is also the name of a header of HTTP answers.
          .filter((line) => banned.test(line.replace(/\bDate: httpDate/g, '')))
          .map((line) => `${path}: ${line.trim()}`),
      );
    expect(found).toEqual([]);
  });
});

describe('what is told goes one way', () => {
  it('only one file writes to the terminal, beside the bar that shows progress', () => {
    const found = sources.filter(
      ({ path, text }) => /\b(stdout|stderr|stream)\.write\(/.test(codeOf(text)) && path.startsWith('src/node/'),
    );
    expect(found.map(({ path }) => path)).toEqual(['src/node/progress.ts', 'src/node/say.ts']);
  });

  it('only one file makes fields of CSV, beside that of FOCUS', () => {
    const found = sources.filter(({ text }) => text.includes(`replaceAll('"', '""')`));
    expect(found.map(({ path }) => path)).toEqual(['src/report/csvField.ts', 'src/report/focus/columns.ts']);
  });
});

describe('what is cited exists', () => {
  it('every rule id and every assumption between backquotes or brackets is in a register', () => {
    const wrong: string[] = [];
    const areas = new Set(
      'RES TYPE WL REPL EPH ENV TAG IDN LOC VOL ENC VOLAUTO VOLCMD SNAP ROLL RETRY CRON HEALTH SUSP NET AUTH PERM API PATCH QUERY BILL LOG METRIC AUDIT ERR LIMIT VER'.split(
        ' ',
      ),
    );
    for (const { path, text } of [...sources, ...sourcesOf('test')]) {
      if (path.startsWith('src/platform/rules/') || path.startsWith('test/platform/rules/')) continue;
      for (const [id, area = ''] of text.matchAll(/\b([A-Z]+)-\d+\b/g)) {
        if (areas.has(area) && !isRuleId(id)) wrong.push(`${path}: ${id}`);
      }
      for (const [, name = ''] of text.matchAll(/because\(\[[^\]]*\], \[([^\]]*)\]\)/g)) {
        for (const [, one = ''] of name.matchAll(/'([^']+)'/g))
          if (!isAssumptionName(one)) wrong.push(`${path}: ${one}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('nothing promises instead of doing', () => {
    const marks = /\b(TODO|FIXME|XXX|HACK|it\.skip|it\.todo|describe\.skip)\b/;
    const wrong = [...sources, ...sourcesOf('test')].filter(
      ({ path, text }) => path !== 'test/tidy.test.ts' && marks.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

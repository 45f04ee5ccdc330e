import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAssumptionName } from '../src/rules/assumptions.ts';
import { isRuleId } from '../src/rules/register.ts';
import { circlesOf, exportedTypesOf, importGraph, sourcesOf } from './importGraph.ts';

/** Code without comments and texts: what runs. */
function codeOf(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");
}

const sources = sourcesOf('src');

/** Files of `src` but the two public entries, which may name everything. */
const inRooms = sources.filter(({ path }) => path.split('/').length > 2);
const graph = importGraph(inRooms);

/** Arrows of the graph between files of two different groups; a file that is in no group is left out. */
function arrows(groupOf: (path: string) => string | null): { from: string; to: string; arrow: string }[] {
  return [...graph].flatMap(([file, targets]) =>
    [...targets].flatMap((target) => {
      const [from, to] = [groupOf(file), groupOf(target)];
      if (from === null || to === null || from === to) return [];
      return [{ from, to, arrow: `${file} -> ${target}` }];
    }),
  );
}

/** Arrows that lead from a lower tier to a higher one; groups of one tier may name each other. */
function arrowsUp(tiers: readonly (readonly string[])[], groupOf: (path: string) => string | null): string[] {
  const level = (group: string): number => tiers.findIndex((tier) => tier.includes(group));
  return arrows(groupOf).flatMap(({ from, to, arrow }) => {
    if (level(from) < 0 || level(to) < 0) return [`${arrow}: add its folder to a tier`];
    return level(to) > level(from) ? [arrow] : [];
  });
}

/** The room of a file; the platform has three: its planners (`platform`), the world and the handlers. */
function roomOf(path: string): string {
  const [, room = ''] = path.split('/');
  if (room !== 'platform') return room;
  if (path === 'src/platform/world.ts') return 'world';
  return path.includes('/handlers/') ? 'handlers' : room;
}

describe('imports go one way, types included', () => {
  it('no circle of files', () => {
    expect(circlesOf(graph)).toEqual([]);
  });

  it('rooms: engine, text, rules, planners, world, handlers, scenario and report, experiment, lesson and testing, node and web, playground', () => {
    const tiers = [['engine'], ['text'], ['rules'], ['platform'], ['world'], ['handlers']];
    const above = [['scenario', 'report'], ['experiment'], ['lesson', 'testing'], ['node', 'web'], ['playground']];
    expect(arrowsUp([...tiers, ...above], roomOf)).toEqual([]);
    const strangers = [
      ...['scenario report', 'report scenario', 'node web', 'web node', 'web testing', 'web lesson'],
      ...['lesson testing', 'testing lesson', 'playground node', 'playground testing'],
    ];
    const wrong = arrows(roomOf).filter(({ from, to }) => strangers.includes(`${from} ${to}`));
    expect(wrong.map(({ arrow }) => arrow)).toEqual([]);
  });

  it('planners never see the world, nor a handler', () => {
    const wrong = arrows(roomOf).filter(({ from, to }) => from === 'platform' && ['world', 'handlers'].includes(to));
    expect(wrong.map(({ arrow }) => arrow)).toEqual([]);
  });

  it('inside the report: words, picture and recount, load, fold, the blocks, the whole, rendering, reasons, the page', () => {
    const tiers = [
      ['words'],
      ['picture', 'recount'],
      ['load'],
      ['fold'],
      ['bill', 'capacity', 'verdict', 'study', 'selftest', 'coverage'],
      ['report.ts'],
      ['render', 'logs', 'focus'],
      ['explain'],
      ['why', 'whyNot'],
      ['why'],
      ['page'],
      ['debug'],
    ];
    expect(arrowsUp(tiers, groupIn('src/report/'))).toEqual([]);
  });

  it('inside the scenario: text, shape, paths, reading and its warnings, the whole', () => {
    const tiers = [['text'], ['shape'], ['params'], ['path', 'read', 'lint', 'scenario.ts'], ['whole']];
    const part = groupIn('src/scenario/');
    const groupOf = (path: string): string | null => {
      const group = part(path);
      return group?.endsWith('.ts') === true && group !== 'scenario.ts' ? 'whole' : group;
    };
    expect(arrowsUp(tiers, groupOf)).toEqual([]);
  });

  it('inside the page: the view, its parts, the shell around them', () => {
    expect(arrowsUp([['view'], ['charts', 'tables', 'stories'], ['shell']], groupIn('src/web/'))).toEqual([]);
  });
});

/** The first folder, or the file itself, of what lies below a folder; null elsewhere. */
function groupIn(folder: string): (path: string) => string | null {
  return (path) => (path.startsWith(folder) ? (path.slice(folder.length).split('/')[0] ?? null) : null);
}

/** Whether a line is a comment, or a part of one. */
function isComment(line: string): boolean {
  return /^\s*(?:\/\/|\/\*|\*)/.test(line);
}

describe('one finds what one looks for', () => {
  it('a folder of src has at most 40 files', () => {
    const counts = new Map<string, number>();
    for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 40)).toEqual([]);
  });

  it('the name of an exported type has one meaning, the recount excepted', () => {
    const homes = new Map<string, string[]>();
    for (const source of sources.filter(({ path }) => !path.startsWith('src/report/recount/')))
      for (const name of exportedTypesOf(source)) homes.set(name, [...(homes.get(name) ?? []), source.path]);
    expect([...homes].filter(([, files]) => files.length > 1)).toEqual([]);
  });

  it('a comment fits into 120 columns', () => {
    const all = [...sources, ...sourcesOf('test'), ...sourcesOf('scripts')];
    const wide = all.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => (isComment(line) && line.length > 120 ? [`${path}:${index + 1}`] : [])),
    );
    expect(wide).toEqual([]);
  });

  it('no file of src is generated: what programs write lies in schema/, evidence/ and reports/', () => {
    const targets = sourcesOf('scripts').filter(({ text }) =>
      /(?:= |new URL\(|join\(root, )['`](?:\.\.\/)?src\//.test(text),
    );
    expect(targets.map(({ path }) => path)).toEqual([]);
    const marked = sources.filter(({ text }) => /@generated|[Gg]enerated by|[Ww]ritten by `?(npm|scripts)/.test(text));
    expect(marked.map(({ path }) => path)).toEqual([]);
  });
});

describe('the second integrator shares no code with what it judges', () => {
  const own = sources.filter(({ path }) => path.startsWith('src/report/recount/'));
  /** Beside its own files: plain types, and nothing that computes. */
  const allowed = [
    "import type { Entry } from '../../engine/journal.ts';",
    "import type { Instant } from '../../engine/time.ts';",
    "import type { PriceBook } from '../../platform/metering/prices.ts';",
    "import type { Assumptions } from '../../rules/assumptions.ts';",
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
  const rooms = ['engine', 'text', 'rules', 'platform', 'scenario', 'report', 'experiment', 'testing'];

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
    expect(found.map(({ path }) => path)).toEqual(['src/report/focus/columns.ts', 'src/report/words/csvField.ts']);
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
      if (path.startsWith('src/rules/') || path.startsWith('test/rules/')) continue;
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

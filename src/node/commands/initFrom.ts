/** `svcsim init --from`: a first scenario around a folder of manifests. */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, extname, relative, resolve, sep } from 'node:path';
import { type Around, type MeasuredDemand, scenarioAround } from '../../scenario/around.ts';
import { type Parsed, parseScenario } from '../../scenario/parse.ts';
import { quotedName } from '../../scenario/read/recording/chosen.ts';
import { type Imported, importedFrom } from '../../scenario/read/recording/imported.ts';
import { isWild, relativeTo, traceProblemsIn } from '../../scenario/text/reading.ts';
import { plainInLine } from '../../text/plain.ts';
import { shellWord } from '../../text/shellWord.ts';
import { exitCode, Stop } from '../exit.ts';
import { filesLike, readText, textOf } from '../inputs.ts';
import { showProblems } from '../problems.ts';

export interface FromFlags {
  readonly from?: string;
  readonly gvc?: string;
  readonly fill?: readonly string[];
  readonly assume?: readonly string[];
  readonly demand?: string;
  readonly to?: string;
}

/** The scenario's text, and what to tell of it. */
export interface FromManifests {
  readonly text: string;
  readonly says: readonly string[];
}

/**
 * A scenario around the manifests of a folder; null if they or the demand cannot be read, which is then told with every
 * place.
 *
 * @param file the scenario's own path; paths in it are relative to its folder
 */
export function fromManifests(
  from: string,
  { file, name, schema }: { readonly file: string; readonly name: string; readonly schema: string },
  flags: FromFlags,
): FromManifests | null {
  if (!existsSync(from) && !isWild(from))
    throw new Stop(exitCode.usage, `--from ${from}: there is no such file or folder`);
  const folder = file === '-' ? '.' : dirname(file);
  const files =
    existsSync(from) && statSync(from).isDirectory() ? `${pathFrom(folder, from)}/` : pathFrom(folder, from);
  const manifests = manifestsText(files, flags.gvc ?? gvcName(from), flags.fill ?? []);
  const read = reader(file === '-' ? 'stdin' : file);
  const assumptions = (flags.assume ?? [])
    .map((one) => pairOf('--assume', one, 'volume.shared.types=any'))
    .map(([key, value]) => `${key}: ${value}`);
  const choices = assumptions.length === 0 ? '' : `\nassumptions: { ${assumptions.join(', ')} }`;
  const bare = `svcsim: 1\nstart: 2026-11-01T00:00:00Z\nfor: 14d\nmanifests: ${manifests}${choices}\n`;
  const skeleton = read(bare);
  if (skeleton.scenario === null) return told(skeleton);
  const { scenario } = skeleton;
  const imported =
    flags.demand === undefined ? null : measuredFrom(flags.demand, file === '-' ? 'stdin' : file, folder);
  if (imported === 'unread') return null;
  const measured: MeasuredDemand | null = imported === null ? null : { to: flags.to ?? null, trace: imported.trace };
  const around = scenarioAround({
    scenario,
    name,
    file: plainInLine(shellWord(file === '-' ? 'FILE' : file)),
    schema: plainInLine(schema),
    manifests: `${manifests}${choices}`,
    measured,
  });
  if (measured !== null && around.measuredOf === null) {
    const which = flags.to === undefined ? 'no workload has a port' : `no workload with a port is named ${flags.to}`;
    throw new Stop(exitCode.usage, `--demand ${flags.demand}: ${which}, so nothing can be called`);
  }
  const whole = read(around.text);
  if (whole.scenario === null) return told(whole);
  return { text: around.text, says: sentences(from, whole, around, imported) };
}

/** Problems on the error stream. */
function told(parsed: Pick<Parsed, 'problems' | 'texts'>): null {
  showProblems(parsed, process.stderr);
  return null;
}

function reader(file: string): (text: string) => Parsed {
  return (text) => parseScenario(text, { file, read: textOf, list: filesLike });
}

/** A recording, and its path as problems name it: the list of warnings leaves out those of this file. */
type MeasuredFile = Imported & { readonly file: string };

/** The recording; `unread`, with its problems, if it has an error. */
function measuredFrom(demand: string, scenario: string, folder: string): MeasuredFile | 'unread' {
  const text = readText(demand);
  const path = pathFrom(folder, demand);
  const imported = importedFrom(text, path, { as: 'demand' });
  if (imported.recording.rows.length > 0) return { ...imported, file: relativeTo(scenario, path) };
  told({ problems: traceProblemsIn(demand, imported.recording.problems), texts: new Map([[demand, text]]) });
  return 'unread';
}

function sentences(
  from: string,
  { scenario, problems }: Parsed,
  { assumed, measuredOf }: Around,
  imported: MeasuredFile | null,
): string[] {
  const counts = new Map<string, number>();
  // A GVC that no manifest has stands in the scenario itself.
  for (const { kind, place } of scenario?.resources ?? [])
    if (place.file !== scenario?.files[0]) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const found = [...counts].map(([kind, count]) => `${count} ${kind}${count === 1 ? '' : 's'}`).join(', ');
  const measured =
    imported === null ? [] : ['', `Measured demand of ${measuredOf}:`, ...imported.says.map((one) => `  ${one}`)];
  const others = problems.filter(({ file }) => file !== imported?.file);
  const warnings = others.map(({ file, line, message }) => `  ${file}:${line}  ${message}`);
  return [
    `In ${from}: ${found}.`,
    '',
    'Assumed, because the manifests do not say it (each has its line to edit):',
    ...assumed.map((one) => `  ${one}`),
    ...measured,
    ...(warnings.length === 0
      ? []
      : [
          '',
          `${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'} of svcsim check:`,
          ...limited(warnings),
        ]),
  ];
}

/** At most so many warnings are printed. */
const printedMax = 15;

function limited(lines: readonly string[]): readonly string[] {
  return lines.length <= printedMax
    ? lines
    : [...lines.slice(0, printedMax), `  ${lines.length - printedMax} more: svcsim check lists them`];
}

function manifestsText(files: string, gvc: string, fill: readonly string[]): string {
  const pairs = fill.map((one) => {
    const [name, value] = pairOf('--fill', one, 'APP_IMAGE=shop:42');
    return `${quotedName(name)}: ${JSON.stringify(value)}`;
  });
  const filled = pairs.length === 0 ? '' : `, fill: { ${pairs.join(', ')} }`;
  return `{ files: ${quotedName(files)}, gvc: ${gvc}${filled} }`;
}

function pairOf(flag: string, text: string, example: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) throw new Stop(exitCode.usage, `${flag} takes name=value, such as ${example}; found '${text}'`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The GVC of manifests that name none: named after their folder. */
function gvcName(from: string): string {
  const words = resolve(from.replace(/[*?[{].*$/, '')).split(sep);
  const stem = basename(words.at(-1) ?? '', extname(words.at(-1) ?? ''))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  return stem === '' ? 'app' : stem.slice(0, 40);
}

function pathFrom(folder: string, path: string): string {
  return relative(resolve(folder), resolve(path)).split(sep).join('/') || '.';
}

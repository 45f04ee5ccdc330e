/** `svcsim init --from`: a first scenario around a folder of manifests. */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, extname, relative, resolve, sep } from 'node:path';
import { civilFromInstant, type Instant, instantFromCivil } from '../../engine/time.ts';
import { type Zone, zoneNamed } from '../../engine/zone/zone.ts';
import { leftOutText } from '../../report/verdict/inputText.ts';
import { type Around, scenarioAround } from '../../scenario/around.ts';
import { traffic } from '../../scenario/aroundDemand.ts';
import { calledWorkloads, type MeasuredDemand } from '../../scenario/aroundParts.ts';
import { type Parsed, parseScenario } from '../../scenario/parse.ts';
import { namesToFill } from '../../scenario/read/manifestFile.ts';
import { listed, quotedName } from '../../scenario/read/recording/chosen.ts';
import { importedFrom } from '../../scenario/read/recording/imported.ts';
import { seriesIn } from '../../scenario/read/recording/recording.ts';
import { type ColumnClaim, nameOf, whoseColumns } from '../../scenario/read/recording/whose.ts';
import { meantZone } from '../../scenario/read/zones.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { TraceProblem } from '../../scenario/text/problem.ts';
import { isWild, relativeTo, traceProblemsIn } from '../../scenario/text/reading.ts';
import { plainInLine } from '../../text/plain.ts';
import { shellWord } from '../../text/shellWord.ts';
import { calledAs } from '../calledAs.ts';
import { exitCode, Stop } from '../exit.ts';
import { filesLike, readText, textOf } from '../inputs.ts';
import { showProblems } from '../problems.ts';

export interface FromFlags {
  readonly from?: string;
  readonly gvc?: string;
  readonly fill?: readonly string[];
  readonly assume?: readonly string[];
  readonly demand?: string;
  readonly to?: readonly string[];
  readonly zone?: string;
}

/** The scenario's text, and what to tell of it. */
export interface FromManifests {
  readonly text: string;
  readonly says: readonly string[];
  /** Commands to try afterwards, a line each. */
  readonly next: readonly string[];
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
  const isFolder = existsSync(from) && statSync(from).isDirectory();
  if (isFolder && filesLike(`${from.replace(/\/+$/, '')}/**/*.{yaml,yml,json}`).length === 0)
    throw new Stop(exitCode.usage, `--from ${from}: there are no manifests in it (.yaml, .yml or .json)`);
  const folder = file === '-' ? '.' : dirname(file);
  const files = isFolder ? `${pathFrom(folder, from)}/` : pathFrom(folder, from);
  const read = reader(file === '-' ? 'stdin' : file);
  const assumptions = (flags.assume ?? [])
    .map((one) => pairOf('--assume', one, 'volume.shared.types=any'))
    .map(([key, value]) => `${key}: ${value}`);
  const choices = assumptions.length === 0 ? '' : `\nassumptions: { ${assumptions.join(', ')} }`;
  const within = (gvc: string) => {
    const manifests = manifestsText(files, gvc, flags.fill ?? []);
    return {
      manifests,
      ...read(`svcsim: 1\nstart: 2026-11-01T00:00:00Z\nfor: 14d\nmanifests: ${manifests}${choices}\n`),
    };
  };
  const usual = flags.gvc ?? gvcName(from);
  const first = within(usual);
  const only = flags.gvc === undefined && first.scenario !== null ? onlyGvc(first.scenario, usual) : null;
  const skeleton = only === null ? first : within(only);
  if (skeleton.scenario === null) return told(skeleton);
  const { scenario, manifests } = skeleton;
  const measured = flags.demand === undefined ? null : measuredFrom(scenario, flags, { file, folder });
  if (measured === 'unread') return null;
  const typed = plainInLine(shellWord(file === '-' ? 'FILE' : file));
  const around = scenarioAround({
    scenario,
    name,
    file: typed,
    schema: plainInLine(schema),
    manifests: `${manifests}${choices}`,
    measured: measured?.demands ?? [],
    period: measured?.period ?? null,
  });
  const whole = read(around.text);
  if (whole.scenario === null) return told(whole);
  return { text: around.text, says: sentences(from, whole, around, measured), next: nextSteps(typed, around) };
}

/** Problems on the error stream. A hint to the key of a scenario becomes one to the flag. */
function told({ problems, texts }: Pick<Parsed, 'problems' | 'texts'>): null {
  const hinted = problems.map((one) => {
    const names = namesToFill(one);
    return names === null ? one : { ...one, hint: `add ${names.map((name) => `--fill ${name}=VALUE`).join(' ')}` };
  });
  showProblems({ problems: hinted, texts }, process.stderr);
  return null;
}

function reader(file: string): (text: string) => Parsed {
  return (text) => parseScenario(text, { file, read: textOf, list: filesLike });
}

/** What a recording says of the workloads. */
interface Measured {
  readonly demands: readonly MeasuredDemand[];
  /** The month after the recording. */
  readonly period: { readonly start: Instant; readonly end: Instant };
  /** What was found, a line each. */
  readonly says: readonly string[];
  /** Its path as problems name it: the list of warnings leaves out those of this file. */
  readonly file: string;
}

/** The recording; `unread`, with its problems, if it has an error. */
function measuredFrom(
  scenario: Scenario,
  { demand = '', to = [], zone: zoneName }: FromFlags,
  { file, folder }: { readonly file: string; readonly folder: string },
): Measured | 'unread' {
  const zone = zoneName === undefined ? null : zoneOf(zoneName);
  const text = readText(demand);
  const path = pathFrom(folder, demand);
  const unread = (problems: readonly TraceProblem[]): 'unread' => {
    told({ problems: traceProblemsIn(demand, problems), texts: new Map([[demand, text]]) });
    return 'unread';
  };
  const found = seriesIn(text, { file: path, time: undefined, value: undefined, series: undefined, zone });
  if (found?.problems.some(({ severity }) => severity === 'error') === true) return unread(found.problems);
  const full = found?.series.filter(({ at }) => at.length > 0);
  const columns = full === undefined || full.length === 0 ? null : full;
  const whose = whoseColumns(columns, calledWorkloads(scenario), to.map(wantedBy));
  if ('problem' in whose) throw new Stop(exitCode.usage, `--demand ${demand}: ${whose.problem}`);
  const demands: MeasuredDemand[] = [];
  const says: string[] = [];
  let last: Instant = 0;
  for (const { owner, names, told, because } of whose.owned) {
    const imported = importedFrom(text, path, { as: 'demand', zone, ...(names.length === 0 ? {} : { series: names }) });
    const { rows, problems } = imported.recording;
    if (rows.length === 0) return unread(problems);
    last = Math.max(last, rows.at(-1)?.at ?? 0);
    demands.push({ owner, trace: imported.trace });
    says.push(
      `  ${told} to ${nameOf(owner)}${because === null ? '' : ` (${because}; --to GVC/WORKLOAD names another)`}`,
    );
    says.push(...imported.says.map((one) => `    ${one}`).filter((one) => !says.includes(one)));
  }
  if (whose.left.length > 0)
    says.push(`  left out, because no workload is named so: ${listed(whose.left)}; --to GVC/WORKLOAD=COLUMN takes one`);
  return { demands, period: monthAfter(last), says, file: relativeTo(file === '-' ? 'stdin' : file, path) };
}

function zoneOf(name: string): Zone {
  const zone = zoneNamed(name);
  if (zone !== null) return zone;
  throw new Stop(
    exitCode.usage,
    `--zone takes a time zone of the IANA database such as Europe/Berlin, found '${name}'${meantZone(name)}`,
  );
}

/** `shop/api=web` names a workload and its column, `shop/api` the workload alone. */
function wantedBy(text: string): ColumnClaim {
  const at = text.indexOf('=');
  if (at === -1) return { to: text, column: null };
  const [to, column] = pairOf('--to', text, "shop/api='api (eu)'");
  if (column === '') throw new Stop(exitCode.usage, `--to ${text} names no column; write ${to}=COLUMN`);
  return { to, column };
}

/** The first whole month that begins at an instant or later, in UTC. */
function monthAfter(instant: Instant): Measured['period'] {
  const { year, month } = civilFromInstant(instant);
  const first = (count: number): Instant =>
    instantFromCivil(year + Math.floor((month - 1 + count) / 12), ((month - 1 + count) % 12) + 1, 1);
  return { start: first(1), end: first(2) };
}

function sentences(
  from: string,
  { scenario, problems }: Parsed,
  { assumed }: Around,
  recorded: Measured | null,
): string[] {
  const counts = new Map<string, number>();
  // A GVC that no manifest has stands in the scenario itself.
  for (const { kind, place } of scenario?.resources ?? [])
    if (place.file !== scenario?.files[0]) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const found = [...counts].map(([kind, count]) => `${count} ${kind}${count === 1 ? '' : 's'}`).join(', ');
  const measured = recorded === null ? [] : ['', 'Measured:', ...recorded.says];
  const others = problems.filter(({ file }) => file !== recorded?.file);
  const warnings = others.map(({ file, line, message }) => `  ${file}:${line}  ${message}`);
  return [
    `In ${from}: ${found}.`,
    ...leftOutLines(scenario?.leftOut ?? []),
    '',
    'Assumed, because the manifests do not say it (each has its line to edit):',
    ...assumed.map((one) => `  ${one}`),
    ...measured,
    ...(warnings.length === 0
      ? []
      : [
          '',
          `${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'} of ${calledAs} check:`,
          ...limited(warnings),
        ]),
  ];
}

/** Templates are part of what somebody deploys, and missing in every figure. */
function leftOutLines(files: readonly string[]): readonly string[] {
  return files.length === 0 ? [] : [`Left out: ${leftOutText(files)}.`];
}

/** What a user of a first scenario asks next; `file` as the user types it. */
function nextSteps(file: string, { hasTraffic }: Around): readonly string[] {
  return [
    `Next: ${calledAs} run ${file}`,
    ...(hasTraffic ? [`  twice the requests: ${calledAs} run ${file} --set params.${traffic}=2 --out doubled`] : []),
    `  your own prices:    ${calledAs} run ${file} --set prices=BOOK.yaml --out priced   (a price book: docs/GUIDE.md#prices-of-your-own)`,
  ];
}

/** At most so many warnings are printed. */
const printedMax = 15;

function limited(lines: readonly string[]): readonly string[] {
  return lines.length <= printedMax
    ? lines
    : [...lines.slice(0, printedMax), `  ${lines.length - printedMax} more: ${calledAs} check lists them`];
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

/** The GVC that all manifests have which name one; null: they name none, or several. */
function onlyGvc({ resources }: Scenario, usual: string): string | null {
  const names = new Set(
    resources.flatMap(({ kind, name, gvc }) => (kind === 'gvc' ? [name] : gvc === null ? [] : [gvc])),
  );
  names.delete(usual);
  const [name] = names;
  return names.size === 1 && name !== undefined ? name : null;
}

/** A GVC's name from that of the folder, for manifests none of which names one. */
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

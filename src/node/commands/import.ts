/** `svcsim import`: what a recording of a monitoring system holds, and the lines of a scenario that read it. */
import { existsSync, writeFileSync } from 'node:fs';
import { isoFromInstant } from '../../engine/time.ts';
import { zoneNamed } from '../../engine/zone/zone.ts';
import { coarser } from '../../scenario/read/recording/coarser.ts';
import { type Imported, importedFrom } from '../../scenario/read/recording/imported.ts';
import { meantZone } from '../../scenario/read/zones.ts';
import { traceProblemsIn } from '../../scenario/text/reading.ts';
import { readDuration } from '../../scenario/text/units.ts';
import { plainInLine } from '../../text/plain.ts';
import { shellWord } from '../../text/shellWord.ts';
import { exitCode, Stop, unwritable } from '../exit.ts';
import { readText } from '../inputs.ts';
import { showProblems } from '../problems.ts';
import { say } from '../say.ts';

export interface ImportFlags {
  readonly to?: string;
  readonly as?: 'demand' | 'usage';
  readonly series?: readonly string[];
  readonly unit?: string;
  readonly time?: string;
  readonly value?: string;
  readonly zone?: string;
  readonly counter?: boolean;
  readonly out?: string;
  readonly step?: string;
  readonly force?: boolean;
}

const formNames = { prometheus: "the JSON of Prometheus' range query", grafana: 'a CSV' } as const;

/**
 * Prints the lines to paste, after comments that say what was found and guessed. With `--out` the rows are written to a
 * CSV of stamps and values, which the lines then name.
 *
 * @param format what the file is expected to be
 */
export function importRecording(format: 'prometheus' | 'grafana', file: string, flags: ImportFlags): number {
  const step = flags.step === undefined ? null : readDuration(flags.step);
  if (flags.step !== undefined && (step === null || step === 0))
    throw new Stop(exitCode.usage, `--step takes a duration such as 5m; found '${flags.step}'`);
  if (step !== null && flags.out === undefined)
    throw new Stop(exitCode.usage, '--step joins the rows that --out writes; add --out FILE.csv');
  if (flags.out !== undefined && existsSync(flags.out) && flags.force !== true)
    throw new Stop(exitCode.usage, `${flags.out} already exists; give another name, or use --force to overwrite it.`);
  if (file === '-')
    throw new Stop(exitCode.usage, 'the lines name the file, so standard input (-) cannot be imported; give a file');
  const text = readText(file);
  const { zone: name, ...others } = flags;
  const zone = name === undefined ? null : zoneNamed(name);
  if (name !== undefined && zone === null)
    throw new Stop(
      exitCode.usage,
      `--zone takes a time zone of the IANA database such as Europe/Berlin, found '${name}'${meantZone(name)}`,
    );
  const imported = importedFrom(text, file, { ...others, zone });
  const { form, rows, problems } = imported.recording;
  if (rows.length > 0 && (form === 'prometheus') !== (format === 'prometheus')) {
    const other = format === 'prometheus' ? 'grafana' : 'prometheus';
    throw new Stop(
      exitCode.invalid,
      `expected ${formNames[format]}, found ${formNames[other]}: svcsim import ${other} ${shellWord(file)}`,
    );
  }
  if (rows.length === 0) {
    showProblems({ problems: traceProblemsIn(file, problems), texts: new Map([[file, text]]) }, process.stderr);
    return exitCode.invalid;
  }
  say(
    process.stdout,
    flags.out === undefined ? pasted(file, imported, flags) : written(file, flags.out, imported, step, flags),
  );
  return exitCode.ok;
}

/** Comments, and the lines of a scenario: together they are YAML. */
function pasted(
  file: string,
  { as, trace, says }: Pick<Imported, 'as' | 'trace' | 'says'>,
  { to }: ImportFlags,
): string {
  const comments = [`# ${plainInLine(file)}`, ...says.map((one) => `#   ${plainInLine(one)}`)];
  const lines =
    as === 'demand'
      ? ['demand:', `  - to: ${to ?? 'GVC/WORKLOAD'}`, `    rate: { trace: ${trace} }`]
      : ['behavior:', `  ${to ?? 'GVC/VOLUMESET'}:`, `    usage: { trace: ${trace} }`];
  return `${[...comments, ...lines].join('\n')}\n`;
}

function written(file: string, out: string, imported: Imported, step: number | null, flags: ImportFlags): string {
  const { recording, unit } = imported;
  const rows =
    step === null
      ? recording.rows
      : coarser(recording.rows, recording.step, { step, isCount: !unit.includes('/') && imported.as === 'demand' });
  const csv = `time,value\n${rows.map(({ at, value }) => `${isoFromInstant(at)},${value}\n`).join('')}`;
  try {
    writeFileSync(out, csv);
  } catch (error) {
    throw unwritable(error, out, 'Name another file.');
  }
  const again = importedFrom(csv, out, { unit, as: imported.as });
  const says = [
    ...imported.says,
    `wrote ${rows.length} rows to ${out}${step === null ? '' : `, one each ${flags.step}`}`,
  ];
  return pasted(file, { ...again, says }, flags);
}

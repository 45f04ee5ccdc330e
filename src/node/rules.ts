/** `svcsim rules`: the registers, and which tests and scenarios show each entry. */
import {
  assumptionNames,
  assumptionOf,
  defaultAssumptions,
  refusedWords,
  writtenValue,
} from '../platform/rules/assumptions.ts';
import { assumptionStatus, ruleStatus } from '../platform/rules/built.ts';
import { rules as register } from '../platform/rules/register.ts';
import { shownBy } from '../platform/rules/shown.ts';
import { nearest } from '../platform/units.ts';
import { fitted } from './columns.ts';
import { exitCode, Stop } from './exit.ts';
import { paintFor } from './paint.ts';

const paint = paintFor(process.stdout);

export function rules(ids: readonly string[], flags: { readonly json?: boolean }): number {
  const wanted = (id: string): boolean => ids.length === 0 || ids.some((asked) => answers(id, asked));
  const foundRules = register.filter(({ id }) => wanted(id)).map(ruleEntry);
  const foundAssumptions = assumptionNames.filter(wanted).map(assumptionEntry);
  const every = [...register.map(({ id }) => id), ...assumptionNames];
  const stranger = ids.find((asked) => !every.some((id) => answers(id, asked)));
  if (stranger !== undefined) {
    const known = nearest(stranger, every) ?? nearest(stranger.toUpperCase(), every);
    throw new Stop(
      exitCode.usage,
      `there is no rule or assumption '${stranger}'${known === null ? '' : `; did you mean '${known}'?`}`,
    );
  }
  if (flags.json === true) {
    const document = { schema: 'svcsim/rules/1', rules: foundRules, assumptions: foundAssumptions };
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return exitCode.ok;
  }
  const isShort = ids.length === 0;
  for (const rule of foundRules) write(isShort ? shortRule(rule) : longRule(rule));
  if (!isShort) for (const assumption of foundAssumptions) write(longAssumption(assumption));
  if (isShort) write(tally(foundRules));
  return exitCode.ok;
}

function write(text: string): void {
  process.stdout.write(fitted(text, process.stdout));
}

/** An id answers to itself and to each of its beginnings, in small letters or large: LIMIT-1 to limit, cron.history.counts to cron.history. */
function answers(id: string, asked: string): boolean {
  const [own, wanted] = [id.toLowerCase(), asked.toLowerCase()];
  return own === wanted || own.startsWith(`${wanted}-`) || own.startsWith(`${wanted}.`);
}

function ruleEntry({ id, kind, statement, source }: (typeof register)[number]) {
  const { tests, scenarios } = shownBy(id);
  return { id, kind, statement, source, ...ruleStatus(id), tests, scenarios };
}

function assumptionEntry(name: (typeof assumptionNames)[number]) {
  const { alternatives, why, boundary } = assumptionOf(name);
  const { tests, scenarios } = shownBy(name);
  const exercisedBy = [...tests, ...scenarios];
  return {
    name,
    default: writtenValue(name, defaultAssumptions),
    alternatives,
    why,
    boundary,
    notSimulated: refusedWords(name),
    ...assumptionStatus(name),
    exercisedBy,
  };
}

type RuleEntry = ReturnType<typeof ruleEntry>;

function mark({ status }: { readonly status: string }): string {
  if (status === 'built') return paint.good('built');
  return status === 'shapeOnly' ? paint.warn('shape only') : paint.warn('not simulated');
}

function shortRule(rule: RuleEntry): string {
  return `${paint.bold(rule.id.padEnd(11))} ${mark(rule)}  ${rule.statement}\n`;
}

function longRule(rule: RuleEntry): string {
  const reason = 'reason' in rule ? `  ${rule.reason}\n` : '';
  return [
    `${paint.bold(rule.id)}  ${rule.kind}, ${mark(rule)}\n`,
    `  ${rule.statement}\n`,
    reason,
    `  stated in: ${rule.source}\n`,
    list('shown by test', rule.tests),
    list('shown by scenario', rule.scenarios),
    '\n',
  ].join('');
}

function longAssumption(entry: ReturnType<typeof assumptionEntry>): string {
  const others =
    entry.alternatives.length === 0 ? '' : `; else ${entry.alternatives.map((one) => JSON.stringify(one)).join(', ')}`;
  const refused = entry.notSimulated.map((one) => JSON.stringify(one)).join(', ');
  const reason =
    'reason' in entry
      ? `  ${mark(entry)}: ${entry.reason}\n`
      : refused === ''
        ? ''
        : `  ${paint.warn('not simulated')}: ${refused}; a scenario that asks for it is refused\n`;
  return [
    `${paint.bold(entry.name)}  assumption${entry.boundary ? ', decides only at a boundary' : ''}\n`,
    `  default ${JSON.stringify(entry.default)}${others}\n`,
    `  why: ${entry.why}\n`,
    reason,
    list('exercised by', entry.exercisedBy),
    '\n',
  ].join('');
}

function list(label: string, entries: readonly string[]): string {
  if (entries.length === 0) return '';
  return `  ${label}: ${entries.join(', ')}\n`;
}

function tally(entries: readonly RuleEntry[]): string {
  const count = (status: string): number => entries.filter((entry) => entry.status === status).length;
  return `\n${entries.length} rules: ${count('built')} built, ${count('shapeOnly')} checked but without effect, ${count('notSimulated')} not simulated. One of them: svcsim rules LIMIT-1\n`;
}

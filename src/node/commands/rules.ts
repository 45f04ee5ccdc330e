/** `svcsim rules`: prints the rules and assumptions, and which tests and scenarios check or name each of them. */

import { aboutAssumption } from '../../rules/about.ts';
import {
  type AssumptionName,
  assumptionNames,
  assumptionOf,
  defaultAssumptions,
  writtenValue,
} from '../../rules/assumptions.ts';
import { assumptionStatus, ruleStatus } from '../../rules/built.ts';
import { rules as register } from '../../rules/register.ts';
import { nearest } from '../../rules/units.ts';
import { clipped } from '../../text/folded.ts';
import { fitted } from '../columns.ts';
import { checkedBy, type Shown, shownBy, visitedBy } from '../evidence.ts';
import { exitCode, Stop } from '../exit.ts';
import { paintFor } from '../paint.ts';
import { say } from '../say.ts';

const paint = paintFor(process.stdout);

/**
 * Prints the rules and assumptions with these ids, names or beginnings of them; all if none is given.
 *
 * @returns the exit code
 */
export function rules(ids: readonly string[], flags: { readonly json?: boolean }): number {
  const every = [...register.map(({ id }) => id), ...assumptionNames];
  const asked = new Set(ids.length === 0 ? every : ids.flatMap((id) => idsAsked(id, every)));
  const foundRules = register.filter(({ id }) => asked.has(id)).map(ruleEntry);
  const foundAssumptions = assumptionNames.filter((name) => asked.has(name)).map(assumptionEntry);
  if (flags.json === true) {
    const document = { schema: 'svcsim/rules/1', rules: foundRules, assumptions: foundAssumptions };
    say(process.stdout, `${JSON.stringify(document, null, 2)}\n`);
    return exitCode.ok;
  }
  const isShort = ids.length === 0 || asked.size > wholeMax;
  for (const rule of foundRules) write(isShort ? shortRule(rule) : longRule(rule));
  if (isShort && foundRules.length > 0) write(`\n${tally(foundRules)}\n`);
  for (const one of foundAssumptions) write(isShort ? shortAssumption(one) : longAssumption(one));
  if (isShort) write(closing(foundAssumptions.length, foundAssumptions[0]?.name));
  return exitCode.ok;
}

function write(text: string): void {
  say(process.stdout, fitted(text, process.stdout));
}

/** More entries than this are printed in one line each. */
const wholeMax = 12;

function ruleEntry({ id, kind, statement, source }: (typeof register)[number]) {
  const { tests, scenarios } = shownBy(id);
  const claims = { tests, scenarios, checkedBy: checkedBy(id), visitedBy: visitedBy(id) };
  return { id, kind, statement, source, ...ruleStatus(id), ...claims };
}

function assumptionEntry(name: (typeof assumptionNames)[number]) {
  const entry = assumptionOf(name);
  const { alternatives, why, boundary, observed } = entry;
  const status = assumptionStatus(name);
  const exercisedBy = filesOf(shownBy(name));
  return {
    name,
    default: writtenValue(name, defaultAssumptions),
    about: aboutAssumption(name),
    alternatives,
    why,
    observed: observed === null ? null : { value: entry.write(observed.value), why: observed.why },
    boundary,
    notSimulated: status.status === 'built' ? [] : alternatives,
    ...status,
    exercisedBy,
  };
}

function filesOf({ tests, scenarios }: Shown): readonly string[] {
  return [...tests, ...scenarios];
}

type RuleEntry = ReturnType<typeof ruleEntry>;

const statusWords = { built: 'simulated', shapeOnly: 'checked only', notSimulated: 'not simulated' } as const;
const statusWidth = 'not simulated'.length;

function mark({ status }: { readonly status: keyof typeof statusWords }, width = 0): string {
  const words = statusWords[status].padEnd(width);
  return status === 'built' ? paint.good(words) : paint.warn(words);
}

const kindWords = {
  shape: 'field',
  behaviour: 'behaviour',
  surface: 'API or address',
  money: 'billing',
} as const satisfies Record<RuleEntry['kind'], string>;

function shortRule(rule: RuleEntry): string {
  return `${paint.bold(rule.id.padEnd(11))} ${mark(rule, statusWidth)}  ${rule.statement}\n`;
}

function longRule(rule: RuleEntry): string {
  const reason = 'reason' in rule ? `  ${mark(rule)}: ${rule.reason}\n` : '';
  return [
    `${paint.bold(rule.id)}  ${kindWords[rule.kind]}, ${mark(rule)}\n`,
    `  ${rule.statement}\n`,
    reason,
    `  specification: ${rule.source}\n`,
    list('checked by (fails if the rule is broken)', filesOf(rule.checkedBy)),
    list('also named in', filesOf(rule.visitedBy)),
    '\n',
  ].join('');
}

/** The length to which a default is cut in a one-line entry: some are long lists. */
const defaultMax = 40;

function shortAssumption({ name, about, default: usual }: ReturnType<typeof assumptionEntry>): string {
  return `${paint.bold(name)} = ${clipped(JSON.stringify(usual), defaultMax)}  ${about}\n`;
}

function longAssumption(entry: ReturnType<typeof assumptionEntry>): string {
  const usual = JSON.stringify(entry.default);
  const others =
    entry.alternatives.length === 0
      ? 'none'
      : entry.alternatives.map((one) => alternativeText(entry.name, one)).join('; ');
  const reason = 'reason' in entry ? `  ${mark(entry)}: ${entry.reason}\n` : '';
  return [
    `${paint.bold(entry.name)}  assumption${entry.boundary ? ', matters only exactly at a boundary' : ''}\n`,
    `  ${entry.about}\n`,
    `  default: ${usual}${usual.includes(':null') ? ' (null: no bound)' : ''}\n`,
    `  alternatives: ${others}\n`,
    `  why this default: ${entry.why}\n`,
    entry.observed === null
      ? ''
      : `  with timing: observed: ${JSON.stringify(entry.observed.value)}. ${entry.observed.why}\n`,
    reason,
    list('named in', entry.exercisedBy),
    '\n',
  ].join('');
}

/** An alternative as a scenario writes it, or a phrase. */
function alternativeText(name: AssumptionName, alternative: string): string {
  if (assumptionOf(name).words?.includes(alternative) === true) return JSON.stringify(alternative);
  return alternative === 'any' ? 'any other value' : alternative;
}

function list(label: string, entries: readonly string[]): string {
  if (entries.length === 0) return '';
  return `  ${label}: ${entries.join(', ')}\n`;
}

function tally(entries: readonly RuleEntry[]): string {
  const count = (status: string): number => entries.filter((entry) => entry.status === status).length;
  return `${entries.length} rules: ${count('built')} simulated, ${count('shapeOnly')} checked only (no effect in a run), ${count('notSimulated')} not simulated. Details of a rule: svcsim rules ${entries[0]?.id}\n`;
}

function closing(count: number, first: string | undefined): string {
  return first === undefined
    ? ''
    : `\n${count} assumptions, with their defaults. Details of an assumption: svcsim rules ${first}\n`;
}

/**
 * The ids that a word means, in upper or lower case: those that are or start with that whole word, else those that
 * start with its letters.
 *
 *   limit -> LIMIT-1      ROLL-1 -> ROLL-1, not ROLL-10      cron.history -> cron.history.counts      hpa.s -> hpa.sync
 *
 * Throws if there is none; the error names the most similar id.
 */
function idsAsked(asked: string, ids: readonly string[]): readonly string[] {
  const wanted = asked.toLowerCase();
  const whole = ids.filter((id) => isWhole(id.toLowerCase(), wanted));
  if (whole.length > 0) return whole;
  const begun = wanted === '' ? [] : ids.filter((id) => id.toLowerCase().startsWith(wanted));
  if (begun.length > 0) return begun;
  const known = nearest(asked, ids) ?? nearest(asked.toUpperCase(), ids);
  const hint = known === null ? '; svcsim rules lists them' : `; did you mean '${known}'?`;
  throw new Stop(exitCode.usage, `there is no rule or assumption '${asked}'${hint}`);
}

function isWhole(own: string, wanted: string): boolean {
  return own === wanted || own.startsWith(`${wanted}-`) || own.startsWith(`${wanted}.`);
}

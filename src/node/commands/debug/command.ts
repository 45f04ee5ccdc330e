/** The commands of `svcsim debug`: what a line asks for. */
import { nearest } from '../../../rules/units.ts';

export type DebugCommand =
  | { readonly name: 'step' | 'back' | 'journal'; readonly count: number }
  | { readonly name: 'set' | 'do' | 'save'; readonly text: string }
  | { readonly name: 'until'; readonly text: string; readonly where: string | null }
  | { readonly name: 'why-not'; readonly text: string; readonly at: string | null }
  | { readonly name: 'break'; readonly on: string; readonly where: string | null }
  | { readonly name: 'clear'; readonly number: number | null }
  | { readonly name: 'state' | 'diff'; readonly of: string | null }
  /** of: null: the entry at which the last move stopped. */
  | { readonly name: 'why'; readonly of: string | null; readonly at: string | null }
  | { readonly name: 'continue' | 'breakpoints' | 'help' }
  | { readonly name: 'quit' };

type CommandName = DebugCommand['name'];

const shortNames: { readonly [short: string]: CommandName } = {
  s: 'step',
  b: 'back',
  u: 'until',
  c: 'continue',
  q: 'quit',
  exit: 'quit',
  '?': 'help',
};

export const commandNames: readonly CommandName[] = [
  'step',
  'back',
  'until',
  'continue',
  'break',
  'breakpoints',
  'clear',
  'state',
  'diff',
  'journal',
  'why',
  'why-not',
  'set',
  'do',
  'save',
  'help',
  'quit',
];

export const helpText = `step [N]       to the next instant at which something is journalled, N times (s)
back [N]       to the instant before, N times; undoes what was set or done after it (b)
until T        to an instant: +3h, 2026-11-01T03:00:00Z, or 03:00:00, which comes next (u)
until WHAT [where CONDITION]   to the next entry asked for: expansion.refused, 'shop/web/7 gone', #812
continue       to the next breakpoint, else to the end (c)
break on WHAT [where CONDITION]   stop there: break on expansion.refused where usedGB > 50
breakpoints    list them;  clear [N] removes one, or all
state [NAME]   shop/web, shop/web@aws-us-east-1, shop/web/7; without a name everything
diff [NAME]    what differs since the last move began
journal [N]    the last N entries; default: 10
why [WHAT] [--at T]   why something happened: a number (#812), 'shop/web/7 gone', 'shop/web = 4'; alone: the last stop
why-not WHAT [--at T]   which changes would have brought it: 'shop/api <= 7'
set PATH=VALUE      change a resource now, by a request to the API, as --set writes it
do STEP        a step of a timeline now: do { demand: { shop/api: { scale: 2 } } }
save FILE      the session so far as a scenario; its run has the same journal
quit           end (q)`;

/** Reads a line; a text instead of a command says what is wrong with it. */
export function commandOf(line: string): DebugCommand | string {
  const [, word = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(line.trim()) ?? [];
  const name = shortNames[word] ?? commandNames.find((one) => one === word);
  switch (name) {
    case 'step':
    case 'back':
      return counted(name, rest, 1);
    case 'journal':
      return counted(name, rest, 10);
    case 'until': {
      const { what, where } = conditioned(rest);
      return what === '' ? `'${name}' needs more: ${exampleOf(name)}` : { name, text: unquoted(what), where };
    }
    case 'why-not': {
      const { what, at } = dated(rest);
      return what === '' ? `'${name}' needs more: ${exampleOf(name)}` : { name, text: unquoted(what), at };
    }
    case 'set':
    case 'do':
    case 'save':
      return rest === '' ? `'${name}' needs more: ${exampleOf(name)}` : { name, text: unquoted(rest) };
    case 'break':
      return breakOf(rest);
    case 'clear': {
      if (rest === '') return { name, number: null };
      const number = Number(rest);
      return Number.isSafeInteger(number)
        ? { name, number }
        : `'clear' takes the number of a breakpoint; found '${rest}'`;
    }
    case 'state':
    case 'diff':
      return { name, of: rest === '' ? null : unquoted(rest) };
    case 'why': {
      const { what, at } = dated(rest);
      if (what !== '') return { name, of: unquoted(what), at };
      return at === null ? { name, of: null, at } : `'why --at' needs more: ${exampleOf(name)}`;
    }
    case 'continue':
    case 'breakpoints':
    case 'help':
    case 'quit':
      return { name };
    default:
      return unknownText(word);
  }
}

function counted(name: 'step' | 'back' | 'journal', rest: string, usual: number): DebugCommand | string {
  const count = rest === '' ? usual : Number(rest);
  if (Number.isSafeInteger(count) && count >= 1) return { name, count };
  return `'${name}' takes a whole number from 1 on; found '${rest}'`;
}

function breakOf(rest: string): DebugCommand | string {
  const [, on] = /^on\s+(.+)$/s.exec(rest) ?? [];
  if (on === undefined) return `'break' needs more: ${exampleOf('break')}`;
  const { what, where } = conditioned(on);
  return { name: 'break', on: unquoted(what), where };
}

/** `expansion.refused where usedGB > 50`. */
function conditioned(text: string): { readonly what: string; readonly where: string | null } {
  const [, what = text, where = null] = /^(.+?)\s+where\s+(.+)$/s.exec(text) ?? [];
  return { what, where };
}

/** `'shop/api <= 7' --at +2h`. */
function dated(text: string): { readonly what: string; readonly at: string | null } {
  const [, what = text, at = null] = /^(?:(.*?)\s+)?--at\s+(\S+)$/s.exec(text) ?? [];
  return at === null ? { what, at } : { what: what === text ? '' : what, at };
}

function unquoted(text: string): string {
  return /^(['"])(.*)\1$/s.exec(text)?.[2] ?? text;
}

function exampleOf(name: 'until' | 'why-not' | 'set' | 'do' | 'save' | 'why' | 'break'): string {
  switch (name) {
    case 'until':
      return 'until +3h, or until expansion.refused';
    case 'why-not':
      return "why-not 'shop/api <= 7'";
    case 'set':
      return 'set shop/workload/api.spec.defaultOptions.autoscaling.maxScale=20';
    case 'do':
      return 'do { demand: { shop/api: { scale: 2 } } }';
    case 'save':
      return 'save session.yaml';
    case 'why':
      return "why 812, or why 'shop/web/7 gone'";
    case 'break':
      return 'break on expansion.refused where usedGB > 50';
  }
}

function unknownText(word: string): string {
  const guess = nearest(word, commandNames);
  return `there is no command '${word}'; ${guess === null ? "'help' lists them" : `did you mean '${guess}'?`}`;
}

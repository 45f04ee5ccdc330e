/** The commands of `svcsim debug`: what a line asks for. */
import { nearest } from '../../../rules/units.ts';

export type DebugCommand =
  | { readonly name: 'step' | 'back' | 'journal'; readonly count: number }
  | { readonly name: 'until' | 'why-not' | 'set' | 'do' | 'save'; readonly text: string }
  | { readonly name: 'break'; readonly on: string; readonly where: string | null }
  | { readonly name: 'clear'; readonly number: number | null }
  | { readonly name: 'state' | 'diff'; readonly of: string | null }
  | { readonly name: 'why'; readonly of: string; readonly at: string | null }
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
back [N]       to the instant before, N times (b)
until T        to an instant: +3h, 2026-11-01T03:00:00Z (u)
until WHAT     to the next entry asked for: expansion.refused, 'shop/web/7 gone', #812
continue       to the next breakpoint, else to the end (c)
break on WHAT [where CONDITION]   stop there: break on expansion.refused where usedGB > 50
breakpoints    list them;  clear [N] removes one, or all
state [NAME]   shop/web, shop/web@aws-us-east-1, shop/web/7; without a name everything
diff [NAME]    what differs since the last move began
journal [N]    the last N entries; default: 10
why WHAT [--at T]   why something happened: a number (#812), 'shop/web/7 gone', 'shop/web = 4'
why-not WHAT   which changes would have brought it: 'shop/api <= 7'
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
    case 'until':
    case 'why-not':
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
      const [, of = rest, at = null] = /^(.*?)\s+--at\s+(\S+)$/.exec(rest) ?? [];
      return of === '' ? `'why' needs more: ${exampleOf(name)}` : { name, of: unquoted(of), at };
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
  const [, on, where = null] = /^on\s+(.+?)(?:\s+where\s+(.+))?$/s.exec(rest) ?? [];
  return on === undefined ? `'break' needs more: ${exampleOf('break')}` : { name: 'break', on: unquoted(on), where };
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

/**
 * What a person needs to report a defect of svcsim: that it is one, the command that repeats it, and where it arose.
 */
import { shellWord } from '../text/shellWord.ts';
import { atSources } from './sources.ts';

/** @param args what stood after `svcsim` on the command line */
export function defectText(error: unknown, args: readonly string[], version: string): string {
  const command = ['svcsim', ...args.map(shellWord)].join(' ');
  const input = args.includes('-') ? ' (with the same standard input)' : '';
  const stack = error instanceof Error ? atSources(error.stack ?? error.message) : String(error);
  return `svcsim ${version} stopped because of a defect in svcsim, not in your input. To reproduce it: ${command}${input}\n${stack}\n`;
}

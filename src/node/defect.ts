/**
 * What a person needs to report a defect of svcsim: that it is one, the command that repeats it, and where it arose.
 */
import { readFileSync } from 'node:fs';
import type { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { shellWord } from '../text/shellWord.ts';

/** @param args what stood after `svcsim` on the command line */
export function defectText(error: unknown, args: readonly string[], version: string): string {
  const command = ['svcsim', ...args.map(shellWord)].join(' ');
  const input = args.includes('-') ? ' (with the same standard input)' : '';
  const stack = error instanceof Error ? atSources(error.stack ?? error.message) : String(error);
  return `svcsim ${version} stopped because of a defect in svcsim, not in your input. To reproduce it: ${command}${input}\n${stack}\n`;
}

/**
 * The stack with `src/platform/world.ts:12:3` for each place that a source map beside its file explains; others stay.
 */
export function atSources(stack: string): string {
  const maps = new Map<string, SourceMap | null>();
  return stack.replace(/(file:\/\/[^\s()]+):(\d+):(\d+)/g, (place, url: string, line: string, column: string) => {
    const map = maps.get(url) ?? mapOf(url);
    maps.set(url, map);
    const origin = map?.findOrigin(Number(line), Number(column));
    if (origin === undefined || !('fileName' in origin)) return place;
    return `${origin.fileName.replace(/^(\.\.\/)+/, '')}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function mapOf(url: string): SourceMap | null {
  // Asked for here: loading that module takes a tenth of the time in which the command line starts.
  const { SourceMap } = process.getBuiltinModule('node:module');
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')));
  } catch {
    return null;
  }
}

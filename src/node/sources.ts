/** Where in the sources the bundle's code comes from: a stack says more with their places than with the bundle's. */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

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
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')));
  } catch {
    return null;
  }
}

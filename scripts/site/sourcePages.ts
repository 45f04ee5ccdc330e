/** Pages of files that other pages link to: scenarios, examples, source files. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { escaped } from '../../src/report/words/selfContained.ts';
import type { SitePage } from './sitePage.ts';

/** Where the site shows a file or a folder. */
function sourcePath(file: string): string {
  return `files/${file}.html`;
}

/** A page with the text of a file, or with the names in a folder; null if there is neither. */
export function sourcePage(root: string, file: string): SitePage | null {
  const full = join(root, file);
  if (!existsSync(full)) return null;
  const text = statSync(full).isDirectory() ? readdirSync(full).sort().join('\n') : readFileSync(full, 'utf8');
  return {
    path: sourcePath(file),
    title: file,
    section: 'Sources',
    says: '',
    source: null,
    format: 'html',
    body: `<pre><code>${escaped(text)}</code></pre>`,
    isSearched: false,
  };
}

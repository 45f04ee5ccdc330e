/** What the report page runs and looks like: built beside the command line, a part of every page. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PageAssets } from '../report/page/html.ts';
import { exitCode, Stop } from './exit.ts';
import { projectFile } from './projectFile.ts';

/** To be read before a long run begins: without them it would end without its page. */
export function readPageAssets(): PageAssets {
  return { script: read('page.js'), style: read('page.css') };
}

/** What the page of a study looks like; it runs no script. */
export function readStudyStyle(): string {
  return read('study.css');
}

function read(name: string): string {
  try {
    return readFileSync(projectFile(`dist/web/${name}`), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const path = fileURLToPath(projectFile(`dist/web/${name}`));
    throw new Stop(exitCode.usage, `${path} is missing; the report page needs it. Create it with: npm run bundle`);
  }
}

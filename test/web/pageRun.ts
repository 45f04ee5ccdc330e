/** The page of a scenario that comes along, as a run writes it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Run } from '../../src/experiment/run.ts';
import { Chronicle } from '../../src/report/fold/chronicle.ts';
import { PageChronicle } from '../../src/report/fold/page/pageChronicle.ts';
import { pageHtml } from '../../src/report/page/html.ts';
import type { PageData } from '../../src/report/page/pageData.ts';
import { pageDataOf } from '../../src/report/page/pageDataOf.ts';
import { reportOf } from '../../src/report/report.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { bringUpToDate } from '../node/built.ts';

const root = join(import.meta.dirname, '../..');

/** @param name of the file in `scenarios`, without its ending: `tour/06-a-bad-day` */
export function pageOfScenario(name: string): PageData {
  const file = join(root, 'scenarios', `${name}.yaml`);
  const { scenario } = parseScenario(readFileSync(file, 'utf8'), { file, read: (path) => readFileSync(path, 'utf8') });
  if (scenario === null) throw new Error(`${file} has no scenario`);
  const chronicle = new Chronicle(scenario, new PageChronicle({ start: scenario.start, end: scenario.end }, true));
  const run = new Run(scenario, { sink: (entry) => chronicle.listen(entry) });
  run.advance();
  return pageDataOf(reportOf(run, chronicle), run);
}

/** `report.html` of a scenario. */
export function htmlOfScenario(name: string): string {
  return htmlOfPage(pageOfScenario(name));
}

/** `report.html` with these data. */
export function htmlOfPage(data: PageData): string {
  bringUpToDate();
  const [script = '', style = ''] = ['page.js', 'page.css'].map((file) =>
    readFileSync(join(root, 'dist/web', file), 'utf8'),
  );
  return pageHtml(data, { script, style });
}

/** `report.html` of a command that writes one report. */
export function htmlOfCommand(words: readonly string[]): string {
  bringUpToDate();
  const folder = mkdtempSync(join(tmpdir(), 'svcsim-page-'));
  execFileSync(process.execPath, ['bin/svcsim.js', ...words, '-q', '--out', folder], { cwd: root });
  const [name = ''] = readdirSync(folder);
  const html = readFileSync(join(folder, name, 'report.html'), 'utf8');
  rmSync(folder, { recursive: true });
  return html;
}

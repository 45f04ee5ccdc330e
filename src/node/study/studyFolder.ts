/**
 * The folder of a study: its answer for programs, for a pull request and for people, and a table of its runs.
 */
import type { StudyDocument } from '../../report/study/document.ts';
import { studyHtml } from '../../report/study/page/studyHtml.ts';
import { type RunRow, runsCsv } from '../../report/study/runTable.ts';
import { studyText } from '../../report/study/studyText.ts';
import { jsonText } from '../../report/words/jsonText.ts';
import { markdownCanvas } from '../../report/words/markdownTable.ts';
import { ReportFolder } from '../folder.ts';
import { readStudyStyle } from '../pageAssets.ts';
import { runsParquet } from './runsParquet.ts';

/** What `writeStudyFolder` writes; a folder of a study also has `runs.ndjson`, its store, which stays. */
export const studyFiles: readonly string[] = ['study.json', 'study.md', 'study.html', 'runs.csv', 'runs.parquet'];

export interface StudyFolderContent {
  readonly document: StudyDocument;
  /** Runs with a result, in any order: they are written by plan, then by replication. */
  readonly rows: readonly RunRow[];
  /** Of the price book. */
  readonly currency: string;
}

/**
 * Writes `study.json`, `study.md`, `study.html`, `runs.csv` and `runs.parquet` into a folder, which is created if it
 * does not exist. All are written under temporary names beside it and renamed at the end, so that a reader sees a
 * complete file or that of the study before. Other files of the folder stay.
 *
 * The bytes depend on nothing but the content.
 *
 * @throws `Stop` if the folder cannot be written
 */
export function writeStudyFolder(folder: string, { document, rows, currency }: StudyFolderContent): void {
  const style = readStudyStyle();
  const output = new ReportFolder(folder, studyFiles);
  try {
    const sorted = sortedRows(document, rows);
    output.write('study.json', jsonText(document));
    output.write('study.md', `${studyText(document, currency, markdownCanvas)}\n`);
    output.write('study.html', studyHtml(document, { currency, style }));
    output.write('runs.csv', runsCsv(sorted));
    output.write('runs.parquet', runsParquet(sorted));
    output.finish();
  } finally {
    output.discard();
  }
}

/** By plan in the order of the document, then by replication: the order in which runs ended leaves no trace. */
function sortedRows({ plans }: StudyDocument, rows: readonly RunRow[]): RunRow[] {
  const rankOf = new Map(plans.map(({ name }, rank) => [name, rank]));
  const rank = ({ point }: RunRow): number => rankOf.get(point) ?? plans.length;
  return [...rows].sort((a, b) => rank(a) - rank(b) || a.replication - b.replication);
}

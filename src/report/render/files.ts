/**
 * The text files of a run's report. The journal is not among them: it is written as it comes (`journalLine`).
 */
import { sha256 as hash } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { hexOf } from '../../engine/digest.ts';
import { writeBill } from '../bill/billCsv.ts';
import { linesOf } from '../bill/ledgerLines.ts';
import type { Report } from '../report.ts';
import type { ReportFile } from '../verdict/summary.ts';
import { jsonText, writeJson } from '../words/jsonText.ts';
import { textOf, type Writing } from '../words/writing.ts';
import { writeCapacity } from './capacityCsv.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';

/** SHA-256 of a file's content, in hex. */
export type Sha256 = (content: Uint8Array) => string;

/**
 * Files by name, in the order of names; the same bytes for the same scenario, seed, book and version on any machine.
 *
 * @param others files that are written elsewhere, for `summary.json` to list beside these
 * @param sha256 default: one that runs anywhere, at some 10 MB a second, which a long ledger feels
 */
export function filesOf(
  report: Report,
  others: readonly ReportFile[] = [],
  sha256: Sha256 = portableSha256,
): Map<string, string> {
  const texts = new Map(writingsOf(report).map(([name, writing]) => [name, textOf(writing)]));
  const own = [...texts].map(([name, text]) => fileOf(name, utf8ToBytes(text), sha256));
  const files = [...own, ...others].sort((a, b) => (a.name < b.name ? -1 : 1));
  return texts.set('summary.json', jsonText({ ...report.summary, files }));
}

/** The same files but `summary.json`, each to be written piece by piece: so none has to be held as a whole. */
export function writingsOf(report: Report): [name: string, writing: Writing][] {
  const { bill, capacity, cells } = report;
  return [
    ['bill.csv', (write) => writeBill(bill, write)],
    ['bill.json', (write) => writeJson(bill, write)],
    ['capacity.csv', (write) => writeCapacity(capacity, write)],
    ['capacity.json', (write) => writeJson(capacity, write)],
    ['junit.xml', (write) => write(junitReport([report]))],
    [
      'ledger.ndjson',
      (write) => {
        for (const line of linesOf(cells)) write(`${line}\n`);
      },
    ],
    ['report.md', (write) => write(markdownReport(report))],
  ];
}

/** Name, length and digest of a file's content. */
export function fileOf(name: string, content: Uint8Array, sha256: Sha256 = portableSha256): ReportFile {
  return { name, bytes: content.length, sha256: sha256(content) };
}

function portableSha256(content: Uint8Array): string {
  return hexOf(hash(content));
}

/**
 * The text files of a run's report. The journal is not among them: it is written as it comes (`journalLine`).
 */
import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { billCsv } from './billCsv.ts';
import { capacityCsv } from './capacityCsv.ts';
import { jsonText } from './jsonText.ts';
import { junitReport } from './junit.ts';
import { ledgerLines } from './ledgerLines.ts';
import { markdownReport } from './markdown.ts';
import type { Report } from './report.ts';
import type { ReportFile } from './summary.ts';

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
  const { bill, capacity, cells, summary } = report;
  const texts = new Map([
    ['bill.csv', billCsv(bill)],
    ['bill.json', jsonText(bill)],
    ['capacity.csv', capacityCsv(capacity)],
    ['capacity.json', jsonText(capacity)],
    ['junit.xml', junitReport([report])],
    [
      'ledger.ndjson',
      ledgerLines(cells)
        .map((line) => `${line}\n`)
        .join(''),
    ],
    ['report.md', markdownReport(report)],
  ]);
  const own = [...texts].map(([name, text]) => fileOf(name, utf8ToBytes(text), sha256));
  const files = [...own, ...others].sort((a, b) => (a.name < b.name ? -1 : 1));
  return texts.set('summary.json', jsonText({ ...summary, files }));
}

/** Name, length and digest of a file's content. */
export function fileOf(name: string, content: Uint8Array, sha256: Sha256 = portableSha256): ReportFile {
  return { name, bytes: content.length, sha256: sha256(content) };
}

function portableSha256(content: Uint8Array): string {
  return bytesToHex(hash(content));
}

/**
 * Prints the milliseconds that a month of a shop takes from its start to its end, in a process that has run nothing
 * before; the journal is written.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Run } from '../../src/experiment/run.ts';
import { JournalFile } from '../../src/node/journal/journalFile.ts';
import { NdjsonJournal } from '../../src/node/journal/ndjsonJournal.ts';
import { LineFile } from '../../src/node/lineFile.ts';
import { parseScenario } from '../../src/scenario/parse.ts';

const file = 'scenarios/tour/07-a-month-of-a-shop.yaml';
const { scenario } = parseScenario(readFileSync(file, 'utf8'), { file });
if (scenario === null) throw new Error(`${file} has no scenario`);
const folder = mkdtempSync(join(tmpdir(), 'svcsim-bench-'));
const path = join(folder, 'journal.ndjson');
const journal = new JournalFile(new NdjsonJournal(new LineFile(path, path), 1e9), 'all', 1e9);
const from = process.hrtime.bigint();
const run = new Run(scenario, { sink: (entry) => journal.listen(entry) });
run.advance();
journal.close();
console.log(Number(process.hrtime.bigint() - from) / 1e6);
rmSync(folder, { recursive: true });

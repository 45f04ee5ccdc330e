/** `svcsim why`: why an event happened, back to the root of its causes. */
import { isoFromInstant } from '../../engine/time.ts';
import { readJournalLine } from '../../report/explain/journalLines.ts';
import { wordsOf } from '../../report/explain/words.ts';
import type { PageEntry } from '../../report/picture/picture.ts';
import { type EntryQuestion, isAsked, questionOf, valuesSet } from '../../report/why/question.ts';
import { type RunContent, unmetText } from '../../report/why/unmet.ts';
import { whyDocument } from '../../report/why/whyDocument.ts';
import { whyText } from '../../report/why/whyText.ts';
import { jsonText } from '../../report/words/jsonText.ts';
import { canvasOf } from '../canvas.ts';
import { exitCode, Stop } from '../exit.ts';
import type { WhyFlags } from '../flags.ts';
import { JournalReading } from '../reported/journalReading.ts';
import { openReportedJournal, type ReportedJournal } from '../reported/reportedJournal.ts';
import { readRun } from '../reported/reportedRun.ts';
import { lookInto } from '../reported/reportSource.ts';
import { say } from '../say.ts';
import { pointOf } from './logRange.ts';

/**
 * @param asked `shop/web/7 gone`, `shop/api = 8`, `shop/data capacity = 50GB`, `expansion.refused`, the number of a
 * journal entry, or what `explain` knows: a usage row, an invoice, a line of one
 */
export async function why(source: string, asked: string, flags: WhyFlags): Promise<number> {
  const of = asked.trim().replace(/^#/, '');
  if (/^(u\d+|INV-\S+)$/.test(of)) {
    const { explain } = await import('./explain.ts');
    return await explain(source, { ...flags, of });
  }
  const question = /^\d+$/.test(of) ? Number(of) : questionOf(of);
  if (typeof question === 'string') throw usage(question);
  return await lookInto(source, flags, async (folder) => {
    const answer = await answerOf(asked, question, folder, flags.at);
    say(process.stdout, flags.json === true ? jsonText(answer) : `${whyText(answer, canvasOf(process.stdout))}\n`);
    return exitCode.ok;
  });
}

async function answerOf(asked: string, question: EntryQuestion | number, folder: string, at: string | undefined) {
  const run = readRun(folder);
  const reported = await openReportedJournal(folder, run);
  const journal = new JournalReading(reported, (line, seq) =>
    typeof question === 'number' ? seq === question : mayFit(line, question),
  );
  const found = journal.kept.filter((entry) => typeof question === 'number' || isAsked(question, entry));
  const entry = at === undefined ? found[0] : lastBefore(found, pointOf('--at', at, run.start));
  if (entry === undefined)
    throw usage(nothingText(asked, question, folder, { found, at, journal: reported, entries: run.journalEntries }));
  const { entries } = journal.withChains([entry.seq]);
  const bySeq = new Map(entries.map((one) => [one.seq, one]));
  const causes = journal.links.chainOf(entry.seq).flatMap((seq) => bySeq.get(seq) ?? []);
  const others = found.map(({ seq }) => seq).filter((seq) => seq !== entry.seq);
  return whyDocument({ question: asked, entry, causes, others, words: wordsOf([entry, ...causes], run.written) });
}

/** Whether a line may be an entry that is asked for: reading it completely takes far longer. */
function mayFit(line: string, { types }: EntryQuestion): boolean {
  const [, type = ''] = /"type":"([^"]+)"/.exec(line) ?? [];
  return types.has(type);
}

function lastBefore(found: readonly PageEntry[], at: number): PageEntry | undefined {
  return found.findLast((entry) => entry.at <= at);
}

function nothingText(
  asked: string,
  question: EntryQuestion | number,
  folder: string,
  {
    found,
    at,
    journal,
    entries,
  }: {
    readonly found: readonly PageEntry[];
    readonly at: string | undefined;
    readonly journal: ReportedJournal;
    readonly entries: number;
  },
): string {
  if (typeof question === 'number')
    return `entry ${question} of ${folder} is not in its journal: the run had entries 1 to ${entries}`;
  const [first] = found;
  if (first !== undefined)
    return `'${asked}' did not happen by ${at}; the first time was at ${isoFromInstant(first.at)}`;
  return `'${asked}' did not happen in ${folder}${unmetText(question, contentOf(journal, question))}`;
}

/** What a journal has beside the question: read once more, only if nothing fits. */
function contentOf(journal: ReportedJournal, question: EntryQuestion): RunContent {
  const typesOf = new Map<string, Set<string>>();
  const values = new Set<number>();
  const any = { ...question, state: null };
  for (const line of journal.lines()) {
    const [, type] = /"type":"([^"]+)"/.exec(line) ?? [];
    const [, subject] = /"subject":"([^"]+)"/.exec(line) ?? [];
    if (type === undefined || subject === undefined) continue;
    const types = typesOf.get(subject);
    if (types === undefined) typesOf.set(subject, new Set([type]));
    else types.add(type);
    if (question.state === null || !question.types.has(type)) continue;
    const entry = readJournalLine(line);
    if (entry === null || !isAsked(any, entry)) continue;
    for (const value of valuesSet(entry, question.state.unit)) values.add(value);
  }
  return { typesOf, values: [...values] };
}

function usage(message: string): Stop {
  return new Stop(exitCode.usage, message);
}

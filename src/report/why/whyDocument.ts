/**
 * `svcsim why ... --json`: a journal entry, how it was decided, the chain of causes back to its root, and what the
 * decision leaned on.
 */
import { isoFromInstant } from '../../engine/time.ts';
import type { FactData } from '../../platform/facts.ts';
import { type Root, rootOf } from '../../platform/root.ts';
import { isAssumptionName } from '../../rules/assumptions.ts';
import { decisionOf, expansionLines } from '../explain/expansionText.ts';
import { wordsOf } from '../explain/words.ts';
import type { PageEntry } from '../picture/picture.ts';
import { entrySentence } from './entrySentence.ts';
import { type LinkPart, linkParts } from './linkParts.ts';
import { scaleFormula } from './scaleFormula.ts';

export interface WhyDocument {
  readonly schema: 'svcsim/why/1';
  readonly question: string;
  readonly entry: WhyEntry;
  /** Other entries that the question fits, by their numbers, at most 100; and how many there are. */
  readonly others: readonly number[];
  readonly othersCount: number;
  /** How it was decided, in numbers: one line a step; empty where nothing was computed. */
  readonly formula: readonly string[];
  /** The causes, the nearest first. */
  readonly chain: readonly WhyLink[];
  /** What the chain begins with; null: the journal lacks an entry of it. */
  readonly root: Root | null;
  readonly rules: readonly { readonly id: string; readonly statement: string }[];
  readonly assumptions: readonly { readonly name: string; readonly value: string; readonly statement: string }[];
}

/** A journal entry as a sentence. */
export interface WhyEntry {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly subject: string;
  readonly sentence: string;
  readonly data: { readonly [key: string]: unknown };
}

/** A cause, and what made up the time from it to the entry that it led to. */
export interface WhyLink extends WhyEntry {
  readonly ms: number;
  readonly parts: readonly LinkPart[];
}

/** What is known of the run that a question is about. */
export interface WhySource {
  readonly question: string;
  readonly entry: PageEntry;
  /** All that it follows from, the nearest first. */
  readonly causes: readonly PageEntry[];
  readonly others: readonly number[];
  /** Assumptions of the run as a scenario writes their values; those absent are at their default. */
  readonly written: ReadonlyMap<string, unknown>;
}

const othersMax = 100;

export function whyDocument({ question, entry, causes, others, written }: WhySource): WhyDocument {
  const last = causes.at(-1) ?? entry;
  const ids = [...entry.rules, ...entry.assumptions];
  const words = wordsOf([entry], written);
  return {
    schema: 'svcsim/why/1',
    question,
    entry: told(entry),
    others: others.slice(0, othersMax),
    othersCount: others.length,
    formula: formulaOf(entry, causes),
    chain: causes.map((cause, index) => linkTo(cause, causes[index - 1] ?? entry)),
    root: rootOf(last),
    rules: ids.flatMap((id) => (isAssumptionName(id) ? [] : [{ id, statement: words[id]?.statement ?? '' }])),
    assumptions: ids.flatMap((name) => {
      const word = words[name];
      if (!isAssumptionName(name) || word === undefined) return [];
      return [{ name, value: word.value ?? '', statement: word.statement }];
    }),
  };
}

function told(entry: PageEntry): WhyEntry {
  const { seq, at, type, subject, data } = entry;
  return { seq, at: isoFromInstant(at), type, subject, sentence: entrySentence(entry), data };
}

function linkTo(cause: PageEntry, effect: PageEntry): WhyLink {
  const ms = effect.at - cause.at;
  return { ...told(cause), ms, parts: linkParts(effect, cause) ?? [] };
}

function formulaOf(entry: PageEntry, causes: readonly PageEntry[]): readonly string[] {
  if (entry.type === 'deployment.scaled') return scaleFormula(entry.data as Readonly<FactData['deployment.scaled']>);
  const known = new Map([entry, ...causes].map((one) => [one.seq, { ...one, chain: [] as readonly number[] }]));
  const decision = decisionOf({ ...entry, chain: causes.map(({ seq }) => seq) }, known);
  return decision === null
    ? []
    : expansionLines(decision)
        .slice(1)
        .map((line) => line.trim());
}

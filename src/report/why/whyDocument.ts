/**
 * `svcsim why ... --json`: a journal entry, how it was decided, the chain of causes back to its root, and what the
 * decision leaned on. The report page shows the same.
 */
import { isoFromInstant } from '../../engine/time.ts';
import type { FactData } from '../../platform/facts.ts';
import { type Root, rootOf } from '../../platform/root.ts';
import { expansionLines } from '../explain/expansionText.ts';
import type { PageEntry, PageRule } from '../picture/picture.ts';
import { callFormula } from './callFormula.ts';
import { entrySentence } from './entrySentence.ts';
import { type LinkPart, linkParts } from './linkParts.ts';
import { type OtherReading, otherReadings } from './otherReadings.ts';
import { ruleInCase } from './ruleInCase.ts';
import { heldText, type ScaledData, scaleFormula } from './scaleFormula.ts';
import { evictionFormula, exitFormula } from './troubleFormula.ts';

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
  /** What the chain begins with; null: an entry of it is missing. */
  readonly root: Root | null;
  /** The entry that is missing, by its number: it led to the last one of the chain. null: none is missing. */
  readonly missing: number | null;
  readonly rules: readonly WhyRule[];
  readonly assumptions: readonly WhyAssumption[];
}

/** A rule that decided. */
export interface WhyRule {
  readonly id: string;
  readonly statement: string;
  /** What the rule means for this entry, where its statement only says which values a field has; null: nothing more. */
  readonly here: string | null;
}

/** An assumption that a decision leaned on, and what its other values would have made of it. */
export interface WhyAssumption {
  readonly name: string;
  readonly value: string;
  readonly statement: string;
  readonly others: readonly OtherReading[];
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
  /** The rules and assumptions that the entry and its causes cite; those without words are left out. */
  readonly words: { readonly [id: string]: PageRule };
}

const othersMax = 100;

export function whyDocument({ question, entry, causes, others, words }: WhySource): WhyDocument {
  const last = causes.at(-1) ?? entry;
  const root = rootOf(last);
  const decision = decidedBy(entry, causes);
  const ids = [...new Set([entry, decision].flatMap(({ rules, assumptions }) => [...rules, ...assumptions]))];
  const known = ids.flatMap((id) => {
    const word = words[id];
    return word === undefined ? [] : [{ id, ...word }];
  });
  const values = new Map(known.flatMap(({ id, value }) => (value === null ? [] : [[id, value] as const])));
  return {
    schema: 'svcsim/why/1',
    question,
    entry: told(entry),
    others: others.slice(0, othersMax),
    othersCount: others.length,
    formula: [...formulaOf(entry, decision, values), ...heldLines(entry, values.get('hpa.down.window'))],
    chain: causes.map((cause, index) => linkTo(cause, causes[index - 1] ?? entry)),
    root,
    missing: root === null ? last.cause : null,
    rules: known.flatMap(({ id, kind, statement }) =>
      kind === 'rule' ? [{ id, statement, here: ruleInCase(id, decision) ?? ruleInCase(id, entry) }] : [],
    ),
    assumptions: known.flatMap(({ id, value, statement, others: otherValues }) =>
      value === null
        ? []
        : [{ name: id, value, statement, others: otherReadings({ decision, name: id, values, otherValues }) }],
    ),
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

/** Entries that only complete what their cause has decided. */
const completions: { readonly [type: string]: readonly string[] | undefined } = {
  'volume.expanded': ['expansion.accepted'],
  'replica.gone': ['replica.terminating', 'replica.evicted', 'replica.lost'],
  'replica.restarted': ['replica.exited'],
};

/** The entry whose rules and numbers decided: the entry itself, or its cause where it only completes that. */
function decidedBy(entry: PageEntry, [cause]: readonly PageEntry[]): PageEntry {
  return cause !== undefined && completions[entry.type]?.includes(cause.type) === true ? cause : entry;
}

/** How long the scale-down window had held up a count that falls; none of other entries. */
function heldLines({ type, data }: PageEntry, window: string | undefined): readonly string[] {
  const text = type === 'deployment.scaled' && window !== undefined ? heldText(data as ScaledData, window) : null;
  return text === null ? [] : [text];
}

function formulaOf(entry: PageEntry, decision: PageEntry, values: ReadonlyMap<string, string>): readonly string[] {
  if (entry.type === 'deployment.scaled') return scaleFormula(entry.data as ScaledData, entry.at);
  if (entry.type === 'call.ended') return callFormula(entry.data as Readonly<FactData['call.ended']>);
  if (decision.type === 'replica.exited')
    return exitFormula(decision.data as Readonly<FactData['replica.exited']>, decision.at, values);
  if (decision.type === 'replica.evicted')
    return evictionFormula(decision.data as Readonly<FactData['replica.evicted']>);
  if (!decision.type.startsWith('expansion.')) return [];
  // The lines of `explain` are a table: its first column is a name.
  return expansionLines({ ...decision, chain: [] })
    .slice(1)
    .map((line) => line.trim().replace(/ {2,}/, ': '));
}

/**
 * The answer of a search for a break-even in words: where the condition changes, how surely, and what else was seen.
 */
import { countOf } from '../words/format.ts';
import type { FindDocument, TriedValue } from './findDocument.ts';
import { percentText } from './sentence.ts';

/** One sentence with the answer, others with how it was found and what stands in its way. */
export function findSentence(document: FindDocument): string {
  const sentences = [answerOf(document), ...monotoneOf(document), ...troubleOf(document), basisOf(document)];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function answerOf(document: FindDocument): string {
  const { answer, path, until, probability, chance, values } = document;
  const often = chance === 'none' ? '' : ` in at least ${percentText(probability)} of runs`;
  const { holding, failing } = nearest(document);
  const [low, high] = [values.at(0), values.at(-1)];
  const range = `${path}=${low?.text} and ${high?.text}`;
  if (answer === 'none' && low !== undefined) {
    const rarely = chance === 'none' ? 'does not hold' : `holds in fewer than ${percentText(probability)} of runs`;
    const does = low.verdict === 'holds' ? `holds${often}` : rarely;
    const inner = values.slice(1, -1).filter(({ verdict }) => verdict === low.verdict).length;
    const others = inner === 0 || inner < values.length - 2 ? '' : ` and at ${countOf(inner, 'value')} between them`;
    return `There is no break-even between ${range}: ${until} ${does} at both ends${others}.`;
  }
  if (holding === undefined || failing === undefined) return `It is undecided where ${until} changes between ${range}.`;
  const isBegin = failing.value < holding.value;
  if (answer === 'found')
    return `${until} holds${often} ${isBegin ? `from ${path}=${holding.text} on` : `up to ${path}=${holding.text}`}${seenText(holding)}; at ${failing.text} it does not${seenText(failing)}.`;
  const [from, until2] = isBegin ? [failing, holding] : [holding, failing];
  return `${until} ${isBegin ? 'begins' : 'ceases'} to hold${often} between ${path}=${from.text} and ${until2.text}; where exactly, the runs do not decide.`;
}

/** The values at both sides of the break-even. */
function nearest({ values, low, high }: FindDocument): {
  readonly holding?: TriedValue;
  readonly failing?: TriedValue;
} {
  const beside = values.filter(({ value }) => low !== null && high !== null && (value === low || value === high));
  const holding = beside.find(({ verdict }) => verdict === 'holds');
  const failing = beside.find(({ verdict }) => verdict === 'does not hold');
  return { ...(holding && { holding }), ...(failing && { failing }) };
}

/** In how many runs it held: ` (31 of 45)`; nothing for an exact value. */
function seenText({ isExact, held, runs }: TriedValue): string {
  return isExact ? '' : ` (${held} of ${runs})`;
}

/** What was seen of a condition that changes its side more than once. */
function monotoneOf({ isMonotone, values, answer }: FindDocument): string[] {
  if (isMonotone) return [];
  const groups: { readonly verdict: string; readonly texts: string[] }[] = [];
  for (const { verdict, text } of values) {
    if (verdict !== 'holds' && verdict !== 'does not hold') continue;
    const last = groups.at(-1);
    if (last?.verdict === verdict) last.texts.push(text);
    else groups.push({ verdict, texts: [text] });
  }
  const parts = groups.map(({ verdict, texts }) => {
    const [first, last] = [texts.at(0), texts.at(-1)];
    return `${verdict} at ${first === last ? first : `${first} to ${last}`}`;
  });
  const which = answer === 'none' ? '' : ' The answer is about the first change from the low end.';
  return [`The condition changes more than once: of the values tried, it ${parts.join(', ')}.${which}`];
}

/** Values that could not be decided, cannot be run, or failed. */
function troubleOf({ values, measure, answer }: FindDocument): string[] {
  const refused = values.filter(({ verdict }) => verdict === 'refused');
  const unmeasured = values.filter(({ verdict, runs }) => verdict === 'undecided' && runs === 0);
  const open = values.filter(({ verdict, runs }) => verdict === 'undecided' && runs > 0);
  const sentences = refused.map(({ text, refused: why }) => {
    const rule = why?.rule == null ? '' : `${why.rule}: `;
    return `${text} cannot be run: ${rule}${why?.message ?? ''}.`;
  });
  if (unmeasured.length > 0) sentences.push(`No run has a value of ${measure} at ${listed(unmeasured)}.`);
  if (open.length > 0 && answer !== 'found')
    sentences.push(
      `${countOf(Math.max(...open.map(({ runs }) => runs)), 'run')} of each do not decide ${open.map((one) => `${one.text} (held in ${one.held})`).join(', ')}: give more --runs, a greater --within, or another --probability.`,
    );
  const failed = values.flatMap((one) => one.failed ?? []).length;
  if (failed > 0) sentences.push(`${countOf(failed, 'run')} failed and ${failed === 1 ? 'is' : 'are'} left out.`);
  return sentences;
}

function listed(values: readonly TriedValue[]): string {
  return values.map(({ text }) => text).join(', ');
}

function basisOf({ chance, runs, values, confidence }: FindDocument): string {
  const tried = countOf(values.length, 'value');
  if (chance === 'none') return runs === 0 ? '' : `Nothing in these runs is random: ${tried} tried, one run each.`;
  return `${tried} tried in ${countOf(runs, 'run')}, with ${percentText(confidence)} confidence in all verdicts together.`;
}

/**
 * A pattern as steps that are walked all at once (after Ken Thompson), instead of one way after another.
 */

/** What a pattern is made of; `most` is null where there is no end to it. */
export type Node =
  | { readonly what: 'letter'; readonly takes: (letter: string) => boolean }
  | { readonly what: 'start' | 'end' }
  | { readonly what: 'row' | 'choice'; readonly of: readonly Node[] }
  | { readonly what: 'times'; readonly of: Node; readonly least: number; readonly most: number | null };

/** What may come next: a letter that is taken, an edge of the text, either of two ways, or the end. */
type Step =
  | { readonly what: 'letter'; readonly takes: (letter: string) => boolean; readonly next: number }
  | { readonly what: 'start' | 'end'; readonly next: number }
  | { readonly what: 'fork'; readonly next: number; other: number }
  | { readonly what: 'found' };

/** A pattern made ready to be asked. */
export interface Machine {
  /** The first is the end; all others lead to others. */
  readonly steps: readonly Step[];
  readonly first: number;
}

/** The steps that a pattern stands for. */
export function machineOf(node: Node): Machine {
  const steps: Step[] = [{ what: 'found' }];
  return { first: add(steps, node, 0), steps };
}

/**
 * Whether a text matches, the whole of it or any part: all ways are walked at once, a letter at a time, so that the time is that of the text times that of the pattern.
 */
export function matches({ steps, first }: Machine, text: string, isWhole: boolean): boolean {
  const letters = [...text];
  let ways: readonly number[] = [];
  for (let at = 0; at <= letters.length; at++) {
    const begun = at === 0 || !isWhole ? [...ways, first] : ways;
    const reached = reach(steps, begun, at === 0, at === letters.length);
    if (reached.has(0) && (!isWhole || at === letters.length)) return true;
    ways = takeLetter(steps, reached, letters[at]);
  }
  return false;
}

/** All steps that are reached without a letter. */
function reach(steps: readonly Step[], from: readonly number[], isStart: boolean, isEnd: boolean): ReadonlySet<number> {
  const reached = new Set<number>();
  const open = [...from];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (reached.has(index)) continue;
    reached.add(index);
    const step = steps[index]!;
    if (step.what === 'fork') open.push(step.next, step.other);
    if ((step.what === 'start' && isStart) || (step.what === 'end' && isEnd)) open.push(step.next);
  }
  return reached;
}

function takeLetter(steps: readonly Step[], reached: ReadonlySet<number>, letter: string | undefined): number[] {
  const ways: number[] = [];
  for (const index of reached) {
    const step = steps[index]!;
    if (step.what === 'letter' && letter !== undefined && step.takes(letter)) ways.push(step.next);
  }
  return ways;
}

/** Adds the steps of a part that goes on at `next`; where it begins. */
function add(steps: Step[], node: Node, next: number): number {
  switch (node.what) {
    case 'row':
      return node.of.reduceRight((after, one) => add(steps, one, after), next);
    case 'choice':
      return node.of
        .map((one) => add(steps, one, next))
        .reduceRight((other, way) => steps.push({ what: 'fork', next: way, other }) - 1);
    case 'times':
      return addTimes(steps, node, next);
    case 'letter':
      return steps.push({ what: 'letter', takes: node.takes, next }) - 1;
    default:
      return steps.push({ what: node.what, next }) - 1;
  }
}

function addTimes(steps: Step[], { of, least, most }: Extract<Node, { what: 'times' }>, next: number): number {
  let first = next;
  if (most === null) {
    const loop = { what: 'fork' as const, next, other: next };
    first = steps.push(loop) - 1;
    loop.other = add(steps, of, first);
  } else {
    for (let count = least; count < most; count++)
      first = steps.push({ what: 'fork', next, other: add(steps, of, first) }) - 1;
  }
  for (let count = 0; count < least; count++) first = add(steps, of, first);
  return first;
}

/** How many steps a pattern becomes, at most. */
export function sizeOf(node: Node): number {
  if (node.what === 'row' || node.what === 'choice')
    return node.of.reduce((sum, one) => sum + sizeOf(one), node.of.length);
  return node.what === 'times' ? (sizeOf(node.of) + 1) * Math.max(1, node.least + 1, node.most ?? 0) : 1;
}

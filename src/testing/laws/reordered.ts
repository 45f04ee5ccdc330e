/** A scenario in another order that means the same. */
import { instantFromIso } from '../../engine/time.ts';
import { parseDuration } from '../../rules/duration.ts';
import type { ScenarioDocument, StepDocument } from '../document.ts';

/**
 * The same scenario with its resources in reverse order, the keys of every map too, and the timeline so that entries of
 * one instant keep their order.
 */
export function reordered(document: ScenarioDocument): ScenarioDocument {
  const { resources, timeline, ...rest } = document;
  const mixed = {
    ...rest,
    resources: [...resources].reverse(),
    timeline: reorderedSteps(timeline, instantFromIso(document.start)),
  };
  return keysReversed(mixed) as ScenarioDocument;
}

function keysReversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keysReversed);
  if (typeof value !== 'object' || value === null) return value;
  const reversed = Object.entries(value).reverse();
  return Object.fromEntries(reversed.map(([key, inner]) => [key, keysReversed(inner)]));
}

/** Unchanged if an entry has an instant that is neither a time since the start nor ISO 8601. */
function reorderedSteps(
  timeline: readonly StepDocument[],
  start: ReturnType<typeof instantFromIso>,
): readonly StepDocument[] {
  const groups = new Map<number, StepDocument[]>();
  for (const step of timeline) {
    const key = keyOf(step, start);
    if (key === null) return timeline;
    groups.set(key, [...(groups.get(key) ?? []), step]);
  }
  return [...groups.values()].reverse().flat();
}

/** The instant of an entry; null if it cannot be read here. */
function keyOf({ at }: StepDocument, start: ReturnType<typeof instantFromIso>): number | null {
  if (typeof at !== 'string' || typeof start !== 'number') return null;
  const after = at.startsWith('+') ? parseDuration(at.slice(1)) : null;
  if (after !== null) return start + after;
  const instant = instantFromIso(at);
  return typeof instant === 'number' ? instant : null;
}

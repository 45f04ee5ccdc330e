/** The state of a run as lines, and what differs between two states. */
import { instantFromIso } from '../../engine/time.ts';
import { exactInstantText } from '../words/format.ts';
import type { StatePart, StateValue } from './state.ts';

/** One value that differs; null on a side on which the object, or the value, does not exist. */
export interface StateChange {
  readonly key: string;
  /** null: the whole object came or went. */
  readonly name: string | null;
  readonly before: StateValue;
  readonly after: StateValue;
}

/** `shop/web@aws-us-east-1/7: phase running, ready yes, ready since 1 Nov 00:30:04, version 2, by #812`. */
export function partText({ key, values }: StatePart): string {
  const told = Object.entries(values).map(([name, value]) => `${wordsFromName(name)} ${valueText(name, value)}`);
  return `${key}: ${told.join(', ')}`;
}

/** The differences, in the order of the later state; objects that went come last. */
export function stateChanges(before: readonly StatePart[], after: readonly StatePart[]): readonly StateChange[] {
  const old = new Map(before.map(({ key, values }) => [key, values]));
  const kept = new Set(after.map(({ key }) => key));
  const changes = after.flatMap(({ key, values }): StateChange[] => {
    const was = old.get(key);
    if (was === undefined) return [{ key, name: null, before: null, after: true }];
    const names = [...new Set([...Object.keys(was), ...Object.keys(values)])];
    return names.flatMap((name) => {
      const [one, other] = [was[name] ?? null, values[name] ?? null];
      return one === other ? [] : [{ key, name, before: one, after: other }];
    });
  });
  const gone = before.filter(({ key }) => !kept.has(key));
  return [...changes, ...gone.map(({ key }) => ({ key, name: null, before: true, after: null }))];
}

/** A line for each object: `shop/web@aws-us-east-1: desired 2 -> 4, ready 2 -> 3`, `shop/web@aws-us-east-1/7: gone`. */
export function changeTexts(changes: readonly StateChange[]): readonly string[] {
  const byKey = new Map<string, string[]>();
  for (const change of changes) {
    const told = byKey.get(change.key) ?? [];
    told.push(changeText(change));
    byKey.set(change.key, told);
  }
  return [...byKey].map(([key, told]) => `${key}: ${told.join(', ')}`);
}

function changeText({ name, before, after }: StateChange): string {
  if (name === null) return after === null ? 'gone' : 'new';
  return `${wordsFromName(name)} ${valueText(name, before)} -> ${valueText(name, after)}`;
}

/** `readySinceAt` -> `ready since`, `capacityGB` -> `capacity GB`, `expansions24h` -> `expansions 24h`. */
function wordsFromName(name: string): string {
  return name
    .replace(/At$/, '')
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replace(/\b[A-Z][a-z]/g, (start) => start.toLowerCase());
}

function valueText(name: string, value: StateValue): string {
  if (value === null) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string' || !name.endsWith('At')) return String(value);
  const at = instantFromIso(value);
  return typeof at === 'number' ? exactInstantText(at) : value;
}

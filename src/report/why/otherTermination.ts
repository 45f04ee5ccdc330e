/**
 * When a replica would have been gone with another value of an assumption.
 */
import { parseDuration } from '../../rules/duration.ts';
import type { PageEntry } from '../picture/picture.ts';
import { exactInstantText } from '../words/format.ts';
import type { Assumed } from './assumed.ts';

/**
 * Only where the grace period surely did not end first: the entries do not say how long it is, but half of it was the
 * wait for the stop signal (`termination.preStop`), unless a preStop hook took its place.
 */
export function goneWith({ at, data }: PageEntry, { name, present, value }: Assumed): string | null {
  const { signalAt, goneAt, ownHook } = data;
  if (ownHook === true) return null;
  if (typeof signalAt !== 'number' || typeof goneAt !== 'number') return null;
  const [wait, stop] = [signalAt - at, goneAt - signalAt];
  const grace = 2 * wait;
  if (goneAt - at >= grace) return null;
  const told = (gone: number): string => `gone at ${exactInstantText(gone)} instead of ${exactInstantText(goneAt)}`;
  if (name === 'termination.preStop' && present === 'grace/2') return value === 'none' ? told(at + stop) : null;
  if (name !== 'replica.stop.duration' || parseDuration(present) !== stop) return null;
  const other = parseDuration(value);
  return other === null || other + wait > grace ? null : told(signalAt + other);
}

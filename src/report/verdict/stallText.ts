/** A rollout that makes no progress, in words. */
import type { Lack } from '../../platform/facts.ts';
import type { Stall } from '../fold/rolloutChronicle.ts';
import { countOf, countText } from '../words/format.ts';

const lackWords: Readonly<Record<Lack, string>> = {
  start: 'not started yet',
  image: 'its image cannot be pulled',
  restart: 'exited, and not started again yet',
  readinessProbe: 'its readiness probe has not succeeded',
  port: 'its port is not open',
  running: 'its application does not answer',
  node: 'its node is silent',
  minReadySeconds: 'not ready for minReadySeconds yet',
};

/** Named by name; the rest by number. */
const namesMax = 3;

/**
 * What a stall waits for, and how many there were.
 *
 * `the rollout of version 2 made no progress, 2 times: it waits for web-2-1 (its readiness probe has not succeeded); 1
 * later rollout made none either`
 *
 * @param counts how often this rollout stalled, and how many rollouts of the deployment did, this one included
 */
export function stallText(
  { version, waitsFor }: Stall,
  { times, rollouts }: { readonly times: number; readonly rollouts: number },
): string {
  const named = waitsFor.slice(0, namesMax).map(({ replica, lacks }) => `${replica} (${lackWords[lacks]})`);
  const rest = waitsFor.length - named.length;
  if (rest > 0) named.push(`${countText(rest)} more`);
  const last = named.pop();
  const list = named.length === 0 ? last : `${named.join(', ')} and ${last}`;
  const waits = last === undefined ? '' : `: it waits for ${list}`;
  const often = times > 1 ? `, ${countText(times)} times` : '';
  const others = rollouts - 1;
  const later = others > 0 ? `; ${countOf(others, 'later rollout')} made none either` : '';
  return `the rollout of version ${version} made no progress${often}${waits}${later}`;
}

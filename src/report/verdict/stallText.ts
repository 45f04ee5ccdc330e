/** The message of a stalled rollout. */
import type { Lack } from '../../platform/facts.ts';
import type { Stall } from '../fold/rolloutChronicle.ts';
import { countOf, countText } from '../words/format.ts';

const lackWords: Readonly<Record<Lack, string>> = {
  start: 'not started yet',
  image: 'image pull failed',
  restart: 'exited and not restarted yet',
  readinessProbe: 'readiness probe has not succeeded',
  port: 'port not open',
  running: 'application does not answer',
  node: 'node does not respond',
  minReadySeconds: 'not ready for minReadySeconds yet',
};

/** Most replicas that the message names; it counts the others. */
const namesMax = 3;

/**
 * Says what a stalled rollout waits for, and how many stalls there were.
 *
 * `the rollout of version 2 stalled 2 times: it waits for web-2-1 (readiness probe has not succeeded); 1 later rollout
 * stalled too`
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
  const often = times > 1 ? ` ${countText(times)} times` : '';
  const others = rollouts - 1;
  const later = others > 0 ? `; ${countOf(others, 'later rollout')} stalled too` : '';
  return `the rollout of version ${version} stalled${often}${waits}${later}`;
}

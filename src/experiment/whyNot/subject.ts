/** What a question of `why-not` is about: the deployment or the volume in the world of a run. */

import type { Deployment } from '../../platform/workload/deployment.ts';
import type { Entity, VolumeEntity, World } from '../../platform/world.ts';
import { nearest } from '../../rules/units.ts';
import type { Wanted, WantedOf } from './wanted.ts';

export type WhyNotSubject = Deployment | VolumeEntity;

/** Names as a question has them: `shop/api@aws-us-east-1`, and `/0` after it for a volume. */
export function subjectText(subject: Pick<WhyNotSubject, 'subject'>): string {
  return subject.subject.name.replace(/\/(?:workload|volumeset)\//, '/');
}

/** Finds what is asked about; a text says why there is no such thing, or that there are several. */
export function subjectOfWanted(world: World, wanted: Wanted, of: WantedOf): WhyNotSubject | string {
  const kind = isAboutVolume(wanted) ? 'volume' : 'deployment';
  const all = world.entities.filter((entity): entity is WhyNotSubject => entity.kind === kind);
  const fitting = all.filter((entity) => fits(of, entity));
  const [first, second] = fitting;
  if (first === undefined) return missingText(wanted, of, all);
  if (second === undefined) return first;
  const names = fitting.map(subjectText);
  return `${of.gvc}/${of.name} is ${fitting.length} ${kind === 'volume' ? 'volumes' : 'deployments'}; name one of them: ${names.slice(0, 6).join(', ')}${names.length > 6 ? ' ...' : ''}`;
}

export function isAboutVolume(wanted: Wanted): boolean {
  return wanted.kind === 'capacity' || (wanted.kind === 'event' && !wanted.type.startsWith('execution.'));
}

/** The same subject in the world of another run. */
export function sameSubject(world: World, { kind, subject }: WhyNotSubject): WhyNotSubject | null {
  const found = world.entities.findLast((entity) => entity.kind === kind && entity.subject.name === subject.name);
  return found === undefined || found.kind === 'volumeset' ? null : found;
}

function fits({ gvc, name, location, part }: WantedOf, entity: WhyNotSubject): boolean {
  const { owner, own, place, ordinal } = partsOf(entity);
  if (owner !== gvc || own !== name || (location !== null && location !== place)) return false;
  if (part !== null && part !== ordinal) return false;
  // What is deleted stays in the world as its record.
  return entity.kind === 'volume' ? entity.volume.lifecycle !== 'deleted' : entity.closed !== 'deleting';
}

function partsOf({ subject }: Entity): {
  readonly owner: string;
  readonly own: string;
  readonly place: string | null;
  readonly ordinal: string | null;
} {
  const [, owner = '', own = '', place = null, ordinal = null] =
    /^([^/@]+)\/[^/@]+\/([^/@]+)(?:@([^/]+))?(?:\/(.+))?$/.exec(subject.name) ?? [];
  return { owner, own, place, ordinal };
}

function missingText(wanted: Wanted, of: WantedOf, all: readonly WhyNotSubject[]): string {
  const asked = `${of.gvc}/${of.name}${of.location === null ? '' : `@${of.location}`}${of.part === null ? '' : `/${of.part}`}`;
  const what = isAboutVolume(wanted) ? 'volume' : 'workload';
  const names = [...new Set(all.flatMap((entity) => [shortName(entity), subjectText(entity)]))];
  const guess = nearest(asked, names);
  const known = names.filter((name) => !name.includes('@'));
  const hint = guess === null ? `there are: ${known.slice(0, 8).join(', ') || 'none'}` : `did you mean '${guess}'?`;
  return `there is no ${what} ${asked} at that instant; ${hint}`;
}

function shortName(entity: WhyNotSubject): string {
  const { owner, own } = partsOf(entity);
  return `${owner}/${own}`;
}

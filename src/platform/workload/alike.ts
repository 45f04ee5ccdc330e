/**
 * Whether two deployments of one workload are in the same state, so that the same will happen in both.
 *
 * All fields are compared but those that say which one it is, its own handles, and the numbers of journal entries, on
 * which nothing depends but other entries. So a new field is compared without being listed here.
 */
import type { Deployment } from './deployment.ts';
import type { Replica } from './replica.ts';

/** What belongs to one deployment, whatever the state of both. */
export const ownFields = [
  'kind',
  'handle',
  'subject',
  'workload',
  'gvc',
  'name',
  'location',
  'replicas',
  'series',
  'reservation',
  'balancer',
] as const satisfies readonly (keyof Deployment)[];

/** Numbers of journal entries. */
const entryNumbers = [
  'cause',
  'metCause',
  'movedBy',
  'awaitedBy',
  'switchedBy',
  'progressBy',
  'jumpedBy',
] as const satisfies readonly (keyof Deployment | keyof Replica | 'progressBy')[];

/** The fields of records that all have the same ones. */
class Compared {
  private readonly but: ReadonlySet<string>;
  /** Found once: to look for the names in every record takes longer than to compare them. */
  private names: readonly string[] | null = null;

  constructor(but: readonly string[]) {
    this.but = new Set(but);
  }

  areSame(one: object, other: object): boolean {
    this.names ??= Object.keys(one).filter((name) => !this.but.has(name));
    for (const name of this.names) {
      const [value, like] = [one[name as keyof object], other[name as keyof object]];
      if (value !== like && !isSame(value, like)) return false;
    }
    return true;
  }
}

const ofDeployment = new Compared([...ownFields, ...entryNumbers]);
const ofReplica = new Compared(['handle', 'deployment', 'spans', ...entryNumbers]);
const inside: ReadonlySet<string> = new Set(entryNumbers);

/** Whether two deployments are in the same state, apart from their replicas. */
export function isAlike(one: Deployment, other: Deployment): boolean {
  // First what mostly tells them apart; a flow is shared by those to which the same comes.
  return (
    one.desired === other.desired &&
    one.replicas.length === other.replicas.length &&
    one.inflow.flow === other.inflow.flow &&
    (one.balancer === null) === (other.balancer === null) &&
    isSame(one.reservation?.reserves, other.reservation?.reserves) &&
    ofDeployment.areSame(one, other)
  );
}

/** Whether two replicas of such deployments are in the same state. */
export function areReplicasAlike(one: Replica, other: Replica): boolean {
  return ofReplica.areSame(one, other);
}

/** Of plain data; other objects, such as maps, are the same only if they are one. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one)) return Array.isArray(other) && areListsSame(one, other);
  return isPlain(one) && isPlain(other) && haveSameFields(one, other);
}

function areListsSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i += 1) if (!isSame(one[i], other[i])) return false;
  return true;
}

function haveSameFields(one: object, other: object): boolean {
  let count = 0;
  for (const key in one) {
    count += 1;
    const [value, like] = [one[key as keyof object], other[key as keyof object]];
    if (value !== like && !inside.has(key) && !isSame(value, like)) return false;
  }
  for (const _key in other) count -= 1;
  return count === 0;
}

function isPlain(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}

/**
 * A probe: one request that a user sends by hand and follows on its way.
 */
import type { Reason } from '../../engine/journal.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { RuleId } from '../../rules/register.ts';
import { type Addressed, addressesOf } from '../network/address.ts';
import type { Headers } from '../network/headers.ts';
import type { Resolved } from '../network/resolve.ts';

/** A test request of a scenario or a command. Immutable. */
export interface TestRequest {
  /** `probe 2`: unique among those of a run. */
  readonly name: string;
  readonly target: ProbeTarget;
  /** Path of the URL, with its query. */
  readonly path: string;
  readonly headers: Headers;
  /** The location of the sender; null: none in particular. */
  readonly from: string | null;
  /** The workload whose replica sends it; null: it comes from outside. */
  readonly by: { readonly gvc: string; readonly name: string } | null;
  /** The expected status; null: any. */
  readonly answers: number | null;
}

/** The target: an address as written, or a workload whose address is looked up. */
export type ProbeTarget =
  | { readonly kind: 'host'; readonly host: string }
  | {
      readonly kind: 'workload';
      readonly gvc: string;
      readonly name: string;
      /** null: none in particular. */
      readonly location: string | null;
      /** null: any of them. */
      readonly replica: number | null;
    };

/** Data that a followed call carries; immutable. */
export interface Followed {
  readonly probe: TestRequest;
  /** As the caller wrote it. */
  readonly host: string;
  readonly resolved: Resolved;
}

/** The address names that a caller would look up, by target and by side. */
const wanted = {
  outside: { any: 'canonical', location: 'location', replica: 'replica' },
  inside: { any: 'internal', location: 'internal', replica: 'internalReplica' },
} as const;

/** Why a workload has no such address, and the rule that would give it. */
export interface NoAddress {
  readonly message: string;
  readonly rule: RuleId;
}

/** The rule that would give each kind of address. */
const rules = {
  canonical: 'NET-1',
  location: 'NET-3',
  replica: 'NET-4',
  internal: 'NET-6',
  internalReplica: 'NET-8',
} as const;

/** The rule that would give a caller the address of its target. */
export function ruleOfTarget(
  { location, replica }: Extract<ProbeTarget, { kind: 'workload' }>,
  by: TestRequest['by'],
): RuleId {
  return rules[wantedKind(location, replica, by)];
}

function wantedKind(location: string | null, replica: number | null, by: TestRequest['by']): keyof typeof rules {
  const scope = replica !== null ? 'replica' : location !== null ? 'location' : 'any';
  return wanted[by === null ? 'outside' : 'inside'][scope];
}

/**
 * The host by which a probe reaches a workload. From outside: its canonical host, or that of a location or replica.
 * From inside: its internal host, or that of a replica (NET-1 to NET-8). A cron workload has none (TYPE-8).
 */
export function hostOfTarget(
  workload: Addressed,
  target: Extract<ProbeTarget, { kind: 'workload' }>,
  { from, by }: Pick<TestRequest, 'from' | 'by'>,
  assumptions: Pick<Assumptions, 'address.internalReplica' | 'address.noPort'>,
): string | NoAddress {
  const { location, replica } = target;
  const kind = wantedKind(location, replica, by);
  const place = location ?? from;
  const ordinals = new Map(replica === null || place === null ? [] : [[place, [replica]] as const]);
  const isAnywhere = kind === 'internal' || (location === null && replica === null);
  const found = addressesOf(workload, ordinals, assumptions).find(
    (address) => address.kind === kind && (isAnywhere || address.location === place),
  );
  if (found !== undefined) return found.url.replace(/^https:\/\//, '');
  const name = `${workload.gvc}/${workload.name}`;
  const at = place === null ? '' : ` in ${place}`;
  if (workload.type === 'cron')
    return { message: `${name} has no address${at}: a cron workload serves no traffic`, rule: 'TYPE-8' };
  const rule = rules[kind];
  if (replica !== null)
    return { message: `${name} has no replica-direct address${place === null ? ' without a location' : at}`, rule };
  const why = workload.ports.length === 0 ? 'it exposes no port' : 'its gvc is not in that location';
  return { message: `${name} has no address${at}: ${why}`, rule };
}

/**
 * One step of a call's path: what happened, and the rules and assumptions that decided it. A type alias, so it is a
 * `Value` of the journal.
 */
export type Hop = {
  readonly at: number;
  readonly what: string;
  readonly rules: readonly string[];
  readonly assumptions: readonly string[];
};

export function hopOf(at: number, what: string, { rules, assumptions }: Reason): Hop {
  return { at, what, rules, assumptions };
}

/**
 * A probe: one request that somebody sends by hand and follows on its way.
 */
import type { Reason } from '../../engine/journal.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { RuleId } from '../../rules/register.ts';
import { type Addressed, addressesOf } from '../network/address.ts';
import type { Headers } from '../network/headers.ts';
import type { Resolved } from '../network/resolve.ts';

/** As a scenario or a command asks for it. Immutable. */
export interface TestRequest {
  /** `probe 2`: unique among those of a run. */
  readonly name: string;
  readonly target: ProbeTarget;
  /** Of the URL, with its query. */
  readonly path: string;
  readonly headers: Headers;
  /** The location that it is sent from; null: none in particular. */
  readonly from: string | null;
  /** The workload of whose replicas one sends it; null: it comes from outside. */
  readonly by: { readonly gvc: string; readonly name: string } | null;
  /** The status that is expected; null: any. */
  readonly answers: number | null;
}

/** An address as it stands, or a workload whose address for this purpose is meant. */
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

/** What a followed call carries with it; immutable. */
export interface Followed {
  readonly probe: TestRequest;
  /** As the caller wrote it. */
  readonly host: string;
  readonly resolved: Resolved;
}

/** Names a caller would look up, by what it wants to reach and from where. */
const wanted = {
  outside: { any: 'canonical', location: 'location', replica: 'replica' },
  inside: { any: 'internal', location: 'internal', replica: 'internalReplica' },
} as const;

/** Why a workload cannot be reached so, and the rule that would give the address. */
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

/** The rule by which a caller would have an address of what it wants to reach. */
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
 * The host by which a probe reaches a workload: from outside its canonical one, that of a location, or that of a
 * replica; from inside its internal one, or that of a replica there (NET-1 to NET-8); a cron workload has none
 * (TYPE-8).
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
 * One step of a call's path: what happened, and by which rules and assumptions. A type alias, so that it is a journal's
 * `Value`.
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

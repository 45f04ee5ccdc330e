/**
 * Why a call goes to a location and a replica: the rules that decide it.
 */
import type { Reason } from '../../engine/journal.ts';
import { alsoBecause, because } from '../../rules/reason.ts';
import type { RuleId } from '../../rules/register.ts';
import type { Call } from './call.ts';

/** The rules by which a name identifies one replica. */
const ofReplica = { replica: 'NET-4', internalReplica: 'NET-8', local: 'REPL-4' } as const;
/** The rules by which a name identifies one location. */
const ofLocation = { ...ofReplica, location: 'NET-3', local: 'REPL-3', container: 'NET-9' } as const;

/**
 * Which replicas of a deployment may answer a call: the replica that the call names (NET-4, NET-8, REPL-4). For
 * internal calls: the ready replicas (NET-13), or all that run (TAG-2). Empty if the call comes from outside for any
 * replica.
 */
export function rulesOfReplica(
  { caller, followed }: Pick<Call, 'caller' | 'followed'>,
  publishesNotReady: boolean,
): readonly RuleId[] {
  const rules: RuleId[] = [];
  const kind = followed?.resolved.kind;
  if (caller.ordinal !== null && kind !== undefined && kind in ofReplica)
    rules.push(ofReplica[kind as keyof typeof ofReplica]);
  if (caller.by !== null) rules.push(publishesNotReady ? 'TAG-2' : 'NET-13');
  return rules;
}

const chosen = because([], ['traffic.route.replica']);
const routed = because([], ['traffic.route.location']);

/** Why a call goes to this replica of a location (`rulesOfReplica`, `traffic.route.replica`). */
export function chosenBy(call: Pick<Call, 'caller' | 'followed'>, publishesNotReady: boolean): Reason {
  const { by, ordinal } = call.caller;
  // Nearly all calls come from outside, for any replica.
  if (by === null && ordinal === null) return chosen;
  return because(rulesOfReplica(call, publishesNotReady), ordinal === null ? ['traffic.route.replica'] : []);
}

/** Why a call goes to this location (`ruleOfLocation`, `traffic.route.location`). */
export function routedBy(call: Pick<Call, 'followed'>): Reason {
  const rule = ruleOfLocation(call);
  return rule === null ? routed : because([rule]);
}

const routedAndChosen = alsoBecause(routed, chosen);

/** Why a call goes to this location, and there to this replica. */
export function answeredBy(call: Pick<Call, 'caller' | 'followed'>, publishesNotReady: boolean): Reason {
  const { caller, followed } = call;
  if (caller.by === null && caller.ordinal === null && followed === null) return routedAndChosen;
  return alsoBecause(routedBy(call), chosenBy(call, publishesNotReady));
}

/**
 * The rule that sends a call to a particular location by the requested name (NET-3, NET-4, NET-8, NET-9, REPL-3); null
 * if any location will do.
 */
export function ruleOfLocation({ followed }: Pick<Call, 'followed'>): RuleId | null {
  const kind = followed?.resolved.kind;
  if (followed?.resolved.location == null || kind === undefined || !(kind in ofLocation)) return null;
  return ofLocation[kind as keyof typeof ofLocation];
}

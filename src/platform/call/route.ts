/**
 * Which rules say who may answer a call.
 */
import type { RuleId } from '../rules/register.ts';
import type { Call } from './call.ts';

/** The rule that lets a name stand for one replica. */
const ofReplica = { replica: 'NET-4', internalReplica: 'NET-8', local: 'REPL-4' } as const;
/** The rule that lets a name stand for one location. */
const ofLocation = { ...ofReplica, location: 'NET-3', local: 'REPL-3' } as const;

/**
 * Who of a deployment may answer a call: the replica that it names (NET-4, NET-8, REPL-4); asked inside, those that are ready (NET-13), or all that run
 * (TAG-2). None where it asks from outside for any.
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

/** Why a call goes to a location and to no other: the name that was asked for (NET-3, NET-4, NET-8, REPL-3); null where it goes to any. */
export function ruleOfLocation({ followed }: Pick<Call, 'followed'>): RuleId | null {
  const kind = followed?.resolved.kind;
  if (followed?.resolved.location == null || kind === undefined || !(kind in ofLocation)) return null;
  return ofLocation[kind as keyof typeof ofLocation];
}

/**
 * What a scenario writes as the target of a KEDA trigger, and its scaler does not read.
 */
import { type JsonObject, objectAt, type Path, textAt } from '../../platform/api/document/json.ts';
import {
  isKnownScaler,
  isTargetKey,
  scalerTypes,
  type TargetAssumptions,
  targetKeysOf,
  targetOf,
} from '../../platform/autoscaling/triggerTarget.ts';
import { shown } from '../shape/shape.ts';
import type { ScenarioReading } from '../text/reading.ts';

/** A part of a trigger that has no effect, or not the one that was meant. */
export interface TargetTrouble {
  /** Below the trigger. */
  readonly path: Path;
  readonly message: string;
  readonly hint: string | null;
}

/**
 * Numbers that count, and one whose key the scaler does not know; null where the trigger has the target that it states,
 * or that its scaler has without one.
 */
export function targetTrouble(
  trigger: JsonObject,
  assumptions: TargetAssumptions,
  reading: ScenarioReading,
): TargetTrouble | null {
  const type = textAt(trigger, 'type') ?? '';
  const metadata = objectAt(trigger, 'metadata');
  const keys = targetKeysOf(type);
  const { key, targetMilli } = targetOf(trigger, assumptions);
  const at = (one: string): Path => ['metadata', one];
  const outcome = targetMilli === null ? asksForNone : `its target is ${targetMilli / 1_000}`;
  if (key !== null) {
    if (targetMilli === null)
      return {
        path: at(key),
        message: `expected a number above 0, found ${shown(metadata[key])}: ${asksForNone}`,
        hint: null,
      };
    const second = isKnownScaler(type) ? keys.find((one) => one !== key && metadata[one] !== undefined) : undefined;
    if (second === undefined) return null;
    const message = `a trigger has one target, and here it is ${key}: '${second}' is ignored`;
    return { path: at(second), message, hint: 'write one trigger for each target' };
  }
  const own = keys.join(', ');
  const stranger = isKnownScaler(type) ? strangerIn(metadata, keys, reading) : null;
  if (stranger !== null) {
    const reads =
      keys.length === 0
        ? `has a fixed target: '${stranger}' is ignored`
        : `reads its target from ${own}, not from '${stranger}'`;
    return {
      path: at(stranger),
      message: `the scaler '${type}' ${reads}: ${outcome}`,
      hint: keys.length === 0 ? null : `write ${keys[0]}`,
    };
  }
  if (targetMilli !== null) return null;
  const path = trigger.metadata === undefined ? [] : ['metadata'];
  if (isKnownScaler(type))
    return {
      path,
      message: `expected ${keys.join(' or ')} in the metadata of a trigger of type '${type}', found none: ${asksForNone}`,
      hint: null,
    };
  const guess = type === '' ? null : reading.nearest(type, scalerTypes);
  const whose = type === '' ? 'a trigger needs a type' : `svcsim does not know the scaler '${type}'`;
  return {
    path: type === '' ? path : ['type'],
    message: `${whose}, and its metadata has none of the target keys of other scalers: ${asksForNone}`,
    hint: guess === null ? `known keys: ${own}` : `did you mean '${guess}'?`,
  };
}

const asksForNone = 'the trigger never asks for a replica';

/**
 * A key that was probably meant as the target: that of another scaler, one with a slip in it, or one that names a
 * variable of the environment.
 */
function strangerIn(metadata: JsonObject, keys: readonly string[], reading: ScenarioReading): string | null {
  const isMeant = (key: string): boolean =>
    isTargetKey(key) ||
    keys.some((own) => key === `${own}FromEnv`) ||
    (!key.startsWith('activation') && reading.nearest(key, keys) !== null);
  return Object.keys(metadata).find(isMeant) ?? null;
}

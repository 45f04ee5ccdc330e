/**
 * Secrets that a GVC pulls images with (`api.links`).
 */

import { isList, type JsonObject } from '../document/json.ts';
import type { Breach } from '../requests/breach.ts';
import type { ValidationContext } from '../requests/context.ts';
import { linkBreaches } from './links.ts';

/** Each link leads to a secret. */
export function checkPullSecrets({ pullSecretLinks }: JsonObject, context: ValidationContext): readonly Breach[] {
  if (!isList(pullSecretLinks)) return [];
  return pullSecretLinks.flatMap((link, index) =>
    typeof link === 'string'
      ? linkBreaches(link, ['spec', 'pullSecretLinks', index], { kinds: ['secret'] }, context)
      : [],
  );
}

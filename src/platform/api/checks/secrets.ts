/**
 * Secrets that containers mount or read into variables (`secret.missing`).
 */

import { linkOf } from '../document/link.ts';
import { type Breach, breach, doubt } from '../requests/breach.ts';
import { inheritable, secretUses } from '../settings/mounts.ts';
import type { WorkloadSubject } from './subject.ts';

/** Each secret exists; else the workload is refused, or waits for it. */
export function checkSecrets({ spec, context }: WorkloadSubject): readonly Breach[] {
  const missing = context.assumptions['secret.missing'];
  if (missing === 'ignore') return [];
  const gvc = context.gvc === null ? null : context.find(linkOf('gvc', context.gvc, { ...context, gvc: null }));
  const told = new Set<string>();
  return secretUses(spec, inheritable(gvc?.spec ?? {}, context.assumptions)).flatMap(({ name, path }): Breach[] => {
    if (told.has(name) || context.find(linkOf('secret', name, context)) !== null) return [];
    told.add(name);
    const isOfGvc = path.at(-1) === 'inheritEnv';
    const which = isOfGvc ? `the secret ${name}, which a variable of the GVC reads,` : `the secret ${name}`;
    if (missing === 'refuse') return [breach(path, 'secret.missing', `${which} does not exist`, 'BAD_REFERENCE')];
    const message = `${which} does not exist: a deployment that is new is paused until it does`;
    return [{ ...doubt(path, 'secret.missing', message), missing: name }];
  });
}

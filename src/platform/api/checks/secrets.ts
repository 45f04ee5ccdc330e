/**
 * Secrets that containers mount or read into variables (`secret.missing`).
 */

import { textAt } from '../document/json.ts';
import { linkOf } from '../document/link.ts';
import { type Breach, breach, doubt } from '../requests/breach.ts';
import { secretOfText } from '../settings/mounts.ts';
import { placed, type WorkloadSubject } from './subject.ts';

/** Each secret exists; else the workload is refused, or waits for it. */
export function checkSecrets({ containers, context }: WorkloadSubject): readonly Breach[] {
  const missing = context.assumptions['secret.missing'];
  if (missing === 'ignore') return [];
  const told = new Set<string>();
  return containers.flatMap(({ value, path }) => {
    const mounts = placed(value, 'volumes', path).map((one) => ({ ...one, field: 'uri' }));
    const variables = placed(value, 'env', path).map((one) => ({ ...one, field: 'value' }));
    return [...mounts, ...variables].flatMap(({ value: holder, path: at, field }): Breach[] => {
      const name = secretOfText(textAt(holder, field) ?? '');
      if (name === null || told.has(name)) return [];
      if (context.find(linkOf('secret', name, context)) !== null) return [];
      told.add(name);
      if (missing === 'refuse') {
        const message = `the secret ${name} does not exist`;
        return [breach([...at, field], 'secret.missing', message, 'BAD_REFERENCE')];
      }
      const message = `the secret ${name} does not exist: a deployment that is new is paused until it does`;
      return [doubt([...at, field], 'secret.missing', message)];
    });
  });
}

/**
 * Locations of the customer's own: the storage that volumes there stand on (VOL-26, VOL-27, `location.byokStorage`).
 */
import { type Breach, breach, shown } from '../breach.ts';
import type { ValidationContext } from '../context.ts';
import { isList, type JsonObject, objectAt, textAt } from '../json.ts';
import { partsOfName } from '../locations.ts';

const kinds = ['general-purpose-ssd', 'premium-low-latency-ssd'].flatMap((name) => [`${name}-ext4`, `${name}-xfs`]);

/** Storage classes that every BYOK location has. */
export const storageClasses: readonly string[] = [...kinds, ...kinds.map((name) => `${name}-command`)];

/** What a BYOK location says of its storage is enough for volumes; where it says nothing, that there is enough is assumed, or refused. */
export function checkLocation(document: JsonObject, context: ValidationContext): readonly Breach[] {
  const provider = textAt(document, 'provider') ?? partsOfName(textAt(document, 'name') ?? '')?.provider;
  if (provider !== 'byok') return [];
  const spec = objectAt(document, 'spec');
  const isRequired = context.assumptions['location.byokStorage'] === 'required';
  return [...driverBreaches(textAt(spec, 'storageDriver'), isRequired), ...classBreaches(spec, isRequired)];
}

/** Drivers that are part of Kubernetes itself are named `kubernetes.io/...`, and are none of CSI. */
function driverBreaches(driver: string | undefined, isRequired: boolean): readonly Breach[] {
  if (driver === undefined ? !isRequired : driver !== '' && !driver.startsWith('kubernetes.io/')) return [];
  const message = `storageDriver of a BYOK location must be compatible with CSI, such as ebs.csi.aws.com; found ${shown(driver)}`;
  return [breach(['spec', 'storageDriver'], 'VOL-26', message)];
}

function classBreaches({ storageClasses: classes }: JsonObject, isRequired: boolean): readonly Breach[] {
  if (classes === undefined && !isRequired) return [];
  const missing = storageClasses.filter((name) => !isList(classes) || !classes.includes(name));
  if (missing.length === 0) return [];
  const message = `storageClasses of a BYOK location must hold all that volumes need; missing are ${missing.join(', ')}`;
  return [breach(['spec', 'storageClasses'], 'VOL-27', message)];
}

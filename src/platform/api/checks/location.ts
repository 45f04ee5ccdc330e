/**
 * Locations: what they are called by (LOC-5, ENV-5, `location.region`), and the storage that volumes in those of the
 * customer's own stand on (VOL-26, VOL-27, `location.byokStorage`).
 */

import { isList, type Json, type JsonObject, objectAt, textAt } from '../document/json.ts';
import { partsOfName, wholeFields } from '../records/locations.ts';
import { type Breach, breach, shown } from '../requests/breach.ts';
import type { ValidationContext } from '../requests/context.ts';

const kinds = ['general-purpose-ssd', 'premium-low-latency-ssd'].flatMap((name) => [`${name}-ext4`, `${name}-xfs`]);

/** Storage classes that every BYOK location has. */
export const storageClasses: readonly string[] = [...kinds, ...kinds.map((name) => `${name}-command`)];

/**
 * What a location says of its provider and region, or its name in their place, is enough for `SVC_LOCATION`; what a
 * BYOK location says of its storage is enough for volumes. Where it says nothing of that, that there is enough is
 * assumed, or refused.
 */
export function checkLocation(document: JsonObject, context: ValidationContext): readonly Breach[] {
  const name = textAt(document, 'name') ?? '';
  const { provider } = wholeFields(name, context.before?.origin === 'custom', document);
  const placeless = [...providerBreaches(name, provider), ...regionBreaches(name, document, context)];
  if (provider !== 'byok') return placeless;
  const spec = objectAt(document, 'spec');
  const isRequired = context.assumptions['location.byokStorage'] === 'required';
  return [
    ...placeless,
    ...driverBreaches(textAt(spec, 'storageDriver'), isRequired),
    ...classBreaches(spec, isRequired),
  ];
}

function providerBreaches(name: string, provider: Json | undefined): readonly Breach[] {
  if (provider !== undefined) return [];
  const message = `provider is required, because the name ${shown(name)} does not begin with a provider; found nothing`;
  return [breach(['provider'], 'LOC-5', message)];
}

function regionBreaches(
  name: string,
  { region = '' }: JsonObject,
  { assumptions }: ValidationContext,
): readonly Breach[] {
  if (region !== '' || partsOfName(name) !== null || assumptions['location.region'] === 'name') return [];
  const message = `region is required, because the name ${shown(name)} has no region after a provider; found nothing`;
  return [breach(['region'], 'location.region', message)];
}

/** Drivers that are part of Kubernetes itself are named `kubernetes.io/...`, and are none of CSI. */
function driverBreaches(driver: string | undefined, isRequired: boolean): readonly Breach[] {
  if (driver === undefined ? !isRequired : driver !== '' && !driver.startsWith('kubernetes.io/')) return [];
  const message = `storageDriver of a BYOK location must be a CSI driver, such as ebs.csi.aws.com; found ${shown(driver)}`;
  return [breach(['spec', 'storageDriver'], 'VOL-26', message)];
}

function classBreaches({ storageClasses: classes }: JsonObject, isRequired: boolean): readonly Breach[] {
  if (classes === undefined && !isRequired) return [];
  const missing = storageClasses.filter((name) => !isList(classes) || !classes.includes(name));
  if (missing.length === 0) return [];
  const message = `storageClasses of a BYOK location must include all required classes; add ${missing.join(', ')}`;
  return [breach(['spec', 'storageClasses'], 'VOL-27', message)];
}

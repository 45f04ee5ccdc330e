/**
 * Identities: what they give access to, and the workloads that have one (IDN-2 to IDN-8, IDN-10).
 */

import { type JsonObject, objectAt, textAt } from '../document/json.ts';
import type { Kind } from '../records/kinds.ts';
import type { Breach } from '../requests/breach.ts';
import type { ValidationContext } from '../requests/context.ts';
import { linkBreaches } from './links.ts';
import { type Placed, placed, type WorkloadSubject } from './subject.ts';

/** Clouds, each with the account that it is reached by. */
const clouds = ['aws', 'gcp', 'azure', 'ngs'] as const;

/** Lists of what is reached, with the link of each entry and the kind that it leads to. */
const lists: readonly { readonly field: string; readonly link: string; readonly kind: Kind }[] = [
  { field: 'networkResources', link: 'agentLink', kind: 'agent' },
  { field: 'memcacheAccess', link: 'clusterLink', kind: 'memcachecluster' },
  { field: 'spicedbAccess', link: 'clusterLink', kind: 'spicedbcluster' },
];

/** Each link of an identity leads to a record of its kind. */
export function checkIdentity(document: JsonObject, context: ValidationContext): readonly Breach[] {
  const check = ({ value, path }: Placed, field: string, kind: Kind): readonly Breach[] => {
    const link = textAt(value, field);
    return link === undefined ? [] : linkBreaches(link, [...path, field], { kinds: [kind] }, context);
  };
  return [
    ...clouds.flatMap((cloud) =>
      check({ value: objectAt(document, cloud), path: [cloud] }, 'cloudAccountLink', 'cloudaccount'),
    ),
    ...lists.flatMap(({ field, link, kind }) =>
      placed(document, field, []).flatMap((entry) => check(entry, link, kind)),
    ),
  ];
}

/** A workload of any type may have one identity, of its own GVC. */
export function checkIdentityLink({ spec, context }: WorkloadSubject): readonly Breach[] {
  const link = textAt(spec, 'identityLink');
  if (link === undefined || link === '') return [];
  const aim = { kinds: ['identity'], gvc: context.gvc, mayOutlive: false } as const;
  return linkBreaches(link, ['spec', 'identityLink'], aim, context);
}

/**
 * What a workload's firewall says that lets in nobody, not those who were meant, or everybody all the same.
 */

import { isList, isObject } from '../../platform/api/document/json.ts';
import { fullLink } from '../../platform/api/document/link.ts';
import { insideTypes } from '../../platform/call/firewall.ts';
import type { Demand } from '../../platform/traffic/demand.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { manifestGroups } from '../read/manifestGroup.ts';
import { type Names, nearestName } from '../read/names.ts';
import { fieldsBelow, specPaths } from '../read/specPaths.ts';
import { shown } from '../shape/shape.ts';
import type { ScenarioReading } from '../text/reading.ts';
import type { TreeMap } from '../text/tree.ts';

interface Context {
  readonly org: string;
  readonly names: Names;
  readonly assumptions: Pick<Assumptions, 'api.links' | 'firewall.enforce'>;
  readonly demand: readonly Pick<Demand, 'to' | 'caller'>[];
  readonly reading: ScenarioReading;
}

/**
 * Warns of types that there are not, which let in as if none were written, and of links that are no workload of the
 * scenario, where the platform takes them, or will be asked only later (NET-7, `firewall.internal`, `api.links`). Also
 * of an external firewall that is closed although requests come from outside, if nothing enforces it
 * (`firewall.enforce`).
 */
export function warnOfFirewalls(root: TreeMap, { org, names, assumptions, demand, reading }: Context): void {
  const isApplied = manifestGroups(root).some((group) => group.isApplied);
  const isIgnored = assumptions['firewall.enforce'] === 'none';
  const fromOutside = new Set(demand.flatMap(({ to, caller }) => (caller.kind === 'world' ? [to] : [])));
  for (const { workload, path } of specPaths(root))
    for (const { name, path: at, value } of fieldsBelow(root, path)) {
      const isClosed = name === 'inboundAllowCIDR' && isList(value) && value.length === 0;
      if (isClosed && isIgnored && fromOutside.has(workload))
        reading.complain(root, at, {
          code: 'no-effect',
          severity: 'warning',
          rule: 'firewall.enforce',
          message:
            'an empty inboundAllowCIDR has no effect: firewall.enforce is none, so the requests that demand sends from outside are let in',
          hint: 'write assumptions: { firewall.enforce: external } to refuse them',
        });
      if (name === 'inboundAllowType' && !insideTypes.some((type) => type === value)) {
        const guess = typeof value === 'string' ? reading.nearest(value, insideTypes) : null;
        reading.complain(root, at, {
          code: 'unknown-value',
          severity: 'warning',
          rule: 'NET-7',
          message: `expected one of ${insideTypes.join(', ')}, found ${shown(value)}: it has no effect, as if nothing were written`,
          hint: guess === null ? null : `did you mean '${guess}'?`,
        });
      }
      if (name === 'internal' && at.at(-2) === 'firewallConfig' && !isObject(value))
        reading.complain(root, at, {
          code: 'wrong-type',
          severity: 'warning',
          rule: 'NET-7',
          message: `expected a map such as { inboundAllowType: same-gvc }, found ${shown(value)}: it has no effect, as if nothing were written`,
        });
      if (name !== 'inboundAllowWorkload' || !Array.isArray(value)) continue;
      // Of what stands when the run starts the platform itself refuses such links, or one warning names all of them.
      if (path[0] === 'resources' && (assumptions['api.links'] === 'refuseMissing' || isApplied)) continue;
      const [gvc = ''] = workload.split('/');
      for (const [index, link] of value.entries()) {
        const meant = typeof link === 'string' ? linkedName(fullLink(link, { org, gvc }), org) : null;
        if (meant !== null && names.has(meant)) continue;
        const guess = meant === null ? null : nearestName(names, meant, reading);
        reading.complain(root, [...at, index], {
          code: 'unknown-name',
          severity: 'warning',
          rule: 'NET-7',
          message: `expected the link of a workload such as //gvc/shop/workload/web, found ${shown(link)}: this scenario has no such workload`,
          hint: guess === null ? null : `did you mean '//gvc/${guess}'?`,
        });
      }
    }
}

/** `shop/workload/web` of the full link of a workload. */
function linkedName(link: string, org: string): string | null {
  const start = `/org/${org}/gvc/`;
  return link.startsWith(start) && link.split('/').length === 7 ? link.slice(start.length) : null;
}

/**
 * Routes of a domain: each leads a part of its paths to a workload (NET-5).
 */

import { type JsonObject, objectsAt, textAt } from '../document/json.ts';
import { type Breach, breach, doubt } from '../requests/breach.ts';
import type { ValidationContext } from '../requests/context.ts';
import { placed } from './subject.ts';

/** Each prefix is a path and stands once (`domain.route.repeated`), each link names a workload (`api.links`). */
export function checkRoutes(spec: JsonObject, context: ValidationContext): readonly Breach[] {
  const seen = new Set<string>();
  return placed(spec, 'routes', ['spec']).flatMap(({ value, path }) => {
    const breaches: Breach[] = [];
    const prefix = textAt(value, 'prefix') ?? '/';
    if (!prefix.startsWith('/')) {
      breaches.push(
        breach([...path, 'prefix'], 'NET-5', `prefix must be a path that begins with '/'; found ${prefix}`),
      );
    }
    if (seen.has(prefix) && context.assumptions['domain.route.repeated'] === 'refuse') {
      const message = `each prefix of a domain stands once; found ${prefix} again`;
      breaches.push(breach([...path, 'prefix'], 'domain.route.repeated', message));
    }
    seen.add(prefix);
    const link = textAt(value, 'workloadLink');
    return link === undefined ? breaches : [...breaches, ...linkBreaches(link, [...path, 'workloadLink'], context)];
  });
}

function linkBreaches(link: string, at: Breach['path'], context: ValidationContext): readonly Breach[] {
  const target = context.find(link);
  if (target?.kind === 'workload') {
    if (objectsAt(target.spec, 'containers').some((container) => objectsAt(container, 'ports').length > 0)) return [];
    return [doubt(at, 'address.noPort', `${link} exposes no port, so this route adds no endpoint to it`)];
  }
  if (context.assumptions['api.links'] === 'store') return [];
  if (context.alreadyContained(at, link)) return [];
  const message = `${link} is no workload: link to one as //gvc/shop/workload/api`;
  return [breach(at, 'api.links', message, 'BAD_REFERENCE')];
}

/**
 * Reads `principals:`, and the principal of each request of the timeline.
 */

import { type DeclaredPrincipal, linksOfDeclared } from '../../platform/api/access/declared.ts';
import { isObject } from '../../platform/api/document/json.ts';
import { fullLink, nameOfLink } from '../../platform/api/document/link.ts';
import { builtInRecords } from '../../platform/api/records/builtIn.ts';
import type { Declared } from '../../platform/api/requests/context.ts';
import { type ApiRoute, routeOf } from '../../platform/api/requests/router.ts';
import type { ScenarioResource, TimelineEntry } from '../scenario.ts';
import { shown } from '../shape/shape.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type TreeMap } from '../text/tree.ts';
import { firstAsked, listOf } from './names.ts';

/** In the order of their links, each once. */
export function readPrincipals(root: TreeMap, org: string, reading: ScenarioReading): readonly DeclaredPrincipal[] {
  const found = new Map<string, DeclaredPrincipal>();
  const keys = new Map<string, string>();
  for (const [index, given] of listOf(root.principals).entries()) {
    if (!isMap(given)) continue;
    const path = ['principals', index];
    const links = [
      ...(typeof given.user === 'string' ? [`/org/${org}/user/${given.user}`] : []),
      ...(typeof given.serviceaccount === 'string' ? [`/org/${org}/serviceaccount/${given.serviceaccount}`] : []),
      ...(typeof given.link === 'string' ? [fullLink(given.link, { org, gvc: null })] : []),
    ];
    const [link] = links;
    if (link === undefined || links.length > 1) {
      reading.complain(root, path, {
        code: 'contradiction',
        message: `expected one of user, serviceaccount and link, found ${links.length}`,
      });
    } else if (!askingKinds.includes(kindOf(link, org) ?? '')) {
      reading.complain(root, path, {
        code: 'bad-name',
        message: `expected a user, a service account or the link of an identity, found ${shown(link)}`,
      });
    } else if (found.has(link)) {
      reading.complain(root, path, {
        code: 'duplicate-resource',
        message: `the principal ${link} is written a second time`,
      });
    } else {
      const groups = listOf(given.groups).flatMap((group) => (typeof group === 'string' ? [nameOfLink(group)] : []));
      const key = typeof given.key === 'string' ? given.key : null;
      const other = key === null ? undefined : keys.get(key);
      if (key !== null) keys.set(key, link);
      if (key === '' || other !== undefined) {
        reading.complain(root, [...path, 'key'], {
          code: 'bad-name',
          message:
            key === '' ? 'expected a key, found none' : `${other} has the same key: each principal needs its own`,
        });
      }
      found.set(link, { link, groups, key });
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, principal]) => principal);
}

/** Users, accounts, groups and policies that stand without being among the resources, by link. */
export function standingBeside(principals: readonly DeclaredPrincipal[], org: string): ReadonlyMap<string, Declared> {
  const links = [...builtInRecords(org, 0).map(({ link }) => link), ...linksOfDeclared(principals, org)];
  return new Map(
    links.flatMap((link) => {
      const route = routeOf(link, org);
      return route.what === 'item' ? [[link, { kind: route.kind, spec: {}, provider: null }] as const] : [];
    }),
  );
}

/**
 * Warns of a request that is asked as nobody, or from no workload: it is answered 401, or 403. What a session was asked
 * has had its answer.
 */
export function warnOfUnknownPrincipals(
  root: TreeMap,
  timeline: readonly TimelineEntry[],
  known: {
    readonly org: string;
    readonly resources: readonly ScenarioResource[];
    readonly principals: readonly DeclaredPrincipal[];
    readonly reading: ScenarioReading;
  },
): void {
  const { org, resources, principals, reading } = known;
  const links = new Set([
    ...resources.map(({ link }) => link),
    ...standingBeside(principals, org).keys(),
    ...timeline.flatMap(({ action }) => (action.kind === 'request' ? madeBy(action, org) : [])),
  ]);
  const asked = firstAsked(root);
  for (const { action, index } of timeline) {
    if (action.kind !== 'request' || index >= asked) continue;
    const { as, from, answers } = action;
    if (as !== null && as !== 'none' && answers?.status !== 401 && !mayAsk(as, links, org)) {
      const isThere = links.has(as);
      reading.complain(root, ['timeline', index, 'as'], {
        code: 'unknown-principal',
        rule: 'AUTH-1',
        severity: 'warning',
        message: `${shown(as)} ${isThere ? 'has no credentials' : 'neither exists at the start nor is created in the timeline'}: the request gets 401`,
        hint: isThere
          ? null
          : hintFor(
              as,
              [...links].filter((link) => mayAsk(link, links, org)),
              reading,
            ),
      });
    }
    if (from !== null && !links.has(from)) {
      reading.complain(root, ['timeline', index, 'from'], {
        code: 'unknown-principal',
        rule: 'ERR-1',
        severity: 'warning',
        message: `no workload ${shown(from)} exists at any time`,
        hint: hintFor(
          from,
          [...links].filter((link) => kindOf(link, org) === 'workload'),
          reading,
        ),
      });
    }
  }
}

/** Kinds of which there are credentials that a scenario can give. */
const askingKinds: readonly string[] = ['user', 'serviceaccount', 'identity'];

function mayAsk(link: string, links: ReadonlySet<string>, org: string): boolean {
  const kind = kindOf(link, org);
  return links.has(link) && kind !== null && (kind === 'workload' || askingKinds.includes(kind));
}

function hintFor(link: string, known: readonly string[], reading: ScenarioReading): string {
  const near = reading.nearest(link, known);
  return near === null ? "add it to 'principals' or to 'resources'" : `did you mean '${near}'?`;
}

/** Links of what a request makes, if it is taken. */
function madeBy({ method, path, body }: Extract<TimelineEntry['action'], { kind: 'request' }>, org: string): string[] {
  const route: ApiRoute = routeOf(path, org);
  if (route.what === 'item' && method === 'PUT') return [path];
  const fields = isObject(body) ? body : {};
  if (route.what === 'collection' && typeof fields.name === 'string') return [`${path}/${fields.name}`];
  if (route.what !== 'invite') return [];
  const emails = Array.isArray(fields.emails) ? fields.emails : [];
  return emails.flatMap((email) => (typeof email === 'string' ? [`/org/${org}/user/${email}`] : []));
}

function kindOf(link: string, org: string): string | null {
  const route = routeOf(link, org);
  return route.what === 'item' ? route.kind : null;
}

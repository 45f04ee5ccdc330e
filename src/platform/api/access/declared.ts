/**
 * The principals that a scenario declares.
 */
import { linkOf } from '../document/link.ts';
import { routeOf } from '../requests/router.ts';

/** Somebody who may ask, from the start. */
export interface DeclaredPrincipal {
  /** Of a user, a service account or an identity. */
  readonly link: string;
  /** Names of groups that it belongs to. */
  readonly groups: readonly string[];
  /** The credential that stands for it; null: none. */
  readonly key: string | null;
}

/** Links of the records that principals stand for without any other declaration. */
export function linksOfDeclared(principals: readonly DeclaredPrincipal[], org: string): readonly string[] {
  const made = principals.filter(({ link }) => {
    const route = routeOf(link, org);
    return route.what === 'item' && (route.kind === 'user' || route.kind === 'serviceaccount');
  });
  const groups = principals.flatMap(({ groups }) => groups.map((name) => linkOf('group', name, { org, gvc: null })));
  return [...made.map(({ link }) => link), ...groups];
}

/** Links by credential: who each stands for. */
export function keysOf(principals: readonly DeclaredPrincipal[]): ReadonlyMap<string, string> {
  return new Map(principals.flatMap(({ key, link }) => (key === null ? [] : [[key, link] as const])));
}

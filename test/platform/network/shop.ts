/** GVC `shop` in two places for the tests of this room: `api` and `db` that serve, `nightly` that does not. */

import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import type { Control } from '../../../src/platform/api/records/state.ts';
import type { Assumptions } from '../../../src/rules/assumptions.ts';
import { accept, emptyAcme, shop } from '../api/acme.ts';

/** @param gvc more of the GVC's spec */
export function shopOf(gvc: JsonObject = {}, overrides: Partial<Assumptions> = {}): Control {
  const control = emptyAcme(overrides);
  const locationLinks = ['//location/aws-us-east-1', '//location/gcp-us-east1'];
  accept(control, 'POST', '/org/acme/gvc', { name: 'shop', spec: { staticPlacement: { locationLinks }, ...gvc } });
  add(control, 'api', 'standard', [8080, 8443]);
  add(control, 'fn', 'serverless', [8080]);
  add(control, 'db', 'stateful', [5432], { loadBalancer: { replicaDirect: true } });
  add(control, 'nightly', 'standard', []);
  return control;
}

/** Adds a workload with one container that serves these ports. */
export function add(
  control: Control,
  name: string,
  type: string,
  ports: readonly number[],
  spec: JsonObject = {},
): void {
  const containers = [{ name: 'main', image: `${name}:1`, ports: ports.map((number) => ({ number })) }];
  accept(control, 'POST', `${shop}/workload`, { name, spec: { type, containers, ...spec } });
}

/** Routes of a domain, as prefix and the name of a workload of `shop`. */
export function route(control: Control, name: string, routes: readonly (readonly [string, string])[]): void {
  const links = routes.map(([prefix, to]) => ({ prefix, workloadLink: `//gvc/shop/workload/${to}` }));
  accept(control, 'PUT', `/org/acme/domain/${name}`, { spec: { routes: links } });
}

export function aliasOf(control: Control): string {
  return control.records.get(shop)?.alias ?? '';
}

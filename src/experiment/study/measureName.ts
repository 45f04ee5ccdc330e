/**
 * The names of measures, and of what they are about.
 */

/** `load.failed of shop/workload/api at aws-us-east-1`. */
export function nameOf(what: string, of: string | null, at: string | null): string {
  return `${what}${of === null ? '' : ` of ${of}`}${at === null ? '' : ` at ${at}`}`;
}

/** `shop/api` -> `shop/workload/api` for what is of workloads; a gvc or a whole key stays. */
export function keyOf(of: string, kind: string): string {
  const [gvc = '', ...rest] = of.split('/');
  return rest.length === 1 ? `${gvc}/${kind}/${rest[0]}` : of;
}

/**
 * Subjects of journal entries: `shop/workload/api@aws-us-east-1/0` is a replica of a deployment of a workload.
 */

/**
 * The workload or volume set of a subject, without location and number: `shop/workload/api`; the subject itself if it
 * is something else.
 */
export function resourceOf(subject: string): string {
  return subject.split('@')[0] ?? subject;
}

/** The location of a subject; null if it has none. */
export function locationOf(subject: string): string | null {
  const place = subject.split('@')[1];
  return place === undefined ? null : (place.split('/')[0] ?? null);
}

/**
 * Whether a subject equals `of`, is a part of it, or contains it. null matches every subject.
 *   `shop/workload/api@a/0` is about `shop/workload/api` and `shop/workload/api@a`, not about `shop/workload/api2` or
 *   `shop/workload/api@b`
 */
export function isAbout(subject: string, of: string | null): boolean {
  return of === null || subject === of || holds(of, subject) || holds(subject, of);
}

function holds(whole: string, part: string): boolean {
  return whole !== '' && (part.startsWith(`${whole}@`) || part.startsWith(`${whole}/`));
}

/** Of a replica or an execution the name of its deployment; every other subject keeps its own name. */
export function wholeOf(subject: string): string {
  return subject.includes('/volumeset/') ? subject : subject.replace(/(@[^/]+)\/.*$/, '$1');
}

/**
 * A short name: `api`, `api in aws-us-east-1` or `api/0 in aws-us-east-1`; prefixed with the GVC if there are several.
 */
export function shortName(subject: string, gvcs = 1): string {
  const [resource = '', place] = subject.split('@');
  const [gvc = '', kind, ...name] = resource.split('/');
  if (kind !== 'workload' && kind !== 'volumeset') return subject;
  const [location, ordinal] = (place ?? '').split('/');
  const own = `${gvcs > 1 ? `${gvc}/` : ''}${name.join('/')}${ordinal === undefined ? '' : `/${ordinal}`}`;
  return location === undefined || location === '' ? own : `${own} in ${location}`;
}

/** `workload`, `volume set`, or the word as it is. */
export function kindOf(subject: string): string {
  const kind = subject.split('/')[1] ?? '';
  return kind === 'volumeset' ? 'volume set' : kind;
}

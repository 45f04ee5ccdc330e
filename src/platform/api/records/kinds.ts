/**
 * The kinds of the platform: the paths of their records, and the methods that these paths accept (RES-1, QUERY-7).
 */

/** What one request does to a record or a collection. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface KindTraits {
  readonly scope: 'root' | 'org' | 'gvc';
  readonly collection: readonly Method[];
  readonly item: readonly Method[];
  /** Whether something of what it says has an effect; the rest is kept as it is sent (`api.storedKinds`). */
  readonly isActedOn: boolean;
}

const read: readonly Method[] = ['GET', 'HEAD'];
const all = { collection: [...read, 'POST', 'PUT'], item: [...read, 'PUT', 'PATCH', 'DELETE'] } as const;
const inOrg = { ...all, scope: 'org', isActedOn: true } as const;
const inGvc = { ...all, scope: 'gvc', isActedOn: true } as const;
const stored = { ...all, scope: 'org', isActedOn: false } as const;

const traits = {
  org: { scope: 'root', collection: read, item: [...read, 'PATCH'], isActedOn: true },
  gvc: inOrg,
  workload: inGvc,
  volumeset: inGvc,
  identity: inGvc,
  location: {
    scope: 'org',
    collection: [...read, 'POST'],
    item: [...read, 'PATCH', 'DELETE'],
    isActedOn: true,
  },
  domain: inOrg,
  policy: inOrg,
  group: inOrg,
  serviceaccount: inOrg,
  user: { scope: 'org', collection: read, item: [...read, 'PATCH', 'DELETE'], isActedOn: true },
  quota: { scope: 'org', collection: read, item: [...read, 'PATCH'], isActedOn: true },
  secret: inOrg,
  agent: stored,
  auditctx: stored,
  cloudaccount: stored,
  dbcluster: stored,
  image: stored,
  imagesummary: stored,
  ipset: stored,
  memcachecluster: stored,
  mk8s: stored,
  policymembership: stored,
  resource: stored,
  resourcepolicy: stored,
  spicedbcluster: stored,
  task: stored,
  tenant: stored,
} satisfies { readonly [kind: string]: KindTraits };

/** Kinds of which records are kept. */
export type Kind = keyof typeof traits;

const table: { readonly [kind in Kind]: KindTraits } = traits;

/** All of them, in the order of the table. */
export const kinds = Object.keys(traits) as readonly Kind[];

/** Kinds without records of their own: what is worked out when it is asked for. */
const derived = ['deployment', 'command', 'event', 'accessreport', 'permissions'] as const;

/** What `itemKind` of a list or a query may say (QUERY-7). */
export type ItemKind = Kind | (typeof derived)[number];

/** Every one of them (QUERY-7). */
export const itemKinds: readonly ItemKind[] = [...kinds, ...derived];

/** Whether a word names a kind of which records are kept. */
export function isKind(word: string): word is Kind {
  return Object.hasOwn(traits, word);
}

/** Whether records of a kind live in a GVC. */
export function isOfGvc(kind: string): boolean {
  return isKind(kind) && table[kind].scope === 'gvc';
}

/** Whether a kind has any effect in the simulation. */
export function isActedOn(kind: Kind): boolean {
  return table[kind].isActedOn;
}

/** Methods that a collection takes; that over all GVCs is only read. */
export function collectionMethods(kind: Kind, gvc: string | null): readonly Method[] {
  return gvc === null && isOfGvc(kind) ? read : table[kind].collection;
}

/** Methods that a single record takes. */
export function itemMethods(kind: Kind): readonly Method[] {
  return table[kind].item;
}

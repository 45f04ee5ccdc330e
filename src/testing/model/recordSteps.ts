/** Commands that make, change, delete and list records, by callers with different permissions. */
import { type ApiModel, ask, askExpecting, type Caller, type ModelledKind, mayDo, org, promised } from './apiModel.ts';
import { asCaller, gvcLink, kindOf, linkIn, location, ModelStep, type SessionCommand } from './step.ts';

const container = { name: 'main', image: 'app:1', cpu: '100m', memory: '128Mi' };
const defaultOptions = { autoscaling: { metric: 'disabled', minScale: 1, maxScale: 1 } };
const disk = 'disk';
const runner = 'runner';

/** What a workload of the model is, by its name; `uses` names what it cannot do without. */
const workloadOf = (name: string): { readonly spec: object; readonly uses?: readonly [kind: string, name: string] } => {
  if (name === 'db' || name === 'store') {
    const volumes = [{ uri: `svc://volumeset/${disk}`, path: '/data' }];
    const spec = { type: 'stateful', containers: [{ ...container, volumes }], defaultOptions };
    return { spec, uses: ['volumeset', disk] };
  }
  if (name === 'job') {
    const job = { schedule: '0 0 1 1 *' };
    const spec = { type: 'cron', job, identityLink: `//identity/${runner}`, containers: [container] };
    return { spec, uses: ['identity', runner] };
  }
  return { spec: { type: 'standard', containers: [container], defaultOptions } };
};

/** POST of a record: what it is to be, where, and by whom. */
interface NewRecord {
  readonly text: string;
  readonly kind: ModelledKind;
  readonly name: string;
  readonly as: Caller;
  readonly body: object;
  /** Null: it lives in the org. */
  readonly gvc: string | null;
  readonly uses?: string;
  /** Whether the platform would refuse what the body says, as things are. */
  readonly isWrong?: (model: ApiModel) => boolean;
}

/** A record is made once, in a GVC that is there and stays, by one who may. */
function make({ text, kind, name, as, body, gvc, uses, isWrong }: NewRecord): SessionCommand {
  return new ModelStep(`${text}${asCaller(as)}`, (model, real) => {
    const { records } = model;
    const collection = `${gvc === null ? org : gvcLink(gvc)}/${kind}`;
    const link = `${collection}/${name}`;
    const home = gvc === null ? null : records.get(gvcLink(gvc));
    const refused = (): number | null => {
      if (!mayDo(model, as, 'create', kind)) return 403;
      if (home === undefined) return 404;
      if (home?.isGoing === true || records.has(link)) return 409;
      return isWrong?.(model) === true ? 400 : null;
    };
    const status = refused() ?? 201;
    askExpecting(model, real, { method: 'POST', path: collection, body: { name, ...body }, as }, status);
    if (status !== 201) return;
    const record = { kind, name, description: name, team: null, version: 1, isGoing: false };
    records.set(link, uses === undefined ? record : { ...record, uses });
  });
}

export function makeGvc(name: string, as: Caller): SessionCommand {
  const body = { spec: { staticPlacement: { locationLinks: [`//location/${location}`] } } };
  return make({ text: `make gvc ${name}`, kind: 'gvc', name, as, body, gvc: null });
}

/**
 * What a workload uses must be there and must stay (WL-17, `api.links`), and an ext4 volume set is for one workload
 * (VOL-13); a workload that is being deleted no longer counts.
 */
export function makeWorkload(gvc: string, name: string, as: Caller): SessionCommand {
  const { spec, uses } = workloadOf(name);
  const text = `make workload ${gvc}/${name}`;
  if (uses === undefined) return make({ text, kind: 'workload', name, as, body: { spec }, gvc });
  const used = linkIn(gvc, ...uses);
  const isWrong = (model: ApiModel): boolean =>
    model.records.get(used)?.isGoing !== false || (uses[0] === 'volumeset' && isUsed(model, used));
  return make({ text, kind: 'workload', name, as, body: { spec }, gvc, uses: used, isWrong });
}

/** A volume of this class has 10 GB at least (VOL-7). */
export function makeVolumeset(gvc: string, gigabytes: 10 | 9, as: Caller): SessionCommand {
  const spec = { fileSystemType: 'ext4', performanceClass: 'general-purpose-ssd', initialCapacity: gigabytes };
  const text = `make volumeset ${gvc}/${disk} of ${gigabytes} GB`;
  return make({ text, kind: 'volumeset', name: disk, as, body: { spec }, gvc, isWrong: () => gigabytes < 10 });
}

export function makeIdentity(gvc: string, as: Caller): SessionCommand {
  return make({ text: `make identity ${gvc}/${runner}`, kind: 'identity', name: runner, as, body: {}, gvc });
}

/** Grants the guest a permission on all records of a kind. */
export function makePolicy(permission: string, kind: ModelledKind, as: Caller): SessionCommand {
  const name = `${permission}-${kind}`;
  const bindings = [{ permissions: [permission], principalLinks: ['//serviceaccount/guest'] }];
  const body = { targetKind: kind, target: 'all', bindings };
  return make({ text: `make policy ${name}`, kind: 'policy', name, as, body, gvc: null });
}

/** Whether a workload that stays uses the record with a link. */
function isUsed({ records }: ApiModel, link: string): boolean {
  return [...records.values()].some(({ uses, isGoing }) => uses === link && !isGoing);
}

/** What refuses a change of a record whatever it says; null: nothing does. */
function refusedChange(model: ApiModel, link: string, as: Caller): number | null {
  const record = model.records.get(link);
  if (!mayDo(model, as, 'edit', kindOf(link))) return 403;
  return record === undefined ? 404 : record.isGoing ? 409 : null;
}

/** A change that says nothing new makes no new version. */
export function change(link: string, field: 'description' | 'team', value: string, as: Caller): SessionCommand {
  return new ModelStep(`set ${field} of ${link} to ${value}${asCaller(as)}`, (model, real) => {
    const body = field === 'team' ? { tags: { team: value } } : { description: value };
    const status = refusedChange(model, link, as) ?? 200;
    askExpecting(model, real, { method: 'PATCH', path: link, body, as }, status);
    const record = model.records.get(link);
    if (status !== 200 || record === undefined || record[field] === value) return;
    record[field] = value;
    record.version += 1;
  });
}

/** Says of a record what it says already: no new version. */
export function changeNothing(link: string): SessionCommand {
  return new ModelStep(`set ${link} to what it is`, (model, real) => {
    const { description = 'absent', team = null } = model.records.get(link) ?? {};
    const body = { description, ...(team === null ? {} : { tags: { team } }) };
    askExpecting(model, real, { method: 'PATCH', path: link, body }, refusedChange(model, link, null) ?? 200);
  });
}

/** A change of a version that the record does not have is out of date. */
export function changeOutdated(link: string): SessionCommand {
  return new ModelStep(`set description of ${link} by an outdated version`, (model, real) => {
    const body = { description: 'outdated', version: (model.records.get(link)?.version ?? 1) + 1 };
    const status = refusedChange(model, link, null) ?? 409;
    askExpecting(model, real, { method: 'PATCH', path: link, body }, status);
  });
}

/** The class of a volume set cannot be changed (VOL-5). */
export function changeClass(gvc: string): SessionCommand {
  const path = linkIn(gvc, 'volumeset', disk);
  return new ModelStep(`set performanceClass of ${path}`, (model, real) => {
    const body = { spec: { performanceClass: 'high-throughput-ssd', initialCapacity: 200 } };
    askExpecting(model, real, { method: 'PATCH', path, body }, refusedChange(model, path, null) ?? 400);
  });
}

/** What waits for its replicas or volumes is gone some time after its deletion; all else at once. */
const goesLater: readonly string[] = ['gvc', 'workload', 'volumeset'];

/**
 * What is in use stays: a volume set or an identity with a workload, a GVC with a volume set (`api.deleteInUse`). A GVC
 * takes its workloads and identities with it.
 */
export function remove(link: string, as: Caller): SessionCommand {
  return new ModelStep(`delete ${link}${asCaller(as)}`, (model, real) => {
    const { records } = model;
    const record = records.get(link);
    const parts = [...records].filter(([other]) => other === link || other.startsWith(`${link}/`));
    const isInUse =
      isUsed(model, link) ||
      (kindOf(link) === 'gvc' && parts.some(([, { kind, isGoing }]) => kind === 'volumeset' && !isGoing));
    const refused = (): number | null => {
      if (!mayDo(model, as, 'delete', kindOf(link))) return 403;
      if (record === undefined) return 404;
      return isInUse && !record.isGoing ? 400 : null;
    };
    const status = refused() ?? 202;
    askExpecting(model, real, { method: 'DELETE', path: link, as }, status);
    if (status !== 202) return;
    for (const [, part] of parts) part.isGoing = true;
    if (goesLater.includes(kindOf(link))) return;
    records.delete(link);
    askExpecting(model, real, { method: 'GET', path: link }, 404);
  });
}

/** A list has every record that exists, and no others than those and the ones that are being deleted. */
export function list(collection: string): SessionCommand {
  return new ModelStep(`list ${collection}`, ({ records }, real) => {
    const { status, body } = ask(real, { method: 'GET', path: collection });
    const parent = collection.slice(0, collection.lastIndexOf('/'));
    const own = [...records].filter(([link]) => link.slice(0, link.lastIndexOf('/')) === collection);
    const isThere = parent === org || records.has(parent);
    promised(`GET ${collection}`, isThere ? 200 : 404, status);
    if (status !== 200) return;
    const names = namesIn(body);
    const listed = own.filter(([, { name, isGoing }]) => !isGoing || names.includes(name)).map(([, { name }]) => name);
    promised(`names in ${collection}`, listed.sort(), names.sort());
  });
}

function namesIn(body: unknown): string[] {
  return (body as { readonly items: readonly { readonly name: string }[] }).items.map(({ name }) => name);
}

/** A guest reads what is there; a stranger is refused, and finds nothing in a list (`api.listFilter`). */
export function read(link: string, as: 'guest' | 'stranger'): SessionCommand {
  return new ModelStep(`read ${link}${asCaller(as)}`, (model, real) => {
    const status = as === 'stranger' ? 403 : model.records.has(link) ? 200 : 404;
    askExpecting(model, real, { method: 'GET', path: link, as }, status);
    const collection = link.slice(0, link.lastIndexOf('/'));
    if (as === 'guest' || !model.records.has(link)) return;
    const { body } = askExpecting(model, real, { method: 'GET', path: collection, as }, 200);
    promised(`names in ${collection}${asCaller(as)}`, [], namesIn(body));
  });
}

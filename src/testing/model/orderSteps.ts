/** The platform's own commands (`-command`) to volume sets and workloads, and what answers them. */
import { type ApiModel, ask, askExpecting, type Caller, type LiveApi, mayDo } from './apiModel.ts';
import { asCaller, linkIn, location, ModelStep, type SessionCommand } from './step.ts';

const day = 86_400_000;
const expansionsMax = 4;
const disk = 'disk';
const snapshotName = 'backup';

/** The one volume that a volume set of the model has, as its record shows it. */
interface ShownVolume {
  readonly lifecycle: string;
  readonly currentSize: number;
  readonly snapshots: readonly string[];
}

/** Null: the volume set has none, because no workload has mounted it. */
function volumeOf(real: LiveApi, link: string): ShownVolume | null {
  const { body } = ask(real, { method: 'GET', path: link });
  const { status } = body as unknown as {
    readonly status?: {
      readonly locations: readonly {
        readonly volumes: readonly {
          readonly lifecycle: string;
          readonly currentSize: number;
          readonly volumeSnapshots: readonly { readonly snapshotName: string }[];
        }[];
      }[];
    };
  };
  const [volume] = status?.locations.flatMap(({ volumes }) => volumes) ?? [];
  if (volume === undefined) return null;
  return { ...volume, snapshots: volume.volumeSnapshots.map((one) => one.snapshotName) };
}

/** A command that is accepted has a record, at its `Location`; its owner is the record that it was posted to. */
function post(model: ApiModel, real: LiveApi, owner: string, request: { body: object; as: Caller }, status: number) {
  const { headers } = askExpecting(model, real, { method: 'POST', path: `${owner}/-command`, ...request }, status);
  if (status === 201) model.commands.set(headers['Location'] ?? '', { owner, final: null });
}

/** What refuses a command whatever it says; null: nothing does. */
function refused(model: ApiModel, owner: string, kind: 'volumeset' | 'workload', as: Caller): number | null {
  const record = model.records.get(owner);
  if (!mayDo(model, as, 'exec', kind)) return 403;
  return record === undefined ? 404 : record.isGoing ? 409 : null;
}

interface VolumeOrder {
  readonly text: string;
  readonly type: string;
  /** What the command says besides its volume. */
  readonly says: (volume: ShownVolume | null) => object;
  /** The status for a volume that has a device, or had one. */
  readonly status: (volume: ShownVolume, expansionsLeft: number) => number;
}

const isDeleted = ({ lifecycle }: ShownVolume): boolean => lifecycle === 'deleted';
const hasSnapshot = ({ snapshots }: ShownVolume): boolean => snapshots.includes(snapshotName);
const sizeOf = (volume: ShownVolume | null): number => volume?.currentSize ?? 10;

/** Sizes are in GB. Equal ones are left open, so no command asks for one. */
const volumeOrders: readonly VolumeOrder[] = [
  {
    text: 'expand by 10 GB',
    type: 'expandVolume',
    says: (volume) => ({ newStorageCapacity: sizeOf(volume) + 10 }),
    status: (volume, left) => (isDeleted(volume) ? 400 : left > 0 ? 201 : 429),
  },
  {
    text: 'expand to 1 GB',
    type: 'expandVolume',
    says: () => ({ newStorageCapacity: 1 }),
    status: () => 400,
  },
  {
    text: 'shrink by 10 GB',
    type: 'shrinkVolume',
    says: (volume) => ({ newStorageCapacity: sizeOf(volume) - 10 }),
    status: (volume) => (isDeleted(volume) || volume.currentSize < 20 ? 400 : 201),
  },
  {
    text: 'delete volume',
    type: 'deleteVolume',
    says: () => ({}),
    status: (volume) => (isDeleted(volume) ? 400 : 201),
  },
  {
    text: 'take snapshot',
    type: 'createVolumeSnapshot',
    says: () => ({ snapshotName }),
    status: (volume) => (isDeleted(volume) ? 400 : hasSnapshot(volume) ? 409 : 201),
  },
  {
    text: 'delete snapshot',
    type: 'deleteVolumeSnapshot',
    says: () => ({ snapshotName }),
    status: (volume) => (hasSnapshot(volume) ? 201 : 400),
  },
  {
    text: 'restore snapshot',
    type: 'restoreVolume',
    says: () => ({ snapshotName }),
    status: (volume) => (hasSnapshot(volume) ? 201 : 400),
  },
  { text: 'polish', type: 'polishVolume', says: () => ({}), status: () => 400 },
];

/** Texts of the commands to volumes, which `orderVolume` takes. */
export const volumeOrderTexts: readonly string[] = volumeOrders.map(({ text }) => text);

/**
 * A command to the only volume of a volume set. An expansion counts for 24 hours, its last instant excluded, whatever
 * becomes of it (LIMIT-1, `volume.limit.window`).
 *
 * @throws if there is no command with the text
 */
export function orderVolume(gvc: string, text: string, as: Caller): SessionCommand {
  const order = volumeOrders.find((one) => one.text === text);
  if (order === undefined) throw new Error(`there is no command '${text}' to a volume`);
  const owner = linkIn(gvc, 'volumeset', disk);
  return new ModelStep(`command ${gvc}/${disk} to ${text}${asCaller(as)}`, (model, real) => {
    const blocked = refused(model, owner, 'volumeset', as);
    const volume = blocked === null ? volumeOf(real, owner) : null;
    const recent = (model.expansions.get(owner) ?? []).filter((at) => at > model.now - day);
    const status = blocked ?? (volume === null ? 400 : order.status(volume, expansionsMax - recent.length));
    const body = { type: order.type, spec: { location, volumeIndex: 0, ...order.says(volume) } };
    post(model, real, owner, { body, as }, status);
    if (status === 201 && order.type === 'expandVolume') model.expansions.set(owner, [...recent, model.now]);
  });
}

/** Only a cron workload runs now, in a location of its GVC that has no outage (CRON-13, CRON-14). */
export function runNow(gvc: string, name: string, where: 'here' | 'elsewhere', as: Caller): SessionCommand {
  const owner = linkIn(gvc, 'workload', name);
  return new ModelStep(`command ${gvc}/${name} to run ${where}${asCaller(as)}`, (model, real) => {
    const mayRun = name === 'job' && where === 'here' && model.now >= model.outageUntil;
    const status = refused(model, owner, 'workload', as) ?? (mayRun ? 201 : 400);
    const spec = { location: where === 'here' ? location : 'gcp-us-east1' };
    post(model, real, owner, { body: { type: 'runCronWorkload', spec }, as }, status);
  });
}

/** All replicas of a workload where it is deployed, or one that it does not have. */
export function stopReplica(gvc: string, name: string, which: 'all' | 'unknown', as: Caller): SessionCommand {
  const owner = linkIn(gvc, 'workload', name);
  return new ModelStep(`command ${gvc}/${name} to stop ${which}${asCaller(as)}`, (model, real) => {
    const isDeployed = ask(real, { method: 'GET', path: `${owner}/deployment/${location}` }).status === 200;
    const status = refused(model, owner, 'workload', as) ?? (which === 'all' && isDeployed ? 201 : 400);
    const spec = { location, ...(which === 'all' ? {} : { replica: 'nobody-7' }) };
    post(model, real, owner, { body: { type: 'stopReplica', spec }, as }, status);
  });
}

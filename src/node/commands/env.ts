/**
 * `svcsim env`: prints the environment variables of a container or the addresses of a workload at an instant of a run.
 */
import { isoFromInstant, second } from '../../engine/time.ts';
import { containerEnvironment } from '../../experiment/session/environments.ts';
import type { StoredRecord } from '../../platform/api/records/record.ts';
import { addressesIn } from '../../platform/network/handlers/addresses.ts';
import { type Dwelling, dwellingsIn } from '../../platform/network/handlers/environment.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import { deploymentsOf } from '../../platform/world.ts';
import { formatDuration } from '../../rules/duration.ts';
import { fitted } from '../columns.ts';
import { exitCode, Stop } from '../exit.ts';
import type { EnvFlags } from '../flags.ts';
import { say } from '../say.ts';
import { type Moment, momentOf, named } from './moment.ts';

export async function env(file: string, name: string, flags: EnvFlags): Promise<number> {
  const asked = partsOf(name);
  refuseFlags(asked, flags);
  const moment = await momentOf(file, flags);
  if (moment === null) return exitCode.invalid;
  const { world, at } = moment;
  const records = [...world.control.records.values()].filter(({ kind }) => kind === 'workload');
  const about = { what: 'workload', owner: 'the scenario', at };
  const record = named(records, ({ gvc, name: one }) => `${gvc}/${one}`, asked.workload, about);
  if (flags.addresses === true) showAddresses(moment, record, asked.workload, flags);
  else showEnvironment(moment, record, asked, flags);
  return exitCode.ok;
}

interface Asked {
  /** `gvc/name`. */
  readonly workload: string;
  readonly replica: string | undefined;
}

/** `shop/api`, `shop/api/api-1-0`; also with the kind between, as reports name workloads. */
function partsOf(text: string): Asked {
  const [gvc = '', ...rest] = text.split('/');
  const [name = '', replica, ...more] = rest.length > 1 && rest[0] === 'workload' ? rest.slice(1) : rest;
  if (gvc === '' || name === '' || replica === '' || more.length > 0)
    throw usage(`expected gvc/workload, such as shop/api, or gvc/workload/replica; found '${text}'`);
  return { workload: `${gvc}/${name}`, replica };
}

function refuseFlags({ workload, replica }: Asked, { addresses, location, container }: EnvFlags): void {
  if (addresses !== true) return;
  if (replica !== undefined) throw usage(`--addresses applies to a whole workload: write ${workload}`);
  const flag = location !== undefined ? '--location' : container !== undefined ? '--container' : null;
  if (flag !== null) throw usage(`--addresses applies to a whole workload: leave out ${flag}`);
}

function showEnvironment(moment: Moment, record: StoredRecord, asked: Asked, flags: EnvFlags): void {
  const { world, at } = moment;
  const { deployment, dwelling } = find(moment, record, asked, flags.location);
  const container = named(dwelling.containers, ({ name }) => name, flags.container, {
    what: 'container',
    owner: dwelling.name,
    at,
  });
  const shown = containerEnvironment(world, asked.workload, { deployment, dwelling, container });
  const since = isoFromInstant(at);
  if (flags.json === true) {
    write(JSON.stringify({ schema: 'svcsim/env/1', at: since, ...shown }, null, 2));
    return;
  }
  if (flags.quiet !== true) {
    const where = `${shown.replica} in ${shown.location}, container ${shown.container}, version ${shown.version}`;
    say(process.stderr, fitted(`${where}, at ${since}\n`, process.stderr));
  }
  for (const { name, value } of shown.variables) write(`${name}=${value}`);
}

interface Place {
  readonly deployment: Deployment;
  readonly dwelling: Dwelling;
}

/** The requested replica; by default the first one of the first location. */
function find(
  { scenario, world, at }: Moment,
  record: StoredRecord,
  { workload, replica }: Asked,
  location?: string,
): Place {
  const all = deploymentsOf(world, record.link);
  const inLocation = { what: 'location', owner: workload, at };
  const here = location === undefined ? all : [named(all, (one) => one.location, location, inLocation)];
  const places = here.flatMap((deployment) =>
    dwellingsIn(world, deployment).map((dwelling): Place => ({ deployment, dwelling })),
  );
  const what = all.some(({ cron }) => cron !== null) ? 'Active execution' : 'replica';
  const middle = `--at +${formatDuration(Math.floor((scenario.end - scenario.start) / 2 / second) * second)}`;
  const otherwise = `; try another instant, such as ${middle}`;
  return named(places, ({ dwelling }) => dwelling.name, replica, { what, owner: workload, at, otherwise });
}

function showAddresses({ world, at }: Moment, record: StoredRecord, workload: string, flags: EnvFlags): void {
  const addresses = addressesIn(world, record);
  if (flags.json === true) {
    const shown = addresses.map(({ kind, url, location, ordinal, rule }) => ({ kind, url, location, ordinal, rule }));
    write(
      JSON.stringify({ schema: 'svcsim/addresses/1', at: isoFromInstant(at), workload, addresses: shown }, null, 2),
    );
    return;
  }
  const width = Math.max(...addresses.map(({ kind }) => kind.length));
  for (const { kind, url, location } of addresses) {
    // A local name is the same in every location, but it names another replica in each.
    const where = kind === 'local' ? `  in ${location}` : '';
    write(`${kind.padEnd(width)}  ${url}${where}`);
  }
  if (addresses.length === 0 && flags.quiet !== true)
    say(process.stderr, `${workload} exposes no port, so it has no address\n`);
}

function write(line: string): void {
  say(process.stdout, `${line}\n`);
}

function usage(message: string): Stop {
  return new Stop(exitCode.usage, message);
}

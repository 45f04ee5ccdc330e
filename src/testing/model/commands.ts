/**
 * Commands for `fc.commands`: requests, time, faults and forks of a session, each checked against the reference model.
 */
import fc from 'fast-check';
import { simulate } from '../../experiment/run.ts';
import { parseScenario } from '../../scenario/parse.ts';
import { type ApiModel, ask, beginSession, compareRecords, type LiveApi, promised } from './apiModel.ts';

/** One step of a session, and what the model promises of it. */
export type SessionCommand = fc.Command<ApiModel, LiveApi>;

const org = '/org/acme';
const location = 'aws-us-east-1';

/** After this time every deletion has ended: a workload's replicas have had their grace. */
const deletionSecondsMax = 1_800;

class Step implements SessionCommand {
  private readonly text: string;
  private readonly does: (model: ApiModel, real: LiveApi) => void;
  private readonly may: (model: Readonly<ApiModel>) => boolean;

  constructor(text: string, does: Step['does'], may: Step['may'] = () => true) {
    this.text = text;
    this.does = does;
    this.may = may;
  }

  check(model: Readonly<ApiModel>): boolean {
    return this.may(model);
  }

  run(model: ApiModel, real: LiveApi): void {
    compareRecords(model, real);
    this.does(model, real);
    compareRecords(model, real);
    promised('the time of the session', model.now, real.session.now);
  }

  toString(): string {
    return this.text;
  }
}

const gvcLink = (gvc: string): string => `${org}/gvc/${gvc}`;
const workloadLink = (gvc: string, name: string): string => `${gvcLink(gvc)}/workload/${name}`;

function made({ records }: ApiModel, kind: 'gvc' | 'workload', link: string, name: string): void {
  records.set(link, { kind, name, description: name, team: null, version: 1, isGoing: false });
}

function makeGvc(name: string): SessionCommand {
  const spec = { staticPlacement: { locationLinks: [`//location/${location}`] } };
  return new Step(`make gvc ${name}`, (model, real) => {
    const { status } = ask(real, 'POST', `${org}/gvc`, { name, spec });
    const link = gvcLink(name);
    promised(`POST of gvc ${name}`, model.records.has(link) ? 409 : 201, status);
    if (status === 201) made(model, 'gvc', link, name);
  });
}

function makeWorkload(gvc: string, name: string): SessionCommand {
  const spec = {
    type: 'standard',
    containers: [{ name: 'main', image: 'app:1', cpu: '100m', memory: '128Mi' }],
    defaultOptions: { autoscaling: { metric: 'disabled', minScale: 1, maxScale: 1 } },
  };
  return new Step(
    `make workload ${gvc}/${name}`,
    (model, real) => {
      const { status } = ask(real, 'POST', `${gvcLink(gvc)}/workload`, { name, spec });
      const link = workloadLink(gvc, name);
      const expected = model.records.has(gvcLink(gvc)) ? (model.records.has(link) ? 409 : 201) : 404;
      promised(`POST of workload ${gvc}/${name}`, expected, status);
      if (status === 201) made(model, 'workload', link, name);
    },
    ({ records }) => records.get(gvcLink(gvc))?.isGoing !== true,
  );
}

/** A change that says nothing new makes no new version. */
function change(link: string, field: 'description' | 'team', value: string): SessionCommand {
  return new Step(`set ${field} of ${link} to ${value}`, ({ records }, real) => {
    const record = records.get(link);
    const body = field === 'team' ? { tags: { team: value } } : { description: value };
    const { status } = ask(real, 'PATCH', link, body);
    promised(`PATCH of ${link}`, record === undefined ? 404 : record.isGoing ? 409 : 200, status);
    if (record === undefined || record.isGoing || record[field] === value) return;
    record[field] = value;
    record.version += 1;
  });
}

function remove(link: string): SessionCommand {
  return new Step(`delete ${link}`, ({ records }, real) => {
    const { status } = ask(real, 'DELETE', link);
    promised(`DELETE of ${link}`, records.has(link) ? 202 : 404, status);
    // A GVC takes its workloads with it.
    for (const [other, record] of records) if (other === link || other.startsWith(`${link}/`)) record.isGoing = true;
  });
}

/** A list has every record that exists, and no others than those and the ones that are being deleted. */
function list(collection: string): SessionCommand {
  return new Step(`list ${collection}`, ({ records }, real) => {
    const { status, body } = ask(real, 'GET', collection);
    const parent = collection.slice(0, collection.lastIndexOf('/'));
    const own = [...records].filter(([link]) => link.slice(0, link.lastIndexOf('/')) === collection);
    const isThere = parent === org || records.has(parent);
    promised(`GET ${collection}`, isThere ? 200 : 404, status);
    if (status !== 200) return;
    const names = (body as unknown as { readonly items: readonly { readonly name: string }[] }).items.map(
      ({ name }) => name,
    );
    const listed = own.filter(([, { name, isGoing }]) => !isGoing || names.includes(name)).map(([, { name }]) => name);
    promised(`names in ${collection}`, listed.sort(), names.sort());
  });
}

function wait(seconds: number): SessionCommand {
  return new Step(`wait ${seconds} s`, (model, real) => {
    const until = model.now + seconds * 1_000;
    const outcome = real.session.advance({ seconds });
    const isBeyond = until > real.session.lastInstant;
    promised(`waiting ${seconds} s is refused`, isBeyond, 'refused' in outcome);
    if (isBeyond) return;
    model.now = until;
    compareRecords(model, real);
    const left = [...model.records].filter(([, { isGoing }]) => isGoing).map(([link]) => link);
    if (seconds >= deletionSecondsMax) promised('records that are still being deleted', [], left);
  });
}

/** What is refused changes nothing: not even time passes. */
function backwards(): SessionCommand {
  return new Step('go back in time', (_, { session }) => {
    const before = session.digest();
    promised('going back is refused', true, 'refused' in session.advance({ seconds: -1 }));
    promised('the digest after a refusal', before, session.digest());
  });
}

function outage(minutes: number): SessionCommand {
  return new Step(`outage of ${minutes} min`, (_, { session }) => {
    const step = { fault: { locationOutage: { location } }, for: `${minutes}m` };
    promised('steps taken', 1, session.steps(JSON.stringify([step])).taken);
  });
}

/** A fork is in the same state; what happens in one is not seen in the other. */
function fork(continuesInFork: boolean): SessionCommand {
  return new Step(`fork, and go on in the ${continuesInFork ? 'fork' : 'origin'}`, (_, real) => {
    const { session } = real;
    const other = session.fork();
    const before = session.digest();
    promised('the digest of a fork', before, other.digest());
    const [left, kept] = continuesInFork ? [session, other] : [other, session];
    left.request({ method: 'POST', path: `${org}/gvc`, body: { name: 'left-behind' } });
    promised('the digest after the other went on', before, kept.digest());
    real.session = kept;
  });
}

/** What a session exports, run again, has its fingerprint. */
function replay(): SessionCommand {
  return new Step('export and run again', (_, { session }) => {
    const { scenario } = parseScenario(session.exported(), { file: 'exported.json' });
    if (scenario === null) throw new Error('the export of a session is not a scenario');
    promised('the fingerprint of the export', session.fingerprint, simulate(scenario).sim.journal.fingerprint());
  });
}

const gvcs = ['ash', 'elm'] as const;
const workloads = ['api', 'web'] as const;
const waits = [1, 40, 600, deletionSecondsMax, 86_400] as const;

/** Every command that `sessionCommands` draws, by its text, so that a list can be read again. */
const knownCommands: ReadonlyMap<string, SessionCommand> = new Map(
  everyCommand().map((command) => [String(command), command]),
);

function everyCommand(): SessionCommand[] {
  const links = [...gvcs.map(gvcLink), ...gvcs.flatMap((home) => workloads.map((name) => workloadLink(home, name)))];
  return [
    ...gvcs.map(makeGvc),
    ...gvcs.flatMap((home) => workloads.map((name) => makeWorkload(home, name))),
    ...links.flatMap((of) =>
      (['description', 'team'] as const).flatMap((field) => ['red', 'blue'].map((value) => change(of, field, value))),
    ),
    ...links.map(remove),
    ...[`${org}/gvc`, ...gvcs.map((home) => `${gvcLink(home)}/workload`)].map(list),
    ...waits.map(wait),
    backwards(),
    ...Array.from({ length: 20 }, (_, index) => outage(index + 1)),
    ...[true, false].map(fork),
    replay(),
  ];
}

/** The commands with these texts (`make gvc ash`, `wait 40 s`). @throws if one is unknown */
export function commandsOf(texts: readonly string[]): SessionCommand[] {
  return texts.map((text) => {
    const known = knownCommands.get(text);
    if (known === undefined) throw new Error(`there is no command '${text}'`);
    return known;
  });
}

const gvc = fc.constantFrom(...gvcs);
const workload = fc.constantFrom(...workloads);
const link = fc.oneof(
  gvc.map(gvcLink),
  fc.tuple(gvc, workload).map(([home, name]) => workloadLink(home, name)),
);

/**
 * Lists of commands for `fc.assert(fc.property(sessionCommands(), runCommands))`, which shrink to a shortest list that
 * still breaks a promise.
 *
 * @param most the most commands of a list; default 40
 */
export function sessionCommands(most = 40): fc.Arbitrary<Iterable<SessionCommand>> {
  return fc.commands(
    [
      gvc.map(makeGvc),
      fc.tuple(gvc, workload).map(([home, name]) => makeWorkload(home, name)),
      fc
        .tuple(link, fc.constantFrom('description' as const, 'team' as const), fc.constantFrom('red', 'blue'))
        .map(([of, field, value]) => change(of, field, value)),
      link.map(remove),
      fc
        .oneof(
          fc.constant(`${org}/gvc`),
          gvc.map((name) => `${gvcLink(name)}/workload`),
        )
        .map(list),
      fc.constantFrom(...waits).map(wait),
      fc.constant(0).map(backwards),
      fc.integer({ min: 1, max: 20 }).map(outage),
      fc.boolean().map(fork),
      fc.constant(0).map(replay),
    ],
    { maxCommands: most },
  );
}

/**
 * Runs commands on a new session and the model beside it.
 *
 * @throws at the first promise that is broken, as a sentence
 */
export function runCommands(commands: Iterable<SessionCommand>): void {
  fc.modelRun(beginSession, commands);
}

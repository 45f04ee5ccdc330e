/** Commands to the session itself: time, faults, forks, and an export that is run again. */
import { simulate } from '../../experiment/run.ts';
import { parseScenario } from '../../scenario/parse.ts';
import { compareRecords, org, promised } from './apiModel.ts';
import { location, ModelStep, type SessionCommand } from './step.ts';

/** After this time every deletion has ended: a workload's replicas have had their grace. */
export const deletionSecondsMax = 1_800;

/** After this time every command has ended, also if outages have held it up. */
const commandSecondsMax = 86_400;

export function wait(seconds: number): SessionCommand {
  return new ModelStep(`wait ${seconds} s`, (model, real) => {
    const until = model.now + seconds * 1_000;
    const outcome = real.session.advance({ seconds });
    const isBeyond = until > real.session.lastInstant;
    promised(`waiting ${seconds} s is refused`, isBeyond, 'refused' in outcome);
    if (isBeyond) return;
    model.now = until;
    compareRecords(model, real);
    const left = [...model.records].filter(([, { isGoing }]) => isGoing).map(([link]) => link);
    if (seconds >= deletionSecondsMax) promised('records that are still being deleted', [], left);
    const open = [...model.commands].filter(([, { final }]) => final === null).map(([link]) => link);
    if (seconds >= commandSecondsMax) promised('commands that have no final stage', [], open);
  });
}

/** What is refused changes nothing: not even time passes. */
export function backwards(): SessionCommand {
  return new ModelStep('go back in time', (_, { session }) => {
    const before = session.digest();
    promised('going back is refused', true, 'refused' in session.advance({ seconds: -1 }));
    promised('the digest after a refusal', before, session.digest());
  });
}

export function outage(minutes: number): SessionCommand {
  return new ModelStep(`outage of ${minutes} min`, (model, { session }) => {
    const step = { fault: { locationOutage: { location } }, for: `${minutes}m` };
    promised('steps taken', 1, session.steps(JSON.stringify([step])).taken);
    model.outageUntil = Math.max(model.outageUntil, model.now + minutes * 60_000);
  });
}

/** A fork is in the same state; what happens in one is not seen in the other. */
export function fork(continuesInFork: boolean): SessionCommand {
  return new ModelStep(`fork, and go on in the ${continuesInFork ? 'fork' : 'origin'}`, (_, real) => {
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
export function replay(): SessionCommand {
  return new ModelStep('export and run again', (_, { session }) => {
    const { scenario } = parseScenario(session.exported(), { file: 'exported.json' });
    if (scenario === null) throw new Error('the export of a session is not a scenario');
    promised('the fingerprint of the export', session.fingerprint, simulate(scenario).sim.journal.fingerprint());
  });
}

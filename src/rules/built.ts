/**
 * Which rules and assumptions this version simulates. Only the exceptions are listed; everything else is simulated.
 */
import type { AssumptionName } from './assumptions.ts';
import type { RuleId } from './register.ts';

/**
 * How far a rule or an assumption is simulated.
 *
 * `built`: in full. `shapeOnly`: its fields are checked, stored and shown, but they have no effect in a run.
 * `notSimulated`: a run shows nothing of it. The reason is one or two whole sentences.
 */
export type Status =
  | { readonly status: 'built' }
  | { readonly status: 'shapeOnly' | 'notSimulated'; readonly reason: string };

type Exceptions<Key extends string> = { readonly [One in Key]?: Status };

const built: Status = { status: 'built' };

/** For tags of the service mesh: no mesh is simulated. */
const meshOnly: Status = {
  status: 'shapeOnly',
  reason: 'Calls in a simulation use no service mesh. The value is checked and shown in the status of the workload.',
};

/** For tags that say how the platform calls an external service: the scenario states the answers of the service. */
const serviceOnly = (service: string): Status => ({
  status: 'shapeOnly',
  reason: `${service} is outside the simulation: the scenario states its answers. The value is checked and shown in the status of the workload.`,
});
const authorizationOnly = serviceOnly('The authorization service');
const limiterOnly = serviceOnly('The rate limiter');

/** For fields about systems outside the platform. */
const beyond = (what: string): Status => ({
  status: 'shapeOnly',
  reason: `${what} outside the simulation. The fields are checked, stored and shown.`,
});
const cloudsOnly = beyond('Other clouds and networks are');

/**
 * Rules that are not simulated in full, each with the reason. A rule that states only values and defaults counts as
 * built if they are checked and shown.
 */
const ruleExceptions: Exceptions<RuleId> = {
  'TAG-4': meshOnly,
  'TAG-5': meshOnly,
  'TAG-6': meshOnly,
  'TAG-8': {
    status: 'shapeOnly',
    reason: 'The specification does not say when the platform redirects, nor which headers its redirects have.',
  },
  'TAG-10': {
    status: 'shapeOnly',
    reason: 'A simulation records no traces. The value is checked and shown in the status of the workload.',
  },
  'TAG-14': meshOnly,
  'TAG-15': meshOnly,
  'TAG-16': {
    status: 'shapeOnly',
    reason: 'Clusters are outside the simulation. The role is checked and shown in the status of the workload.',
  },
  // TAG-18, TAG-22, TAG-23, TAG-29 and TAG-30 decide the result of a call. These only say how to call the service.
  'TAG-19': authorizationOnly,
  'TAG-20': authorizationOnly,
  'TAG-21': authorizationOnly,
  'TAG-24': authorizationOnly,
  'TAG-25': authorizationOnly,
  'TAG-26': authorizationOnly,
  'TAG-27': authorizationOnly,
  'TAG-28': authorizationOnly,
  'TAG-31': limiterOnly,
  'TAG-32': limiterOnly,
  'TAG-33': limiterOnly,
  'TAG-34': limiterOnly,
  'IDN-2': cloudsOnly,
  'IDN-3': cloudsOnly,
  'IDN-4': cloudsOnly,
  'IDN-5': cloudsOnly,
  'IDN-6': cloudsOnly,
  'IDN-7': cloudsOnly,
  'IDN-8': cloudsOnly,
  'ENC-2': beyond('Encryption keys are'),
  'ENC-7': { status: 'shapeOnly', reason: 'Encryption keys and their policies are outside the simulation.' },
};

const assumptionExceptions: Exceptions<AssumptionName> = {};

/** How far a rule is simulated. */
export function ruleStatus(id: RuleId): Status {
  return ruleExceptions[id] ?? built;
}

/** Whether a scenario may choose the alternatives of an assumption. */
export function assumptionStatus(name: AssumptionName): Status {
  return assumptionExceptions[name] ?? built;
}

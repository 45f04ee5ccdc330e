/**
 * What this version follows of the two registers. Only the exceptions are listed; all else is built.
 */
import type { AssumptionName } from './assumptions.ts';
import type { RuleId } from './register.ts';

/**
 * `shapeOnly`: fields are checked and kept, their effect is not simulated. `notSimulated`: nothing of it shows in a
 * run. The reason is a clause for a report.
 */
export type Status =
  | { readonly status: 'built' }
  | { readonly status: 'shapeOnly' | 'notSimulated'; readonly reason: string };

type Exceptions<Key extends string> = { readonly [One in Key]?: Status };

const built: Status = { status: 'built' };

/**
 * What the mesh does to packets: the tags are checked, and what they come to stands in the status of their workload.
 */
const meshOnly: Status = {
  status: 'shapeOnly',
  reason: 'calls know no mesh that they could pass by: the value is checked, and shown in the status of the workload',
};

/**
 * How the platform speaks to a service that calls are judged by: the service itself is a behaviour of the scenario,
 * which no one speaks to.
 */
const serviceOnly = (service: string): Status => ({
  status: 'shapeOnly',
  reason: `${service} is outside the simulation, and its answers are the scenario's: the value is checked, and shown in the status of the workload`,
});
const authorizationOnly = serviceOnly('the authorization service');
const limiterOnly = serviceOnly('the rate limiter');

/** Who a replica is to clouds and networks beyond the platform, and what keys do there. */
const beyond = (what: string): Status => ({
  status: 'shapeOnly',
  reason: `${what} outside the simulation: the fields are checked, kept and shown`,
});
const cloudsOnly = beyond('clouds and networks of others are');

/**
 * Rules that are not followed in full, each with the reason. One that gives values and defaults alone is built where
 * they are checked and shown.
 */
const ruleExceptions: Exceptions<RuleId> = {
  'TAG-4': meshOnly,
  'TAG-5': meshOnly,
  'TAG-6': meshOnly,
  'TAG-8': {
    status: 'shapeOnly',
    reason: 'nothing says when the platform itself redirects, nor which headers its redirects carry',
  },
  'TAG-10': {
    status: 'shapeOnly',
    reason: 'nothing is traced: the value is checked, and shown in the status of the workload',
  },
  'TAG-14': meshOnly,
  'TAG-15': meshOnly,
  'TAG-16': {
    status: 'shapeOnly',
    reason: 'clusters are outside the simulation: the role is checked, and shown in the status of the workload',
  },
  // TAG-18, TAG-22, TAG-23, TAG-29 and TAG-30 decide what becomes of a call; these say only how the service is spoken
  // to.
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
  'ENC-2': beyond('keys are'),
  'ENC-7': { status: 'shapeOnly', reason: 'keys are outside the simulation' },
};

const assumptionExceptions: Exceptions<AssumptionName> = {
  'cron.zone': { status: 'notSimulated', reason: 'schedules run in UTC' },
};

/** How far a rule is followed. */
export function ruleStatus(id: RuleId): Status {
  return ruleExceptions[id] ?? built;
}

/** Whether a scenario may choose what the register lists. */
export function assumptionStatus(name: AssumptionName): Status {
  return assumptionExceptions[name] ?? built;
}

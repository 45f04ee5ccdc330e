import type { RuleText } from '../rule.ts';

/** What a resource is, and what sets the workload types apart. */
export const resourceRules = {
  'RES-1': {
    kind: 'shape',
    source: 'What the service does',
    statement:
      'Containers run in several locations, driven through one API whose nouns are the organization (`org`), the global virtual cloud (GVC), workload, identity, volume set, location and quota.',
  },
  'RES-2': {
    kind: 'shape',
    source: 'What the service does',
    statement: 'Whatever the resource, its outer fields are `kind`, `name`, `description` and `tags`.',
  },
  'RES-3': {
    kind: 'shape',
    source: 'Limits, row name / description length; Location, row name; 2. Patch a location, row name',
    statement: 'No `name`, of a location or of anything else, is longer than 64 characters (64 is allowed).',
  },
  'RES-4': {
    kind: 'shape',
    source: 'Limits, row name / description length; Location, row description; 2. Patch a location, row description',
    statement: 'No `description`, of a location or of anything else, is longer than 250 characters (250 is allowed).',
  },
  'RES-5': {
    kind: 'surface',
    source: 'Preamble',
    statement:
      'Where the API and the addresses live (`{base_url}`, `{app_domain}`, `{location_domain}`, `{internal_domain}`) is set for each installation.',
  },
  'RES-6': {
    kind: 'surface',
    source: 'Preamble',
    statement:
      'Special names begin with `svc`: tags `svc/...`, variables `SVC_...`, headers `x-svc-...`, volume URIs `svc://...`.',
  },
  'TYPE-1': {
    kind: 'shape',
    source: 'Workload types; Workload, row type',
    statement: 'A workload is `standard`, `stateful`, `cron` or `serverless`, as `spec.type` says.',
  },
  'TYPE-2': {
    kind: 'shape',
    source: 'Workload types, row standard',
    statement: 'No endpoint at all is fine for a standard workload.',
  },
  'TYPE-3': {
    kind: 'shape',
    source: 'Workload types, row standard',
    statement: 'Several ports on one standard workload are fine.',
  },
  'TYPE-4': {
    kind: 'behaviour',
    source: 'Workload types, rows standard, stateful',
    statement:
      'Zero replicas are reachable for standard and stateful workloads by KEDA alone; under cpu, memory, rps, latency or several metrics at least one replica stays.',
  },
  'TYPE-5': {
    kind: 'shape',
    source: 'Workload types, row stateful',
    statement: 'What a standard workload may do (no endpoint, several ports, zero by KEDA), a stateful one may too.',
  },
  'TYPE-6': {
    kind: 'shape',
    source: 'Workload types, row stateful',
    statement: 'Capacity AI is closed to stateful workloads.',
  },
  'TYPE-7': {
    kind: 'shape',
    source: 'Workload types, row stateful',
    statement: 'Concurrency cannot be the metric that scales a stateful workload.',
  },
  'TYPE-8': {
    kind: 'shape',
    source: 'Workload types, row cron',
    statement: 'Traffic cannot be served by a cron workload.',
  },
  'TYPE-9': {
    kind: 'shape',
    source: 'Workload types, row cron',
    statement: 'Scaling to zero is not open to a cron workload.',
  },
  'TYPE-10': {
    kind: 'behaviour',
    source: 'Workload types, row cron',
    statement:
      'In a cron workload each container ends by itself once its task is done; one that runs for ever has no place there.',
  },
  'TYPE-11': {
    kind: 'behaviour',
    source: 'Workload types, row cron',
    statement:
      'Each scheduled time of a cron workload brings a fresh replica, unless the concurrency policy or a suspension prevents it.',
  },
  'TYPE-12': {
    kind: 'behaviour',
    source: 'Workload types, row cron',
    statement: 'A cron workload goes to all locations of its GVC, always.',
  },
  'TYPE-13': {
    kind: 'shape',
    source: 'Workload types, row cron',
    statement: 'Overrides for single locations are not taken by a cron workload.',
  },
  'TYPE-14': {
    kind: 'behaviour',
    source: 'Workload types, row serverless',
    statement: 'Going down to zero replicas is open to a serverless workload.',
  },
  'TYPE-15': {
    kind: 'shape',
    source: 'Workload types, row serverless',
    statement: 'Exactly one port is served by a serverless workload, never a second.',
  },
  'TYPE-16': {
    kind: 'shape',
    source: 'Workload types, row serverless',
    statement: 'A serverless workload cannot do without a network endpoint.',
  },
} as const satisfies RuleText;

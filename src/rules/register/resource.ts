import type { RuleText } from '../rule.ts';

/** Rules that hold for every resource, and the differences between the workload types. */
export const resourceRules = {
  'RES-1': {
    kind: 'shape',
    source: 'What the service does',
    statement:
      'The platform runs containers in more than one location and is controlled through an API. Its resources are organizations (`org`), global virtual clouds (GVC), workloads, identities, volume sets, locations and quotas.',
  },
  'RES-2': {
    kind: 'shape',
    source: 'What the service does',
    statement: 'Every resource has the common fields `kind`, `name`, `description` and `tags`.',
  },
  'RES-3': {
    kind: 'shape',
    source: 'Limits, row name / description length; Location, row name; 2. Patch a location, row name',
    statement: 'The `name` of every resource, locations included, is a string of at most 64 characters (64 included).',
  },
  'RES-4': {
    kind: 'shape',
    source: 'Limits, row name / description length; Location, row description; 2. Patch a location, row description',
    statement:
      'The `description` of every resource, locations included, is a string of at most 250 characters (250 included).',
  },
  'RES-5': {
    kind: 'surface',
    source: 'Preamble',
    statement:
      'The API address (`{base_url}`) and the domains of network addresses (`{app_domain}`, `{location_domain}`, `{internal_domain}`) are settings of each installation.',
  },
  'RES-6': {
    kind: 'surface',
    source: 'Preamble',
    statement:
      'The prefix of the platform is `svc`: tags are named `svc/...`, environment variables `SVC_...` and headers `x-svc-...`, and volume URIs start with `svc://`.',
  },
  'TYPE-1': {
    kind: 'shape',
    source: 'Workload types; Workload, row type',
    statement: '`spec.type` of a workload is `standard`, `stateful`, `cron` or `serverless`.',
  },
  'TYPE-2': {
    kind: 'shape',
    source: 'Workload types, row standard',
    statement: 'A standard workload may run without a network endpoint.',
  },
  'TYPE-3': {
    kind: 'shape',
    source: 'Workload types, row standard',
    statement: 'A standard workload may serve several ports.',
  },
  'TYPE-4': {
    kind: 'behaviour',
    source: 'Workload types, rows standard, stateful',
    statement:
      'A standard or stateful workload scales to zero replicas only with the autoscaling metric KEDA. With cpu, memory, rps, latency or multi-metric autoscaling, it never scales to zero.',
  },
  'TYPE-5': {
    kind: 'shape',
    source: 'Workload types, row stateful',
    statement:
      'A stateful workload may do all that a standard workload may do: run without an endpoint, serve several ports, and scale to zero with KEDA.',
  },
  'TYPE-6': {
    kind: 'shape',
    source: 'Workload types, row stateful',
    statement: 'A stateful workload cannot use Capacity AI.',
  },
  'TYPE-7': {
    kind: 'shape',
    source: 'Workload types, row stateful',
    statement: 'A stateful workload cannot use concurrency as the metric of its horizontal autoscaling.',
  },
  'TYPE-8': {
    kind: 'shape',
    source: 'Workload types, row cron',
    statement: 'A cron workload cannot serve traffic.',
  },
  'TYPE-9': {
    kind: 'shape',
    source: 'Workload types, row cron',
    statement: 'A cron workload cannot scale to zero.',
  },
  'TYPE-10': {
    kind: 'behaviour',
    source: 'Workload types, row cron',
    statement:
      'In a cron workload, every container must exit when its task is done. Containers that never exit are not allowed.',
  },
  'TYPE-11': {
    kind: 'behaviour',
    source: 'Workload types, row cron',
    statement:
      'At each scheduled time of a cron workload, the platform starts a new replica, unless the concurrency policy or a suspension prevents it.',
  },
  'TYPE-12': {
    kind: 'behaviour',
    source: 'Workload types, row cron',
    statement: 'The platform always deploys a cron workload to every location of its GVC.',
  },
  'TYPE-13': {
    kind: 'shape',
    source: 'Workload types, row cron',
    statement: 'A cron workload cannot have overrides for single locations.',
  },
  'TYPE-14': {
    kind: 'behaviour',
    source: 'Workload types, row serverless',
    statement: 'Autoscaling may scale a serverless workload to zero replicas.',
  },
  'TYPE-15': {
    kind: 'shape',
    source: 'Workload types, row serverless',
    statement: 'A serverless workload serves exactly one port; a second port is not allowed.',
  },
  'TYPE-16': {
    kind: 'shape',
    source: 'Workload types, row serverless',
    statement: 'A serverless workload must have a network endpoint.',
  },
} as const satisfies RuleText;

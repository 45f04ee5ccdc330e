import type { RuleText } from '../rule.ts';

/** Rules of network addresses, billing, logs, metrics and the audit trail. */
export const networkRules = {
  'NET-1': {
    kind: 'surface',
    source: 'Workload network addresses, row Canonical',
    statement:
      'The canonical endpoint of a workload is `<workload_name>-<gvc_alias>.{app_domain}`. It is global and load balanced, and TLS ends there.',
  },
  'NET-2': {
    kind: 'surface',
    source: 'Workload network addresses, row Canonical',
    statement:
      'When the GVC has an org endpoint prefix, the canonical endpoint is `<workload_name>-<gvc_alias>.<org_endpoint_prefix>.{app_domain}`.',
  },
  'NET-3': {
    kind: 'surface',
    source: 'Workload network addresses, row Location-specific',
    statement:
      'For each location of its GVC, a workload has the location endpoint `<workload_name>-<gvc_alias>.<location_name>.{location_domain}`.',
  },
  'NET-4': {
    kind: 'surface',
    source:
      'Workload network addresses, row Replica-direct; Workload, row loadBalancer.replicaDirect; Workload types, row stateful',
    statement:
      'When `replicaDirect` is true on a stateful workload, each replica has the endpoint `<workload_name>-<gvc_alias>-<replica_index>.<location_name>.{location_domain}`.',
  },
  'NET-5': {
    kind: 'surface',
    source: 'Workload network addresses, row Custom domain',
    statement:
      'Each domain route that uses a workload adds a global endpoint: a custom domain. The status of the workload lists it.',
  },
  'NET-6': {
    kind: 'surface',
    source: 'Workload network addresses, row Internal',
    statement:
      'The internal address of a workload is `<workload_name>.<gvc_name>.{internal_domain}:<port>`. Calls to it use mutual TLS.',
  },
  'NET-7': {
    kind: 'surface',
    source: 'Workload network addresses, row Internal',
    statement:
      'Only callers of the same org can use the internal address, and only as the internal firewall settings allow.',
  },
  'NET-8': {
    kind: 'surface',
    source: 'Workload network addresses, row Internal replica-direct',
    statement:
      'The internal address of a single replica is `replica-<replica_index>.<workload_name>.<location_name>.<gvc_name>.{internal_domain}:<port>`.',
  },
  'NET-9': {
    kind: 'surface',
    source: 'Workload, row containers[].name',
    statement: 'A container calls another container of its workload at `http://<container_name>:<port>`.',
  },
  'NET-10': {
    kind: 'surface',
    source: 'Workload types, rule 1',
    statement:
      'When a request comes through a custom domain, a serverless workload receives the canonical endpoint in `Host` and the original domain in `X-Forwarded-Host`.',
  },
  'NET-11': {
    kind: 'surface',
    source: 'Workload types, rule 2',
    statement:
      'When a request comes through a custom domain, a workload that is not serverless receives that domain in `Host`.',
  },
  'NET-12': {
    kind: 'surface',
    source: 'Workload network addresses, Debug headers',
    statement:
      'When debug is enabled and a request to the global or canonical endpoint has `x-svc-debug: true`, the response has two headers. `x-svc-location` is the location of the replica that answered; `x-svc-replica` is its name.',
  },
  'NET-13': {
    kind: 'behaviour',
    source: 'Workload network addresses, internal routing',
    statement:
      'Internal routing includes only replicas that have passed readiness, unless `svc/publishNotReadyAddresses` is `true`.',
  },
  'BILL-1': {
    kind: 'money',
    source: 'Billing facts',
    statement: 'The bill of a workload charges its reserved resources: `minCpu` and `minMemory`.',
  },
  'BILL-2': {
    kind: 'money',
    source: 'Billing facts',
    statement: 'The bill of a volume set charges the sum of the reserved GB of all its volumes.',
  },
  'BILL-3': {
    kind: 'money',
    source: 'Billing facts',
    statement:
      'When a workload mounts an object store, the platform bills the CPU, memory and egress of the container that mounts it (the mounter) to the workload.',
  },
  'BILL-4': {
    kind: 'money',
    source: 'Volume set, rule 6',
    statement: 'When a volume set is shared, the platform bills CPU and memory for each of its mount points.',
  },
  'LOG-1': {
    kind: 'surface',
    source: 'Workload types, rule 3',
    statement: 'Workloads of every type have logs.',
  },
  'LOG-2': {
    kind: 'surface',
    source: 'Logs',
    statement: 'The platform collects the logs of a workload from all its locations.',
  },
  'LOG-3': {
    kind: 'surface',
    source: 'Logs',
    statement: 'Log queries are written in LogQL, with the labels `gvc` and `workload`.',
  },
  'LOG-4': {
    kind: 'surface',
    source: 'Logs',
    statement: 'Log queries can filter by date, by location and by container.',
  },
  'METRIC-1': {
    kind: 'surface',
    source: 'Workload types, rule 3',
    statement: 'Workloads of every type have metrics.',
  },
  'METRIC-2': {
    kind: 'surface',
    source: 'Billing facts',
    statement:
      'In metrics, a container named `cpln-mounter` shows the CPU, memory and egress of mounted object stores.',
  },
  'AUDIT-1': {
    kind: 'surface',
    source: 'Workload types, rule 3; Events',
    statement: 'Workloads of every type have an audit trail.',
  },
} as const satisfies RuleText;

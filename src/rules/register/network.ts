import type { RuleText } from '../rule.ts';

/** How workloads are reached, billed and observed: addresses, bill, logs, metrics, audit trail. */
export const networkRules = {
  'NET-1': {
    kind: 'surface',
    source: 'Workload network addresses, row Canonical',
    statement:
      'The canonical endpoint is global and balanced, ends TLS, and reads `<workload_name>-<gvc_alias>.{app_domain}`.',
  },
  'NET-2': {
    kind: 'surface',
    source: 'Workload network addresses, row Canonical',
    statement:
      'An org endpoint prefix on the GVC makes the canonical endpoint `<workload_name>-<gvc_alias>.<org_endpoint_prefix>.{app_domain}`.',
  },
  'NET-3': {
    kind: 'surface',
    source: 'Workload network addresses, row Location-specific',
    statement:
      'In each location of the GVC the workload answers at `<workload_name>-<gvc_alias>.<location_name>.{location_domain}`.',
  },
  'NET-4': {
    kind: 'surface',
    source:
      'Workload network addresses, row Replica-direct; Workload, row loadBalancer.replicaDirect; Workload types, row stateful',
    statement:
      '`replicaDirect` on a stateful workload gives every replica `<workload_name>-<gvc_alias>-<replica_index>.<location_name>.{location_domain}`.',
  },
  'NET-5': {
    kind: 'surface',
    source: 'Workload network addresses, row Custom domain',
    statement: 'A domain route to a workload is one more global endpoint of it, shown in its status.',
  },
  'NET-6': {
    kind: 'surface',
    source: 'Workload network addresses, row Internal',
    statement: 'Inside, over mutual TLS, a workload is `<workload_name>.<gvc_name>.{internal_domain}:<port>`.',
  },
  'NET-7': {
    kind: 'surface',
    source: 'Workload network addresses, row Internal',
    statement: 'The inside address answers callers of the same org, within what the internal firewall allows.',
  },
  'NET-8': {
    kind: 'surface',
    source: 'Workload network addresses, row Internal replica-direct',
    statement:
      'Inside, a single replica is `replica-<replica_index>.<workload_name>.<location_name>.<gvc_name>.{internal_domain}:<port>`.',
  },
  'NET-9': {
    kind: 'surface',
    source: 'Workload, row containers[].name',
    statement: 'Containers of one workload call each other at `http://<container_name>:<port>`.',
  },
  'NET-10': {
    kind: 'surface',
    source: 'Workload types, rule 1',
    statement:
      'Through a custom domain a serverless workload sees the canonical endpoint in `Host` and the domain asked for in `X-Forwarded-Host`.',
  },
  'NET-11': {
    kind: 'surface',
    source: 'Workload types, rule 2',
    statement: 'Through a custom domain a workload that is not serverless sees that domain in `Host`.',
  },
  'NET-12': {
    kind: 'surface',
    source: 'Workload network addresses, Debug headers',
    statement:
      'With debug on, a request to a global or canonical endpoint bearing `x-svc-debug: true` is told in `x-svc-location` and `x-svc-replica` where and by which replica it was answered.',
  },
  'NET-13': {
    kind: 'behaviour',
    source: 'Workload network addresses, internal routing',
    statement: 'Only replicas past readiness take part in internal routing, save under `svc/publishNotReadyAddresses`.',
  },
  'BILL-1': {
    kind: 'money',
    source: 'Billing facts',
    statement: 'The bill of a workload counts what it reserves: `minCpu` and `minMemory`.',
  },
  'BILL-2': {
    kind: 'money',
    source: 'Billing facts',
    statement: 'The bill of a volume set is for the reserved GB of all its volumes together.',
  },
  'BILL-3': {
    kind: 'money',
    source: 'Billing facts',
    statement: "An object store's mount is on the bill of the workload that has it: CPU, memory and egress.",
  },
  'BILL-4': {
    kind: 'money',
    source: 'Volume set, rule 6',
    statement: 'A shared volume set is charged CPU and memory for every mount point.',
  },
  'LOG-1': {
    kind: 'surface',
    source: 'Workload types, rule 3',
    statement: 'Every type of workload has logs.',
  },
  'LOG-2': {
    kind: 'surface',
    source: 'Logs',
    statement: 'Logs come from all locations of a workload.',
  },
  'LOG-3': {
    kind: 'surface',
    source: 'Logs',
    statement: 'Logs are asked for in LogQL by the labels `gvc` and `workload`.',
  },
  'LOG-4': {
    kind: 'surface',
    source: 'Logs',
    statement: 'Date, location and container narrow the logs down.',
  },
  'METRIC-1': {
    kind: 'surface',
    source: 'Workload types, rule 3',
    statement: 'Every type of workload has metrics.',
  },
  'METRIC-2': {
    kind: 'surface',
    source: 'Billing facts',
    statement:
      'In metrics a container `cpln-mounter` stands for what mounted object stores take in CPU, memory and egress.',
  },
  'AUDIT-1': {
    kind: 'surface',
    source: 'Workload types, rule 3; Events',
    statement: 'Every type of workload has an audit trail.',
  },
} as const satisfies RuleText;

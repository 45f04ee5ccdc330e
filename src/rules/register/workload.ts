import type { RuleText } from '../rule.ts';

/** Rules of the workload fields, the names of stateful replicas and ephemeral storage. */
export const workloadRules = {
  'WL-1': {
    kind: 'shape',
    source: 'Workload, row containers[]',
    statement: '`containers` is a list with one object for each container.',
  },
  'WL-2': {
    kind: 'shape',
    source: 'Workload, row containers[]',
    statement: 'A standard, stateful or serverless workload may have several containers.',
  },
  'WL-3': {
    kind: 'shape',
    source: 'Workload, rows containers[].name, containers[].image, containers[].command, containers[].args',
    statement:
      'In an entry of `containers`, `name`, `image` and `command` are strings, and `args` is a list of strings.',
  },
  'WL-4': {
    kind: 'shape',
    source: 'Workload, row containers[].cpu',
    statement:
      '`cpu` of a container is a string such as `<n>` for a number of cores (`2`) or `<n>m` for thousandths of a core (`500m`).',
  },
  'WL-5': {
    kind: 'shape',
    source: 'Workload, row containers[].memory',
    statement: '`memory` of a container is a string such as `<n>Gi` or `<n>Mi`.',
  },
  'WL-6': {
    kind: 'shape',
    source: 'Workload, rows containers[].minCpu, containers[].minMemory',
    statement:
      '`minCpu` and `minMemory` of a container are strings. Their purpose is to control the cost of stateful workloads.',
  },
  'WL-7': {
    kind: 'shape',
    source: 'Workload, rule 1; Limits, row minCpu vs cpu',
    statement: 'The difference between `minCpu` and `cpu` of a container is at most 4000m (4000m included).',
  },
  'WL-8': {
    kind: 'shape',
    source: 'Workload, rule 1; Limits, row minCpu vs cpu',
    statement: '`minCpu` of a container is at least a quarter of its `cpu` (exactly a quarter is allowed).',
  },
  'WL-9': {
    kind: 'shape',
    source: 'Workload, rule 2; Limits, row minMemory vs memory',
    statement: 'The difference between `minMemory` and `memory` of a container is at most 4096Mi (4096Mi included).',
  },
  'WL-10': {
    kind: 'shape',
    source: 'Workload, rule 2; Limits, row minMemory vs memory',
    statement: '`minMemory` of a container is at least a quarter of its `memory` (exactly a quarter is allowed).',
  },
  'WL-11': {
    kind: 'shape',
    source: 'Workload, row containers[].env[]',
    statement: '`env` of a container is a list of objects `{name, value}`.',
  },
  'WL-12': {
    kind: 'shape',
    source: 'Workload, row containers[].ports[]',
    statement:
      '`ports` of a container is a list of objects `{number, protocol}`. Known values of `protocol` are `http`, `http2`, `grpc` and `tcp`.',
  },
  'WL-13': {
    kind: 'shape',
    source: 'Workload, row containers[].volumes[]',
    statement:
      '`volumes` of a container is a list of objects `{uri, path}`. `path` is the directory where the container mounts the volume.',
  },
  'WL-14': {
    kind: 'shape',
    source: 'Workload, row containers[].volumes[]; Workload types, row stateful',
    statement: 'Only a stateful workload may mount volume sets (`containers[].volumes`).',
  },
  'WL-15': {
    kind: 'shape',
    source: 'Workload, row containers[].volumes[]; Workload, rule 3',
    statement: 'The `uri` of a mounted volume set is `svc://volumeset/` followed by the name of the volume set.',
  },
  'WL-16': {
    kind: 'shape',
    source: 'Workload, rule 4; Limits, row Volume sets per stateful workload',
    statement: 'The number of volume sets that a stateful workload may use is not limited.',
  },
  'WL-17': {
    kind: 'shape',
    source: 'Workload, rule 4; Volume set, rule 4',
    statement: 'Volume sets belong to a GVC. A workload can use only the volume sets of its own GVC.',
  },
  'WL-18': {
    kind: 'shape',
    source: 'Workload, row defaultOptions.autoscaling',
    statement: '`defaultOptions.autoscaling` is an object with the fields `minScale` and `maxScale`.',
  },
  'WL-19': {
    kind: 'shape',
    source: 'Workload, row defaultOptions.timeoutSeconds; Limits, row defaultOptions.timeoutSeconds',
    statement: '`defaultOptions.timeoutSeconds` is a whole number of seconds from 1 to 600 (both included).',
  },
  'WL-20': {
    kind: 'shape',
    source: 'Workload, row defaultOptions.multiZone.enabled',
    statement: '`defaultOptions.multiZone.enabled` is a boolean; the default is `false`.',
  },
  'WL-21': {
    kind: 'behaviour',
    source: 'Workload, row defaultOptions.multiZone.enabled',
    statement:
      'When `multiZone.enabled` is true, each location spreads the replicas of the workload over its availability zones.',
  },
  'WL-22': {
    kind: 'behaviour',
    source: 'Workload, row defaultOptions.multiZone.enabled',
    statement: 'Not every location supports the placement of replicas in several zones (`multiZone`).',
  },
  'WL-23': {
    kind: 'shape',
    source: 'Workload, row loadBalancer.replicaDirect',
    statement:
      '`loadBalancer.replicaDirect` is a boolean for stateful workloads; `true` gives each replica its own endpoint.',
  },
  'REPL-1': {
    kind: 'surface',
    source: 'Workload, rule 6; Workload types, row stateful',
    statement: 'The replicas of a stateful workload are named `<workload_name>-<index>`. Indexes start at 0.',
  },
  'REPL-2': {
    kind: 'behaviour',
    source: 'Workload, rule 6; Workload types, row stateful',
    statement: 'When a stateful replica restarts, it keeps its name.',
  },
  'REPL-3': {
    kind: 'surface',
    source: 'Workload, rule 6; Workload types, row stateful',
    statement:
      'Inside its own location, a stateful replica has the hostname `<replica_identity>.<workload_name>`. The hostname does not work from other locations.',
  },
  'REPL-4': {
    kind: 'surface',
    source: 'Workload, rule 6',
    statement: 'Other workloads can call a port at the local hostname of a stateful replica over plain HTTP.',
  },
  'EPH-1': {
    kind: 'shape',
    source: 'Workload, rule 5; Limits, row Ephemeral storage per replica',
    statement: 'Each replica has at least 1 GB of ephemeral storage (1 GB included), on a local SSD.',
  },
  'EPH-2': {
    kind: 'shape',
    source: 'Workload, rule 5; Limits, row Ephemeral storage per replica',
    statement:
      'When a workload requests more than 1 core (exactly 1 excluded), each replica has 1 GB of ephemeral storage per requested core. Fractions count: 1500m gives 1.5 GB.',
  },
  'EPH-3': {
    kind: 'behaviour',
    source: 'Workload, rule 5',
    statement:
      'When a replica uses more ephemeral storage than it is allotted, the platform evicts and replaces the replica.',
  },
} as const satisfies RuleText;

import type { RuleText } from '../rule.ts';

/** What a workload says: its fields, the names of its replicas, its ephemeral storage. */
export const workloadRules = {
  'WL-1': {
    kind: 'shape',
    source: 'Workload, row containers[]',
    statement: '`containers` lists the containers, an object for each.',
  },
  'WL-2': {
    kind: 'shape',
    source: 'Workload, row containers[]',
    statement: 'Several containers may share a standard, stateful or serverless workload.',
  },
  'WL-3': {
    kind: 'shape',
    source: 'Workload, rows containers[].name, containers[].image, containers[].command, containers[].args',
    statement: 'In a container `name`, `image` and `command` are strings, while `args` is a list of strings.',
  },
  'WL-4': {
    kind: 'shape',
    source: 'Workload, row containers[].cpu',
    statement:
      '`cpu` of a container is text: a number of cores, `<n>` (as `2`), or thousandths of a core, `<n>m` (as `500m`).',
  },
  'WL-5': {
    kind: 'shape',
    source: 'Workload, row containers[].memory',
    statement: '`memory` of a container is text, `<n>Gi` or `<n>Mi`.',
  },
  'WL-6': {
    kind: 'shape',
    source: 'Workload, rows containers[].minCpu, containers[].minMemory',
    statement: '`minCpu` and `minMemory` of a container are text, meant to hold down what stateful workloads cost.',
  },
  'WL-7': {
    kind: 'shape',
    source: 'Workload, rule 1; Limits, row minCpu vs cpu',
    statement: 'From `minCpu` to `cpu` of one container it is at most 4000m (4000m is allowed).',
  },
  'WL-8': {
    kind: 'shape',
    source: 'Workload, rule 1; Limits, row minCpu vs cpu',
    statement: "`minCpu` is at least a quarter of its container's `cpu` (a quarter exactly is allowed).",
  },
  'WL-9': {
    kind: 'shape',
    source: 'Workload, rule 2; Limits, row minMemory vs memory',
    statement: 'From `minMemory` to `memory` of one container it is at most 4096Mi (4096Mi is allowed).',
  },
  'WL-10': {
    kind: 'shape',
    source: 'Workload, rule 2; Limits, row minMemory vs memory',
    statement: "`minMemory` is at least a quarter of its container's `memory` (a quarter exactly is allowed).",
  },
  'WL-11': {
    kind: 'shape',
    source: 'Workload, row containers[].env[]',
    statement: '`env` of a container is a list of `{name, value}`.',
  },
  'WL-12': {
    kind: 'shape',
    source: 'Workload, row containers[].ports[]',
    statement:
      '`ports` of a container is a list of `{number, protocol}`; the protocols shown are `http`, `http2`, `grpc` and `tcp`.',
  },
  'WL-13': {
    kind: 'shape',
    source: 'Workload, row containers[].volumes[]',
    statement:
      '`volumes` of a container is a list of `{uri, path}`, the path being the directory that shows the volume.',
  },
  'WL-14': {
    kind: 'shape',
    source: 'Workload, row containers[].volumes[]; Workload types, row stateful',
    statement: 'Mounting volume sets (`containers[].volumes`) is for stateful workloads only.',
  },
  'WL-15': {
    kind: 'shape',
    source: 'Workload, row containers[].volumes[]; Workload, rule 3',
    statement: 'The `uri` of a mounted volume set is `svc://volumeset/` and the name of the set.',
  },
  'WL-16': {
    kind: 'shape',
    source: 'Workload, rule 4; Limits, row Volume sets per stateful workload',
    statement: 'One stateful workload may use any number of volume sets.',
  },
  'WL-17': {
    kind: 'shape',
    source: 'Workload, rule 4; Volume set, rule 4',
    statement: 'Volume sets stay inside their GVC: a workload can use those of its own and no others.',
  },
  'WL-18': {
    kind: 'shape',
    source: 'Workload, row defaultOptions.autoscaling',
    statement: '`defaultOptions.autoscaling` holds `minScale` and `maxScale`.',
  },
  'WL-19': {
    kind: 'shape',
    source: 'Workload, row defaultOptions.timeoutSeconds; Limits, row defaultOptions.timeoutSeconds',
    statement: '`defaultOptions.timeoutSeconds` is a whole number of seconds from 1 to 600, both included.',
  },
  'WL-20': {
    kind: 'shape',
    source: 'Workload, row defaultOptions.multiZone.enabled',
    statement: '`defaultOptions.multiZone.enabled` is true or false, and false unless written.',
  },
  'WL-21': {
    kind: 'behaviour',
    source: 'Workload, row defaultOptions.multiZone.enabled',
    statement:
      "Once `multiZone.enabled` is true, a location spreads the workload's replicas over its availability zones.",
  },
  'WL-22': {
    kind: 'behaviour',
    source: 'Workload, row defaultOptions.multiZone.enabled',
    statement: 'There are locations where multi-zone placement is not to be had.',
  },
  'WL-23': {
    kind: 'shape',
    source: 'Workload, row loadBalancer.replicaDirect',
    statement: '`loadBalancer.replicaDirect` is true or false and speaks to stateful workloads.',
  },
  'REPL-1': {
    kind: 'surface',
    source: 'Workload, rule 6; Workload types, row stateful',
    statement: 'Stateful replicas are called `<workload_name>-<index>`, the first index being 0.',
  },
  'REPL-2': {
    kind: 'behaviour',
    source: 'Workload, rule 6; Workload types, row stateful',
    statement: 'A restart leaves a stateful replica its name.',
  },
  'REPL-3': {
    kind: 'surface',
    source: 'Workload, rule 6; Workload types, row stateful',
    statement:
      'Within its own location, and only there, a stateful replica answers to the host `<replica_identity>.<workload_name>`.',
  },
  'REPL-4': {
    kind: 'surface',
    source: 'Workload, rule 6',
    statement: 'Other workloads reach a port of a stateful replica by that local host over plain HTTP.',
  },
  'EPH-1': {
    kind: 'shape',
    source: 'Workload, rule 5; Limits, row Ephemeral storage per replica',
    statement: 'Each replica has ephemeral storage on a local SSD, never less than 1 GB.',
  },
  'EPH-2': {
    kind: 'shape',
    source: 'Workload, rule 5; Limits, row Ephemeral storage per replica',
    statement:
      'Beyond 1 requested core (1 itself is not beyond) a replica has 1 GB of ephemeral storage for each core, parts of cores counted: 1500m make 1.5 GB.',
  },
  'EPH-3': {
    kind: 'behaviour',
    source: 'Workload, rule 5',
    statement: 'Using more ephemeral storage than allotted costs a replica its life: another takes its place.',
  },
} as const satisfies RuleText;

/** What each assumption about addresses and environment variables decides. */
export const aboutNetwork = {
  'address.noPort':
    'Whether a workload without a port has addresses. `names`: it has them, unless it is a cron workload.',
  'address.port': 'Which port of a workload receives a request that names none: the first in its list, or the lowest.',
  'address.externalPorts': 'Which port numbers an external address accepts.',
  'address.internalReplica':
    'Which workloads have internal addresses of single replicas: all stateful ones, or only those with `replicaDirect`.',
  'address.crossGvcReplicas':
    'When a replica can be found from another GVC: if `svc/discoverCrossGvcReplicas` is on its workload (`taggedTarget`), if it is on the caller (`taggedCaller`), or always.',
  'address.localScope':
    'Which callers can use the local hostname of a stateful replica: those of its own GVC, or all of its org.',
  'address.container':
    "Where `http://<container_name>` leads: to the caller's own replica, or to any replica of the workload in this location.",
  'discovery.duration':
    'After a cold start in a location (its first ready replica since none was desired there), how long callers in other locations do not find it. This applies to internal callers only: callers in its own location find it at once, and requests from outside always do. A serverless workload holds requests instead, and what runs at the start of a run is already found.',
  'discovery.resume':
    'Whether internal callers in other locations find a workload again after `localOptions` suspended it in its location and it was resumed. `lost`: not until the workload is deleted and created again. Callers in its own location and requests from outside are not affected.',
  'domain.route.match':
    'How a route prefix of a custom domain matches a path: by characters (`text`), or by whole segments.',
  'domain.route.repeated':
    'What happens to two routes of a domain with the same prefix: the write is refused, or the first one applies.',
  'header.host':
    'Which `Host` a container receives when the address is not a custom domain: the name that the caller used, or the canonical endpoint.',
  'debug.customDomain': 'Whether debug headers also work through a custom domain.',
  'env.clash': 'Which value applies if a container defines a variable with the name of a built-in one.',
  'env.inherit': 'Whether a container with `inheritEnv` also receives the variables of its GVC.',
  'env.changed':
    'Which GVC variables a replica has after the GVC changes: the new ones (`seen`), or those from when the replica was created (`keptFromStart`).',
  'env.globalEndpoint': 'Whether `SVC_GLOBAL_ENDPOINT` includes the org endpoint prefix of the GVC.',
  'env.location': 'What `SVC_LOCATION` contains: `<provider>-<region>`, or the name of the location.',
  'env.token': 'Whether all replicas of a workload have the same `SVC_TOKEN` or each has its own.',
} as const;

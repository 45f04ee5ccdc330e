import { word } from './choice.ts';
import { numbers } from './collection.ts';

/** Names and ports at which workloads are reached, and what a container is told. */
export const networkAssumptions = {
  'address.noPort': word(
    ['none', 'names'],
    'what listens nowhere has nothing to be called at; names alone would mislead',
  ),
  'address.port': word(['first', 'lowest'], 'free choice among the ports of a workload, where a name says none'),
  'address.externalPorts': numbers([80, 443], 'what a name without a port means, with and without TLS', {
    from: 1,
    to: 65_535,
  }),
  'address.internalReplica': word(
    ['stateful', 'replicaDirect'],
    'an index is all that the name needs, and every stateful replica has one',
  ),
  'address.crossGvcReplicas': word(
    ['taggedTarget', 'taggedCaller', 'always'],
    'a tag that lets replicas be discovered across GVCs says that without it they are not; which of the two bears it is left open',
  ),
  'address.localScope': word(['ownGvc', 'ownOrg'], 'two GVCs may each have a workload of the same name'),
  'address.container': word(
    ['ownReplica', 'anyReplica'],
    'containers of a replica share its network, as in Kubernetes: one that asks another leaves neither the replica nor meets a check; anyReplica: the name leads to the workload in this location',
  ),
  'domain.route.match': word(['text', 'segments'], 'Envoy compares characters; Kubernetes whole segments of a path'),
  'domain.route.repeated': word(['refuse', 'first'], 'of two routes with one prefix the second would never be taken'),
  'header.host': word(
    ['asAsked', 'canonical'],
    'a name that is no custom domain reaches the container as it was asked for, and nothing is added: gateways keep `Host`',
  ),
  'debug.customDomain': word(['yes', 'no'], 'a custom domain is one more global endpoint'),
  'env.clash': word(['builtIn', 'container'], 'their names are reserved: only without that bound can two clash'),
  'env.inherit': word(['asAsked', 'never'], "published: with `inheritEnv` a container has its GVC's variables too"),
  'env.changed': word(
    ['seen', 'keptFromStart'],
    'a change of a GVC makes no version, so no replica is older than it; keptFromStart: a replica has the variables that its GVC had when it was created',
  ),
  'env.globalEndpoint': word(['canonical', 'withoutPrefix'], 'it is the canonical host, which the prefix moves'),
  'env.location': word(['providerAndRegion', 'name'], 'a custom location may have any name'),
  'env.token': word(['perWorkload', 'perReplica'], 'a token is good for the workload that it was given to'),
} as const;

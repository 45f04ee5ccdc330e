import { word } from './choice.ts';
import { numbers } from './collection.ts';
import { drawn, uniform } from './quantity.ts';

/** Assumptions about addresses, ports, domains and environment variables. */
export const networkAssumptions = {
  'address.noPort': word(
    ['none', 'names'],
    'A workload that listens on no port cannot be called, so an address would mislead.',
  ),
  'address.port': word(['first', 'lowest'], 'This is a free choice among the ports of the workload.'),
  'address.externalPorts': numbers(
    [80, 443],
    'These are the ports of an address without a port, with and without TLS.',
    {
      from: 1,
      to: 65_535,
    },
  ),
  'address.internalReplica': word(
    ['stateful', 'replicaDirect'],
    'The address needs only an index, and every stateful replica has one.',
  ),
  'address.crossGvcReplicas': word(
    ['taggedTarget', 'taggedCaller', 'always'],
    'The tag lets replicas be found across GVCs, so without it they are not. The specification does not say which workload has the tag.',
  ),
  'address.localScope': word(['ownGvc', 'ownOrg'], 'Two GVCs may each have a workload with the same name.'),
  'address.container': word(
    ['ownReplica', 'anyReplica'],
    'Containers of a replica share its network, as in Kubernetes. A call between them stays in the replica and passes no check.',
  ),
  'discovery.duration': drawn('0s', 'The specification gives no time until a replica can be found.', {
    observed: {
      is: uniform('90s', '150s'),
      why: 'After a cold start, peers in other locations were found after about two minutes (M087), so the range is 120 s and a quarter of it to each side. Crashed members of the same cluster were back within 23 s (M050), so a restart does not wait.',
    },
  }),
  'discovery.resume': word(
    ['found', 'lost'],
    'The specification says that a resumed workload runs again. One vendor note says that its endpoints stay unknown to other locations (M088).',
  ),
  'domain.route.match': word(
    ['text', 'segments'],
    'Envoy compares characters. Kubernetes compares whole segments of a path.',
  ),
  'domain.route.repeated': word(['refuse', 'first'], 'The second of two equal routes would never receive a request.'),
  'header.host': word(['asAsked', 'canonical'], 'Gateways keep `Host` and add no other header.'),
  'debug.customDomain': word(['yes', 'no'], 'A custom domain is one more global endpoint.'),
  'env.clash': word(
    ['builtIn', 'container'],
    'The built-in names are reserved: a container can define them only if `fields.bounds.envNameRefused` allows it.',
  ),
  'env.inherit': word(['asAsked', 'never'], 'A comparable platform publishes that it does.'),
  'env.changed': word(
    ['seen', 'keptFromStart'],
    'A change of a GVC makes no new version, so no replica has an older version.',
  ),
  'env.globalEndpoint': word(
    ['canonical', 'withoutPrefix'],
    'The variable contains the canonical host, and the prefix changes that host.',
  ),
  'env.location': word(['providerAndRegion', 'name'], 'A custom location may have any name.'),
  'env.token': word(['perWorkload', 'perReplica'], 'A token is valid for the workload that received it.'),
} as const;

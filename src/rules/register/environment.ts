import type { RuleText } from '../rule.ts';

/** What a container is told and what a tag changes: built-in variables, special tags. */
export const environmentRules = {
  'ENV-1': {
    kind: 'surface',
    source: 'Built-in environment variables of every container',
    statement: 'No container is without the built-in variables.',
  },
  'ENV-2': {
    kind: 'surface',
    source: 'Built-in environment variables of every container',
    statement:
      '`SVC_GLOBAL_ENDPOINT` holds the canonical host at which the container is called, `<workload_name>-<gvc_alias>.{app_domain}`.',
  },
  'ENV-3': {
    kind: 'surface',
    source: 'Built-in environment variables of every container',
    statement: "`SVC_GVC` holds the GVC's name.",
  },
  'ENV-4': {
    kind: 'surface',
    source: 'Built-in environment variables of every container',
    statement: "`SVC_GVC_ALIAS` holds the GVC's alias, 13 letters and digits, no more and no fewer.",
  },
  'ENV-5': {
    kind: 'surface',
    source: 'Built-in environment variables of every container',
    statement: '`SVC_LOCATION` holds the serving location in the form `<provider>-<region>`.',
  },
  'ENV-6': {
    kind: 'surface',
    source: 'Built-in environment variables of every container',
    statement: '`SVC_NAMESPACE` holds a random string that is generated.',
  },
  'ENV-7': {
    kind: 'surface',
    source: 'Built-in environment variables of every container',
    statement: '`SVC_PROVIDER` holds the cloud provider, such as `aws`, `azure` or `gcp`.',
  },
  'ENV-8': {
    kind: 'surface',
    source: 'Built-in environment variables of every container',
    statement: "`SVC_ORG` holds the org's name.",
  },
  'ENV-9': {
    kind: 'surface',
    source: 'Built-in environment variables of every container',
    statement: "`SVC_WORKLOAD` holds the workload's name.",
  },
  'ENV-10': {
    kind: 'surface',
    source: 'Built-in environment variables of every container; Versioning, rule 2',
    statement:
      '`SVC_WORKLOAD_VERSION` holds the workload version as a number, which changes must be applied to move and scaling does not.',
  },
  'ENV-11': {
    kind: 'surface',
    source: 'Built-in environment variables of every container; Authentication, rule 2',
    statement: '`SVC_TOKEN` holds a token with which the container may call the API.',
  },
  'ENV-12': {
    kind: 'surface',
    source: 'Built-in environment variables of every container',
    statement: "`SVC_IMAGE` holds the image exactly as the container's definition has it.",
  },
  'TAG-1': {
    kind: 'shape',
    source: 'Workload special tags',
    statement: 'A special tag is a key among the `tags` of a workload.',
  },
  'TAG-2': {
    kind: 'behaviour',
    source: 'Workload special tags, Routing and networking; Workload network addresses',
    statement:
      '`svc/publishNotReadyAddresses` = `true` opens the internal endpoint and internal routing to every replica, unready ones too.',
  },
  'TAG-3': {
    kind: 'shape',
    source: 'Workload special tags, Routing and networking',
    statement:
      '`svc/protocol` puts `http`, `http2`, `grpc` or `tcp` in the place of the protocol; `ports[].protocol` is its successor.',
  },
  'TAG-4': {
    kind: 'shape',
    source: 'Workload special tags, Routing and networking',
    statement: '`svc/bypassProxyOutbound` = `true` leads outgoing traffic around the mesh proxy.',
  },
  'TAG-5': {
    kind: 'shape',
    source: 'Workload special tags, Routing and networking',
    statement: '`svc/disableServiceMeshInboundPort` names a port whose incoming traffic the mesh leaves alone.',
  },
  'TAG-6': {
    kind: 'shape',
    source: 'Workload special tags, Routing and networking',
    statement: '`svc/disableServiceMeshOutboundPort` names a port whose outgoing traffic the mesh leaves alone.',
  },
  'TAG-7': {
    kind: 'shape',
    source: 'Workload special tags, Routing and networking',
    statement: '`svc/multiZone` = `true` is the old way to say `spec.defaultOptions.multiZone`.',
  },
  'TAG-8': {
    kind: 'surface',
    source: 'Workload special tags, Routing and networking',
    statement: '`svc/skipLocationEndpointHeaders` = `true` keeps the headers of location endpoints out of redirects.',
  },
  'TAG-9': {
    kind: 'surface',
    source: 'Workload special tags, Routing and networking',
    statement: '`svc/discoverCrossGvcReplicas` = `true` makes replicas discoverable from other GVCs by mutual TLS.',
  },
  'TAG-10': {
    kind: 'shape',
    source: 'Workload special tags, Routing and networking',
    statement: '`svc/tracingDisabled` = `true` switches distributed tracing off.',
  },
  'TAG-11': {
    kind: 'shape',
    source: 'Workload special tags, Routing and networking',
    statement: '`svc/largeDisk` = `true` provides replicas with a large ephemeral disk.',
  },
  'TAG-12': {
    kind: 'shape',
    source: 'Workload special tags, Routing and networking; Limits, row svc/timeoutSecondsOverride',
    statement:
      '`svc/timeoutSecondsOverride` lifts the request timeout above 600 seconds, to 3600 at most (3600 is allowed); up to 600 it is the matter of `timeoutSeconds`.',
  },
  'TAG-13': {
    kind: 'shape',
    source: 'Workload special tags, BYOK or direct load balancer',
    statement:
      '`svc/disableServiceMesh`, `svc/disableServiceMeshOutboundCIDR` and `svc/k8sClusterRole` need a BYOK cluster or a direct load balancer.',
  },
  'TAG-14': {
    kind: 'shape',
    source: 'Workload special tags, BYOK or direct load balancer',
    statement: '`svc/disableServiceMesh` = `true` takes the workload out of the mesh altogether.',
  },
  'TAG-15': {
    kind: 'shape',
    source: 'Workload special tags, BYOK or direct load balancer',
    statement: '`svc/disableServiceMeshOutboundCIDR` names an address range to which traffic goes out past the mesh.',
  },
  'TAG-16': {
    kind: 'shape',
    source: 'Workload special tags, BYOK or direct load balancer',
    statement:
      '`svc/k8sClusterRole` names a cluster role to bind to the service account of the workload, on BYOK clusters and nowhere else.',
  },
  'TAG-17': {
    kind: 'behaviour',
    source: 'Workload special tags, External authorization',
    statement: 'Where external authorization is set up, its service judges each request first of all.',
  },
  'TAG-18': {
    kind: 'shape',
    source: 'Workload special tags, External authorization',
    statement:
      '`svc/externalAuthAddress` is the host or IP address of the authorization service; without it there is none.',
  },
  'TAG-19': {
    kind: 'shape',
    source: 'Workload special tags, External authorization',
    statement: "`svc/externalAuthPort` is the authorization service's port, 443 unless written.",
  },
  'TAG-20': {
    kind: 'shape',
    source: 'Workload special tags, External authorization',
    statement: '`svc/externalAuthProtocol` is `grpc` or `http`, `grpc` unless written.',
  },
  'TAG-21': {
    kind: 'shape',
    source: 'Workload special tags, External authorization',
    statement: '`svc/externalAuthScheme` is `https` or `http`, `https` unless written.',
  },
  'TAG-22': {
    kind: 'shape',
    source: 'Workload special tags, External authorization',
    statement: '`svc/externalAuthTimeout` is a duration, `1s` unless written.',
  },
  'TAG-23': {
    kind: 'behaviour',
    source: 'Workload special tags, External authorization',
    statement:
      '`svc/externalAuthFailureAllow` is `true` or `false`, `true` unless written; `true` lets requests pass while the authorization service fails.',
  },
  'TAG-24': {
    kind: 'shape',
    source: 'Workload special tags, External authorization',
    statement: '`svc/externalAuthPackAsBytes` is `true` or `false`, `false` unless written.',
  },
  'TAG-25': {
    kind: 'shape',
    source: 'Workload special tags, External authorization',
    statement: '`svc/externalAuthRemoveRequestBody` is `true` or `false`, `false` unless written.',
  },
  'TAG-26': {
    kind: 'shape',
    source: 'Workload special tags, External authorization',
    statement: '`svc/externalAuthIncludePeerCert` is `true` or `false`, `false` unless written.',
  },
  'TAG-27': {
    kind: 'shape',
    source: 'Workload special tags, External authorization',
    statement: '`svc/externalAuthPathPrefix` is a path; none unless written.',
  },
  'TAG-28': {
    kind: 'shape',
    source: 'Workload special tags, External authorization',
    statement: '`svc/externalAuthUpstreamHeaderPrefixes` gives prefixes of headers; none unless written.',
  },
  'TAG-29': {
    kind: 'behaviour',
    source: 'Workload special tags, External authorization',
    statement: '`svc/externalAuthListenPort` narrows external authorization to one listen port; none unless written.',
  },
  'TAG-30': {
    kind: 'shape',
    source: 'Workload special tags, External rate limiting',
    statement: '`svc/rateLimitAddress` is the host or IP address of the rate limiter; without it there is none.',
  },
  'TAG-31': {
    kind: 'shape',
    source: 'Workload special tags, External rate limiting',
    statement: "`svc/rateLimitPort` is the rate limiter's port, 443 unless written.",
  },
  'TAG-32': {
    kind: 'shape',
    source: 'Workload special tags, External rate limiting',
    statement: '`svc/rateLimitScheme` is `https` or `http` for the rate limiter, `https` unless written.',
  },
  'TAG-33': {
    kind: 'shape',
    source: 'Workload special tags, External rate limiting',
    statement: '`svc/rateLimitDomain` is a string, `cpln` unless written.',
  },
  'TAG-34': {
    kind: 'shape',
    source: 'Workload special tags, External rate limiting',
    statement: '`svc/rateLimitDescriptors` is a string, `authority` unless written.',
  },
  'TAG-35': {
    kind: 'behaviour',
    source: 'Workload special tags, Internal',
    statement: '`svc/ignore` = `true`, for internal testing only, has the scheduler leave the workload out.',
  },
} as const satisfies RuleText;

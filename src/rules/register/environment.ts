import type { RuleText } from '../rule.ts';

/** Rules of the built-in environment variables and of the special tags. */
export const environmentRules = {
  'ENV-1': {
    kind: 'surface',
    source: 'Built-in environment variables of every container',
    statement: 'Every container receives the built-in environment variables of ENV-2 to ENV-12.',
  },
  'ENV-2': {
    kind: 'surface',
    source: 'Built-in environment variables of every container',
    statement:
      '`SVC_GLOBAL_ENDPOINT` contains the canonical host at which the container receives requests: `<workload_name>-<gvc_alias>.{app_domain}`.',
  },
  'ENV-3': {
    kind: 'surface',
    source: 'Built-in environment variables of every container',
    statement: '`SVC_GVC` contains the name of the GVC.',
  },
  'ENV-4': {
    kind: 'surface',
    source: 'Built-in environment variables of every container',
    statement: '`SVC_GVC_ALIAS` contains the alias of the GVC: exactly 13 letters and digits.',
  },
  'ENV-5': {
    kind: 'surface',
    source: 'Built-in environment variables of every container',
    statement: '`SVC_LOCATION` contains the location that serves the request, written `<provider>-<region>`.',
  },
  'ENV-6': {
    kind: 'surface',
    source: 'Built-in environment variables of every container',
    statement: '`SVC_NAMESPACE` is a random string that the platform generates.',
  },
  'ENV-7': {
    kind: 'surface',
    source: 'Built-in environment variables of every container',
    statement: '`SVC_PROVIDER` contains the name of the cloud provider, for example `aws`, `azure` or `gcp`.',
  },
  'ENV-8': {
    kind: 'surface',
    source: 'Built-in environment variables of every container',
    statement: '`SVC_ORG` contains the name of the org.',
  },
  'ENV-9': {
    kind: 'surface',
    source: 'Built-in environment variables of every container',
    statement: '`SVC_WORKLOAD` contains the name of the workload.',
  },
  'ENV-10': {
    kind: 'surface',
    source: 'Built-in environment variables of every container; Versioning, rule 2',
    statement:
      '`SVC_WORKLOAD_VERSION` contains the workload version, a number. It changes only with a change that must be applied to running replicas; scaling leaves it unchanged.',
  },
  'ENV-11': {
    kind: 'surface',
    source: 'Built-in environment variables of every container; Authentication, rule 2',
    statement: '`SVC_TOKEN` contains an authorization token with which the container can call the API.',
  },
  'ENV-12': {
    kind: 'surface',
    source: 'Built-in environment variables of every container',
    statement: '`SVC_IMAGE` contains the image exactly as the container definition states it.',
  },
  'TAG-1': {
    kind: 'shape',
    source: 'Workload special tags',
    statement: 'A special tag is a key in the `tags` of a workload.',
  },
  'TAG-2': {
    kind: 'behaviour',
    source: 'Workload special tags, Routing and networking; Workload network addresses',
    statement:
      'When `svc/publishNotReadyAddresses` is `true`, the internal endpoint and internal routing include every replica, even those that have not passed readiness.',
  },
  'TAG-3': {
    kind: 'shape',
    source: 'Workload special tags, Routing and networking',
    statement:
      '`svc/protocol` overrides the protocol with `http`, `http2`, `grpc` or `tcp`. It is deprecated: use `ports[].protocol`.',
  },
  'TAG-4': {
    kind: 'shape',
    source: 'Workload special tags, Routing and networking',
    statement: 'When `svc/bypassProxyOutbound` is `true`, outbound traffic bypasses the proxy of the service mesh.',
  },
  'TAG-5': {
    kind: 'shape',
    source: 'Workload special tags, Routing and networking',
    statement:
      '`svc/disableServiceMeshInboundPort` is a port number. Inbound traffic on this port bypasses the service mesh.',
  },
  'TAG-6': {
    kind: 'shape',
    source: 'Workload special tags, Routing and networking',
    statement:
      '`svc/disableServiceMeshOutboundPort` is a port number. Outbound traffic on this port bypasses the service mesh.',
  },
  'TAG-7': {
    kind: 'shape',
    source: 'Workload special tags, Routing and networking',
    statement: '`svc/multiZone` = `true` is deprecated: use `spec.defaultOptions.multiZone`.',
  },
  'TAG-8': {
    kind: 'surface',
    source: 'Workload special tags, Routing and networking',
    statement: 'When `svc/skipLocationEndpointHeaders` is `true`, redirects have no location endpoint headers.',
  },
  'TAG-9': {
    kind: 'surface',
    source: 'Workload special tags, Routing and networking',
    statement: 'When `svc/discoverCrossGvcReplicas` is `true`, replicas can be discovered across GVCs over mutual TLS.',
  },
  'TAG-10': {
    kind: 'shape',
    source: 'Workload special tags, Routing and networking',
    statement: 'When `svc/tracingDisabled` is `true`, the platform turns distributed tracing off.',
  },
  'TAG-11': {
    kind: 'shape',
    source: 'Workload special tags, Routing and networking',
    statement: 'When `svc/largeDisk` is `true`, each replica has a large ephemeral disk.',
  },
  'TAG-12': {
    kind: 'shape',
    source: 'Workload special tags, Routing and networking; Limits, row svc/timeoutSecondsOverride',
    statement:
      '`svc/timeoutSecondsOverride` raises the request timeout above 600 seconds, to at most 3600 (included). For up to 600 seconds, use `timeoutSeconds`.',
  },
  'TAG-13': {
    kind: 'shape',
    source: 'Workload special tags, BYOK or direct load balancer',
    statement:
      '`svc/disableServiceMesh`, `svc/disableServiceMeshOutboundCIDR` and `svc/k8sClusterRole` are only for workloads on BYOK clusters (bring your own Kubernetes) or with a direct load balancer.',
  },
  'TAG-14': {
    kind: 'shape',
    source: 'Workload special tags, BYOK or direct load balancer',
    statement: 'When `svc/disableServiceMesh` is `true`, the workload does not use the service mesh at all.',
  },
  'TAG-15': {
    kind: 'shape',
    source: 'Workload special tags, BYOK or direct load balancer',
    statement:
      '`svc/disableServiceMeshOutboundCIDR` is a CIDR range. Outbound traffic to this range bypasses the service mesh.',
  },
  'TAG-16': {
    kind: 'shape',
    source: 'Workload special tags, BYOK or direct load balancer',
    statement:
      '`svc/k8sClusterRole` is the name of a cluster role. The platform binds it to the service account of the workload, on BYOK clusters only.',
  },
  'TAG-17': {
    kind: 'behaviour',
    source: 'Workload special tags, External authorization',
    statement:
      'When external authorization is configured, the authorization service checks every request before anything else happens to the request.',
  },
  'TAG-18': {
    kind: 'shape',
    source: 'Workload special tags, External authorization',
    statement:
      '`svc/externalAuthAddress` is the host name or IP address of the authorization service. External authorization requires it.',
  },
  'TAG-19': {
    kind: 'shape',
    source: 'Workload special tags, External authorization',
    statement: '`svc/externalAuthPort` is the port of the authorization service; the default is 443.',
  },
  'TAG-20': {
    kind: 'shape',
    source: 'Workload special tags, External authorization',
    statement: '`svc/externalAuthProtocol` is `grpc` or `http`; the default is `grpc`.',
  },
  'TAG-21': {
    kind: 'shape',
    source: 'Workload special tags, External authorization',
    statement: '`svc/externalAuthScheme` is `https` or `http`; the default is `https`.',
  },
  'TAG-22': {
    kind: 'shape',
    source: 'Workload special tags, External authorization',
    statement: '`svc/externalAuthTimeout` is a duration; the default is `1s`.',
  },
  'TAG-23': {
    kind: 'behaviour',
    source: 'Workload special tags, External authorization',
    statement:
      '`svc/externalAuthFailureAllow` is `true` or `false`; the default is `true`. When it is `true` and the authorization service fails, the request is let through.',
  },
  'TAG-24': {
    kind: 'shape',
    source: 'Workload special tags, External authorization',
    statement: '`svc/externalAuthPackAsBytes` is `true` or `false`; the default is `false`.',
  },
  'TAG-25': {
    kind: 'shape',
    source: 'Workload special tags, External authorization',
    statement: '`svc/externalAuthRemoveRequestBody` is `true` or `false`; the default is `false`.',
  },
  'TAG-26': {
    kind: 'shape',
    source: 'Workload special tags, External authorization',
    statement: '`svc/externalAuthIncludePeerCert` is `true` or `false`; the default is `false`.',
  },
  'TAG-27': {
    kind: 'shape',
    source: 'Workload special tags, External authorization',
    statement: '`svc/externalAuthPathPrefix` is a path; it has no default.',
  },
  'TAG-28': {
    kind: 'shape',
    source: 'Workload special tags, External authorization',
    statement: '`svc/externalAuthUpstreamHeaderPrefixes` contains header prefixes; it has no default.',
  },
  'TAG-29': {
    kind: 'behaviour',
    source: 'Workload special tags, External authorization',
    statement:
      '`svc/externalAuthListenPort` is a port; it has no default. When it is set, external authorization applies only to that listen port.',
  },
  'TAG-30': {
    kind: 'shape',
    source: 'Workload special tags, External rate limiting',
    statement:
      '`svc/rateLimitAddress` is the host name or IP address of the rate limiter. External rate limiting requires it.',
  },
  'TAG-31': {
    kind: 'shape',
    source: 'Workload special tags, External rate limiting',
    statement: '`svc/rateLimitPort` is the port of the rate limiter; the default is 443.',
  },
  'TAG-32': {
    kind: 'shape',
    source: 'Workload special tags, External rate limiting',
    statement: '`svc/rateLimitScheme` is `https` or `http`; the default is `https`.',
  },
  'TAG-33': {
    kind: 'shape',
    source: 'Workload special tags, External rate limiting',
    statement: '`svc/rateLimitDomain` is a string; the default is `cpln`.',
  },
  'TAG-34': {
    kind: 'shape',
    source: 'Workload special tags, External rate limiting',
    statement: '`svc/rateLimitDescriptors` is a string; the default is `authority`.',
  },
  'TAG-35': {
    kind: 'behaviour',
    source: 'Workload special tags, Internal',
    statement: 'When `svc/ignore` is `true`, the scheduler ignores the workload. The tag is for internal testing only.',
  },
} as const satisfies RuleText;

/** A workload that is asked, `shop/api`, for tests of what reports say of its requests. */
export interface Asked {
  readonly demand: string;
  readonly locations?: readonly string[];
  readonly type?: string;
  readonly autoscaling?: string;
  readonly request?: string;
  readonly timeline?: string;
  readonly assumptions?: string;
  /** `metric: ..., is: ...` */
  readonly expect?: readonly string[];
}

/** Two hours; by default of one replica in one location that can answer 50 requests a second. */
export function asked(given: Asked): string {
  const { locations = ['aws-us-east-1'], type = 'standard', timeline = '', assumptions = '', expect = [] } = given;
  const { autoscaling = 'metric: disabled, minScale: 1, maxScale: 1' } = given;
  const { request = '{ cpu: 10ms, duration: 80ms }' } = given;
  const links = locations.map((location) => `//location/${location}`);
  return `svcsim: 1
name: asked
start: 2026-11-02T00:00:00Z
for: 2h
timing: instant
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [${links.join(', ')}] } } }
  - kind: workload
    gvc: shop
    name: api
    spec:
      type: ${type}
      containers: [{ name: main, image: "api:1", cpu: 500m, memory: 512Mi, ports: [{ number: 80, protocol: http }] }]
      defaultOptions: { timeoutSeconds: 5, autoscaling: { ${autoscaling} } }
behavior: { shop/api: { request: ${request} } }
demand: [${given.demand}]
timeline: [${timeline}]
assumptions: { ${assumptions} }
expect: [${expect.map((one) => `{ metric: ${one} }`).join(', ')}]
`;
}

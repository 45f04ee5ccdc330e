/** The shop that the commands of studies are tested with. */

/** The path of its maxScale. */
export const maxScale = 'shop/workload/api.spec.defaultOptions.autoscaling.maxScale';

/** A variant with which fewer requests fail. */
export const wide = `variants:
  wide: { resources: { shop/workload/api: { spec: { defaultOptions: { autoscaling: { maxScale: 6 } } } } } }
`;

interface ShopInput {
  /** How long it runs. */
  readonly horizon?: string;
  /** How long demand stays the same. */
  readonly every?: string;
  /** A tag of the workload; null: none. */
  readonly team?: string | null;
  /** Further keys of the file. */
  readonly more?: string;
}

/** A workload with noisy demand: which requests fail depends on luck, and on maxScale. */
export function noisyShop({ horizon = '3h', every = '5m', team = null, more = '' }: ShopInput = {}): string {
  return `svcsim: 1
name: shop
start: 2026-11-01T00:00:00Z
for: ${horizon}
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: api${team === null ? '' : `\n    tags: { team: ${team} }`}
    spec:
      type: standard
      containers: [{ name: api, image: api:1, cpu: 500m, memory: 256Mi, ports: [{ number: 80, protocol: http }] }]
      defaultOptions: { autoscaling: { metric: cpu, target: 60, minScale: 1, maxScale: 3 } }
behavior:
  shop/api: { request: { cpu: 20ms, duration: 60ms } }
demand:
  - { to: shop/api, rate: 50/s, noise: { every: ${every}, cv: 0.3 } }
${more}`;
}

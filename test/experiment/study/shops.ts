/** Small scenarios, for the tests of studies: one gvc `shop`, and what each test adds. */

/** The head of a scenario up to its gvc; more resources may follow. @param keys lines of more keys, such as `params` */
export const shopOf = (name: string, horizon: string, keys = ''): string => `
svcsim: 1
name: ${name}
start: 2026-11-01T00:00:00Z
for: ${horizon}
${keys === '' ? '' : `${keys}\n`}resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
`;

/** A workload of type cron without retries. */
export const cronOf = (name: string, schedule: string): string => `
  - kind: workload
    gvc: shop
    name: ${name}
    spec:
      type: cron
      containers: [{ name: main, image: ${name}:1, cpu: 100m, memory: 128Mi }]
      job: { schedule: "${schedule}", concurrencyPolicy: Forbid, restartPolicy: Never }
`;

/** A workload `api`. @param autoscaling in braces */
export const apiOf = (autoscaling: string): string => `
  - kind: workload
    gvc: shop
    name: api
    spec:
      type: standard
      containers: [{ name: api, image: api:1, cpu: 500m, memory: 256Mi, ports: [{ number: 80, protocol: http }] }]
      defaultOptions: { autoscaling: ${autoscaling} }
`;

/** A schedule whose executions fail by chance, and nothing else that is random. */
export const failing = (share: string, hours = 24): string => `${shopOf('failing', `${hours}h`)}
${cronOf('night', '0 * * * *')}
behavior:
  shop/night: { execution: { duration: 10m, failure: ${share} } }
`;

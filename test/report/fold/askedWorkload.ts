/** The text of a workload that requests come to, for the `resources` of a scenario of the gvc `shop`. */
export function askedWorkload(name: string, type: string, autoscaling: string): string {
  return `  - kind: workload
    gvc: shop
    name: ${name}
    spec:
      type: ${type}
      containers: [{ name: main, image: "${name}:1", cpu: 500m, memory: 512Mi, ports: [{ number: 8080, protocol: http }] }]
      defaultOptions: { autoscaling: { ${autoscaling} } }
`;
}

/** Two that are scaled by what they do. */
export const scaledWorkloads = [
  askedWorkload('web', 'standard', 'metric: cpu, target: 60, minScale: 1, maxScale: 8'),
  askedWorkload('fn', 'serverless', 'metric: concurrency, target: 10, minScale: 0, maxScale: 8'),
].join('');

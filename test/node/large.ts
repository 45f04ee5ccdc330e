import { small } from './cli.ts';

/** A scenario of so many workloads in two locations. */
export function large(workloads: number): string {
  const one = small('large').replace('us-east-1]', 'us-east-1, //location/gcp-us-east1]');
  const head = one.slice(0, one.indexOf('  - kind: workload'));
  const workload = one.slice(one.indexOf('  - kind: workload'));
  const all = Array.from({ length: workloads }, (_, index) => workload.replace('name: web', `name: web-${index}`));
  return head + all.join('');
}

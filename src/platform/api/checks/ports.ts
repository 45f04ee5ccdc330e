/**
 * Ports of a workload's containers (TYPE-2, TYPE-3, TYPE-8, TYPE-15, TYPE-16, WL-12).
 */

import { numberAt, type Path, textAt } from '../document/json.ts';
import { type Breach, breach } from '../requests/breach.ts';
import { protocolOf } from '../settings/protocol.ts';
import { outside } from './bound.ts';
import { type Placed, placed, type WorkloadSubject } from './subject.ts';

/** How many ports the type serves, and which numbers may be one. */
export function checkPorts(workload: WorkloadSubject): readonly Breach[] {
  const ports = workload.containers.flatMap(({ value, path }) => placed(value, 'ports', path));
  return [...countBreaches(workload, ports), ...numberBreaches(workload, ports)];
}

function countBreaches(workload: WorkloadSubject, ports: readonly Placed[]): readonly Breach[] {
  const [first, second] = ports;
  if (workload.type === 'cron' && first !== undefined) {
    const at = first.path.slice(0, -1);
    return [breach(at, 'TYPE-8', 'a cron workload serves no traffic, so its containers must not have ports')];
  }
  if (workload.type !== 'serverless') return [];
  if (first === undefined) {
    return [breach(portsPath(workload), 'TYPE-16', 'a serverless workload must expose one port; found none')];
  }
  if (second !== undefined) {
    return [breach(second.path, 'TYPE-15', `a serverless workload must expose one port; found ${ports.length}`)];
  }
  const { prefix, assumptions } = workload.context;
  const protocol = protocolOf(first.value, workload.tags, prefix, assumptions['tag.protocol']);
  if (protocol !== 'tcp') return [];
  const isOfPort = textAt(first.value, 'protocol') === 'tcp';
  return [
    breach(
      isOfPort ? [...first.path, 'protocol'] : ['tags', `${prefix}/protocol`],
      'TYPE-15',
      "the protocol of a serverless workload's port must be http, http2 or grpc; found tcp",
    ),
  ];
}

function numberBreaches(workload: WorkloadSubject, ports: readonly Placed[]): readonly Breach[] {
  const { assumptions } = workload.context;
  const seen = new Set<number>();
  return ports.flatMap(({ value, path }) => {
    const number = numberAt(value, 'number');
    if (number === undefined) return [];
    const at = [...path, 'number'];
    const wanted = outside(number, assumptions['fields.bounds.portNumber']);
    if (wanted !== null) return [breach(at, 'fields.bounds.portNumber', `a port must be ${wanted}; found ${number}`)];
    if (assumptions['fields.bounds.portRefused'].includes(number)) {
      return [breach(at, 'fields.bounds.portRefused', `port ${number} is reserved for the platform; choose another`)];
    }
    if (seen.has(number) && assumptions['fields.bounds.portRepeated'] === 'refuse') {
      return [
        breach(at, 'fields.bounds.portRepeated', `port numbers must be unique in a workload; found ${number} again`),
      ];
    }
    seen.add(number);
    return [];
  });
}

function portsPath(workload: WorkloadSubject): Path {
  const first = workload.containers[0];
  return first === undefined
    ? ['spec', 'containers']
    : first.value.ports === undefined
      ? first.path
      : [...first.path, 'ports'];
}

/**
 * Volumes of a workload's containers (WL-13 to WL-17, VOL-13, VOL-18, `mount.others`).
 */

import { type Path, textAt } from '../document/json.ts';
import { linkOf, nameOfLink } from '../document/link.ts';
import { type Breach, breach } from '../requests/breach.ts';
import { otherMountOfUri, volumesetOfUri } from '../settings/mounts.ts';
import { outside } from './bound.ts';
import { type Placed, placed, type WorkloadSubject } from './subject.ts';

/**
 * Which volume sets a workload may mount, and where (WL-16: a workload as many as it likes, a container up to
 * `fields.bounds.volumesOfContainer`).
 */
export function checkVolumes(workload: WorkloadSubject): readonly Breach[] {
  return workload.containers.flatMap(({ value, path }) => {
    const volumes = placed(value, 'volumes', path);
    return [
      ...countBreaches(workload, volumes.length, [...path, 'volumes']),
      ...volumes.flatMap((volume) => setBreaches(workload, volume)),
      ...pathBreaches(workload, volumes),
    ];
  });
}

function countBreaches({ context }: WorkloadSubject, count: number, path: Path): readonly Breach[] {
  const wanted = outside(count, context.assumptions['fields.bounds.volumesOfContainer']);
  if (wanted === null) return [];
  return [
    breach(
      path,
      'fields.bounds.volumesOfContainer',
      `the number of volumes of a container must be ${wanted}; found ${count}`,
    ),
  ];
}

function setBreaches(workload: WorkloadSubject, { value, path }: Placed): readonly Breach[] {
  const { context, type } = workload;
  const uri = textAt(value, 'uri');
  if (uri === undefined) return [];
  const at = [...path, 'uri'];
  if (context.assumptions['mount.others'] === 'keep' && otherMountOfUri(uri) !== null) return [];
  const name = volumesetOfUri(uri);
  const form = `${context.prefix}://volumeset/`;
  if (name === null || !uri.startsWith(form)) {
    return [breach(at, 'WL-15', `uri of a volume must be ${form} followed by the name of a volume set; found ${uri}`)];
  }
  const set = context.find(linkOf('volumeset', name, context));
  const isShared = set !== null && textAt(set.spec, 'fileSystemType') === 'shared';
  if (type !== 'stateful' && !(isShared && context.assumptions['volume.shared.types'] === 'any')) {
    const otherwise = isShared ? ' (with the assumption volume.shared.types: any, any type can mount shared ones)' : '';
    const message = `only stateful workloads can mount volume sets; this one is ${type}${otherwise}`;
    return [breach(path.slice(0, -1), 'WL-14', message)];
  }
  if (set === null) {
    const message = `a workload can mount only volume sets of its own GVC; ${context.gvc} has no volume set ${name}`;
    return [breach(at, 'WL-17', message, 'BAD_REFERENCE')];
  }
  if (isShared) return [];
  const other = context.workloadsMounting(linkOf('volumeset', name, context)).find((link) => link !== context.link);
  if (other === undefined) return [];
  const holder = `${name} is already mounted by ${nameOfLink(other)}`;
  return [breach(at, 'VOL-13', `at most one workload can use an ext4 or xfs volume set; ${holder}`)];
}

function pathBreaches(workload: WorkloadSubject, volumes: readonly Placed[]): readonly Breach[] {
  const { assumptions } = workload.context;
  const directories: string[] = [];
  return volumes.flatMap(({ value, path }) => {
    const written = textAt(value, 'path');
    if (written === undefined) return [];
    const at = [...path, 'path'];
    const directory = written.length > 1 && written.endsWith('/') ? written.slice(0, -1) : written;
    if (!directory.startsWith('/') && assumptions['fields.bounds.volumePathRelative'] === 'refuse') {
      return [breach(at, 'fields.bounds.volumePathRelative', `path of a volume must begin with '/'; found ${written}`)];
    }
    if (assumptions['fields.bounds.volumePathRefused'].includes(directory)) {
      return [
        breach(at, 'fields.bounds.volumePathRefused', `path ${directory} is reserved; mount the volume elsewhere`),
      ];
    }
    const other = directories.find((one) => one === directory || isInside(one, directory) || isInside(directory, one));
    directories.push(directory);
    if (other === undefined || assumptions['fields.bounds.volumePathNested'] === 'off') return [];
    return [
      breach(
        at,
        'fields.bounds.volumePathNested',
        `paths of volumes in a container must not repeat or contain each other; found ${written} and ${other}`,
      ),
    ];
  });
}

function isInside(outer: string, inner: string): boolean {
  return inner.startsWith(outer === '/' ? '/' : `${outer}/`);
}

/**
 * Whatever the shipped scenarios write leads to a known field, by each of its paths.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scenariosIn } from '../../../scripts/scenarios.ts';
import { readDocument } from '../../../src/scenario/parse.ts';
import { resourceFields } from '../../../src/scenario/path/knownFields.ts';
import { isListPlace, type Place, stepFrom } from '../../../src/scenario/path/nearestField.ts';
import { pathProblem } from '../../../src/scenario/path/pathProblem.ts';
import { scenarioFields, spentKeys } from '../../../src/scenario/path/scenarioFields.ts';
import { resourceKeys } from '../../../src/scenario/read/names.ts';
import { ScenarioReading } from '../../../src/scenario/text/reading.ts';
import { isMap, type Tree, type TreeMap } from '../../../src/scenario/text/tree.ts';

const shipped = ['tour', 'real', 'rules', 'findings', 'regressions'].flatMap((folder) =>
  scenariosIn(folder).map((name) => `scenarios/${folder}/${name}.yaml`),
);

/** Every path below a value, as `--set` would write it. */
function pathsBelow(value: Tree, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => [path, ...pathsBelow(one, `${path}[${index}]`)]);
  if (!isMap(value)) return [path];
  return [path, ...Object.entries(value).flatMap(([key, one]) => pathsBelow(one, `${path}.${key}`))];
}

/** Whether a path leads to what is read after inputs are applied. */
function isRead(path: string): boolean {
  return !spentKeys.some((key) => path === key || path.startsWith(`${key}.`));
}

function pathsIn(root: TreeMap): string[] {
  const { resources, ...others } = root;
  const keys = resourceKeys(root);
  const read = Object.entries(others).filter(([key]) => isRead(key) && !key.startsWith('x-'));
  return [
    ...(Array.isArray(resources) ? resources : []).flatMap((one, index) => pathsBelow(one, keys[index] ?? '')),
    ...read.flatMap(([key, value]) => pathsBelow(value, key)),
  ];
}

describe('every path of the shipped scenarios is known', () => {
  it.each(shipped)('%s', (file) => {
    const options = { file, read: (path: string) => readFileSync(path, 'utf8') };
    const document = readDocument(readFileSync(file, 'utf8'), options, new ScenarioReading(options));
    const paths = pathsIn(document?.root ?? {});
    expect(paths.length).toBeGreaterThan(3);
    expect(paths.flatMap((path) => pathProblem(document?.root ?? {}, path)?.message ?? [])).toEqual([]);
  });
});

/** The places below which any field is accepted; a map by names counts by its entries. */
function freePlaces(place: Place, path: string): string[] {
  if (place.fields.isFree) return [path];
  const names = isListPlace(place) ? ['+'] : place.fields.isByName ? ['*'] : place.fields.names;
  return names.flatMap((name) => {
    const step = stepFrom(place, [name]);
    return step === null ? [] : freePlaces(step.place, path === '' ? name : `${path}.${name}`);
  });
}

describe('any field is accepted only where no schema lists the fields', () => {
  it('in a scenario', () => {
    expect(freePlaces({ fields: scenarioFields({}), value: undefined }, '').filter(isRead)).toEqual([
      // By its kind.
      'resources.+',
      // A distribution, which its reader checks.
      'timeline.+.every',
      'timeline.+.with',
      'timeline.+.answers.body.*',
    ]);
  });

  it.each([
    ['gvc', ['spec.loadBalancer.*', 'spec.tracing.*', 'spec.sidecar.*', 'spec.keda.*']],
    [
      'workload',
      [
        'spec.containers.+.gpu.*',
        'spec.containers.+.readinessProbe.httpGet.httpHeaders.+.*',
        'spec.containers.+.livenessProbe.httpGet.httpHeaders.+.*',
        'spec.containers.+.lifecycle.*',
        'spec.containers.+.metrics.*',
        'spec.defaultOptions.autoscaling.keda.triggers.+.*',
        'spec.defaultOptions.autoscaling.keda.advanced.*',
        'spec.localOptions.+.autoscaling.keda.triggers.+.*',
        'spec.localOptions.+.autoscaling.keda.advanced.*',
        'spec.loadBalancer.direct.*',
        'spec.firewallConfig.*',
        'spec.securityOptions.*',
        'spec.sidecar.*',
        'spec.extras',
      ],
    ],
    ['volumeset', []],
    ['domain', []],
  ])('in a %s', (kind, places) => {
    expect(freePlaces({ fields: resourceFields({ kind }), value: undefined }, '')).toEqual(['tags.*', ...places]);
  });
});

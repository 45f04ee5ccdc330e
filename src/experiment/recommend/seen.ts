/**
 * A run beside what it was asked to be: each workload and volume set as the scenario begins with it.
 */

import { withDefaults } from '../../platform/api/document/defaults.ts';
import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../../platform/api/document/json.ts';
import { nameOfLink } from '../../platform/api/document/link.ts';
import { volumesetNames } from '../../platform/api/settings/mounts.ts';
import { workloadSettings } from '../../platform/api/settings/workloadSettings.ts';
import type { VolumesetSpec } from '../../platform/volume/capacity.ts';
import { type VolumesetSettings, volumesetSettings } from '../../platform/volume/settings.ts';
import type { LocationOptions, WorkloadSettings } from '../../platform/workload/settings.ts';
import type { CronReport } from '../../report/capacity/capacityRuns.ts';
import type { VolumeCapacity } from '../../report/capacity/capacityVolumes.ts';
import type { WorkloadCapacity } from '../../report/capacity/capacityWorkloads.ts';
import type { FieldStep } from './setting.ts';
import type { Trial } from './trial.ts';

export interface SeenWorkload {
  /** `shop/workload/api` */
  readonly key: string;
  readonly gvc: string;
  readonly name: string;
  readonly spec: JsonObject;
  readonly settings: WorkloadSettings;
  /** Volume sets that it mounts, by name. */
  readonly mounts: readonly string[];
  /** Where it was, in the order of locations. */
  readonly places: readonly WorkloadCapacity[];
  readonly crons: readonly CronReport[];
}

export interface SeenVolumeset {
  /** `shop/volumeset/data` */
  readonly key: string;
  readonly gvc: string;
  readonly name: string;
  readonly spec: JsonObject;
  readonly settings: VolumesetSettings;
  /** In the order of locations and indexes. */
  readonly volumes: readonly VolumeCapacity[];
}

export interface SeenGvc {
  readonly name: string;
  readonly locations: readonly string[];
}

export interface Seen {
  readonly trial: Trial;
  /** In the order of links, each. */
  readonly workloads: readonly SeenWorkload[];
  readonly volumesets: readonly SeenVolumeset[];
  readonly gvcs: readonly SeenGvc[];
}

/** One block of options of a workload, with the locations that go by it. */
export interface Block {
  readonly steps: readonly FieldStep[];
  readonly options: LocationOptions;
  /** The target of its one metric; null: it has none, or several. */
  readonly target: number | null;
  readonly places: readonly WorkloadCapacity[];
  /** null: those of all locations without options of their own. */
  readonly location: string | null;
}

export function seenIn(trial: Trial): Seen {
  const { scenario, report } = trial;
  const { resources, assumptions, prefix } = scenario;
  const workloads: SeenWorkload[] = [];
  const volumesets: SeenVolumeset[] = [];
  const gvcs: SeenGvc[] = [];
  for (const { kind, gvc, name, doc } of resources) {
    const tags = objectAt(doc, 'tags');
    const written = objectAt(doc, 'spec');
    if (kind === 'gvc') {
      const links = objectAt(written, 'staticPlacement').locationLinks;
      const locations = Array.isArray(links) ? links.map((link) => nameOfLink(String(link))) : [];
      gvcs.push({ name, locations });
    }
    if (gvc === null) continue;
    const key = `${gvc}/${kind}/${name}`;
    if (kind === 'workload') {
      const spec = withDefaults({ kind, spec: written, tags }, assumptions, prefix);
      const isHere = (one: { readonly gvc: string; readonly name: string }): boolean =>
        one.gvc === gvc && one.name === name;
      workloads.push({
        key,
        gvc,
        name,
        spec,
        settings: workloadSettings(spec, tags, assumptions, prefix),
        mounts: volumesetNames(written),
        places: report.capacity.workloads.filter(isHere),
        crons: report.capacity.cron.filter(isHere),
      });
    } else if (kind === 'volumeset') {
      const spec = withDefaults({ kind, spec: written, tags }, assumptions, prefix);
      const volumes = report.capacity.volumes.filter((one) => one.gvc === gvc && one.set === name);
      const settings = volumesetSettings(spec as unknown as VolumesetSpec, assumptions);
      volumesets.push({ key, gvc, name, spec, settings, volumes });
    }
  }
  return { trial, workloads, volumesets, gvcs };
}

/** The blocks of options that any location goes by: that of all, then those of single locations. */
export function blocksOf({ spec, settings, places }: SeenWorkload): readonly Block[] {
  const own = objectsAt(spec, 'localOptions').map((options) => nameOfLink(textAt(options, 'location') ?? ''));
  const shared = {
    steps: ['spec', 'defaultOptions'],
    options: settings.options,
    target: targetOf(objectAt(spec, 'defaultOptions'), settings.options),
    places: places.filter(({ location }) => !own.includes(location)),
    location: null,
  };
  const single = own.flatMap((location, index): readonly Block[] => {
    const options = settings.localOptions.get(location);
    const link = textAt(objectsAt(spec, 'localOptions')[index], 'location') ?? '';
    if (options === undefined) return [];
    return [
      {
        steps: ['spec', 'localOptions', { by: 'location', is: link, index }],
        options,
        target: targetOf(objectsAt(spec, 'localOptions')[index], options),
        places: places.filter((one) => one.location === location),
        location,
      },
    ];
  });
  return [shared, ...single].filter((block) => block.places.length > 0);
}

/** As written, or the default. */
function targetOf(written: JsonObject | undefined, { metric, autoscaling }: LocationOptions): number | null {
  if (autoscaling === null || metric === 'disabled' || metric === 'multi' || metric === 'keda') return null;
  const target = numberAt(objectAt(written ?? {}, 'autoscaling'), 'target');
  if (target !== undefined) return target;
  return autoscaling.loop === 'hpa' ? (autoscaling.metrics[0]?.targetMilli ?? 0) / 1_000 : null;
}

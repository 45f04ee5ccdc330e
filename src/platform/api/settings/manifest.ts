/**
 * The settings of one manifest alone, as planners use them: for a caller without a run.
 */

import type { Assumptions } from '../../../rules/assumptions.ts';
import type { Finding } from '../../../rules/finding.ts';
import type { VolumesetSpec } from '../../volume/capacity.ts';
import { type VolumesetSettings, volumesetSettings } from '../../volume/settings.ts';
import type { WorkloadSettings } from '../../workload/settings.ts';
import { withDefaults } from '../document/defaults.ts';
import { isObject, type Json, type JsonObject, objectAt, textAt } from '../document/json.ts';
import { linkOf } from '../document/link.ts';
import { normalise } from '../document/normalise.ts';
import type { ValidationContext } from '../requests/context.ts';
import { validateResource } from '../requests/validate.ts';
import { workloadSettings } from './workloadSettings.ts';

/** The settings, or why the platform refuses the manifest: at least one finding, all of them errors. */
export type ManifestRead<Settings> =
  | { readonly settings: Settings; readonly findings: null }
  | { readonly settings: null; readonly findings: readonly Finding[] };

/**
 * Settings of a workload, from its manifest: its containers and rollout, its job (cron), the options of each location
 * with their autoscaling.
 *
 * The manifest is checked as the platform checks it and gets every default. What other records it names is not looked
 * up: a volume set, an identity or a location is taken as if it were there.
 *
 * @param manifest `{name, tags?, spec}`, as in a manifest file
 */
export function workloadOfManifest(manifest: Json, assumptions: Assumptions): ManifestRead<WorkloadSettings> {
  return readManifest('workload', manifest, assumptions, (spec, tags) => workloadSettings(spec, tags, assumptions));
}

/** Settings of a volume set, from its manifest: checked and completed like a workload's (`workloadOfManifest`). */
export function volumesetOfManifest(manifest: Json, assumptions: Assumptions): ManifestRead<VolumesetSettings> {
  // A spec that the checks pass has this shape.
  return readManifest('volumeset', manifest, assumptions, (spec) =>
    volumesetSettings(spec as unknown as VolumesetSpec, assumptions),
  );
}

function readManifest<Settings>(
  kind: 'workload' | 'volumeset',
  manifest: Json,
  assumptions: Assumptions,
  read: (spec: JsonObject, tags: JsonObject) => Settings,
): ManifestRead<Settings> {
  const context = aloneContext(kind, manifest, assumptions);
  const findings = validateResource(kind, manifest, context).filter(
    ({ severity, code }) => severity === 'error' && code !== 'BAD_REFERENCE',
  );
  if (findings.length > 0 || !isObject(manifest)) return { settings: null, findings };
  const document = normalise(kind, manifest, context, assumptions);
  const tags = objectAt(document, 'tags');
  const spec = withDefaults({ kind, spec: objectAt(document, 'spec'), tags }, assumptions);
  return { settings: read(spec, tags), findings: null };
}

/** The only record of its org: nothing else is there, and no quota bounds it. */
function aloneContext(kind: 'workload' | 'volumeset', manifest: Json, assumptions: Assumptions): ValidationContext {
  const [org, gvc] = ['acme', 'main'];
  return {
    assumptions,
    quotas: new Map(),
    prefix: 'svc',
    org,
    gvc,
    link: linkOf(kind, textAt(manifest, 'name') ?? '', { org, gvc }),
    find: () => null,
    workloadsMounting: () => [],
    siblingCount: () => 0,
    before: null,
    alreadyContained: () => false,
    hasVolumesIn: () => false,
    demandsMoreThan: () => false,
  };
}

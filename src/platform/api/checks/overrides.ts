/**
 * What a command to run now overrides: bounded as the containers of a workload are (CRON-16, WL-3, `fields.bounds.*`).
 */

import type { JsonObject } from '../document/json.ts';
import type { Breach } from '../requests/breach.ts';
import type { ValidationContext } from '../requests/context.ts';
import { imageBreaches, variableBreaches } from './containers.ts';
import { unreadable } from './reserve.ts';
import { floorBreaches } from './resources.ts';
import { placed } from './subject.ts';

/** Amounts that can be read and are enough to run, an image, variables that a container may have. */
export function checkOverrides(
  spec: JsonObject,
  context: Pick<ValidationContext, 'assumptions' | 'prefix'>,
): readonly Breach[] {
  const { assumptions } = context;
  return placed(spec, 'containerOverrides', ['spec']).flatMap((override) => {
    const { value, path } = override;
    return [
      ...unreadable(value, path, 'cpu', 'cpu', 'CRON-16', assumptions),
      ...unreadable(value, path, 'memory', 'memory', 'CRON-16', assumptions),
      ...floorBreaches(override, assumptions, ['cpu', 'memory']),
      ...imageBreaches(override),
      ...variableBreaches(override, context),
    ];
  });
}

/**
 * What volumes reserve, as open runs of the ledger.
 */
import type { Instant } from '../../../engine/time.ts';
import type { Series } from '../../metering/series.ts';
import type { VolumeEntity, VolumesetEntity, World } from '../../world.ts';
import { placeOf } from './meter.ts';

/** Opens, changes or ends the run of a volume's capacity (BILL-2). */
export function reserveVolume(
  world: World,
  set: VolumesetEntity,
  entity: VolumeEntity,
  microGB: number,
  at: Instant,
  seq: number,
): void {
  const bytes = microGB * 1_000;
  if (entity.span !== null) {
    if (microGB > 0) world.ledger.change(entity.span, bytes, at, seq);
    else {
      world.ledger.close(entity.span, at, seq);
      entity.span = null;
    }
    return;
  }
  if (microGB > 0)
    entity.span = world.ledger.open(world.ledger.series(volumeSeries(world, set, entity)), bytes, at, seq);
}

function volumeSeries(world: World, set: VolumesetEntity, { volume }: VolumeEntity): Series {
  const isShared = set.settings.fileSystem === 'shared';
  const { org, gvc, location, provider, locationType } = placeOf(world, set.gvc, world.locations[volume.location]!);
  // Field by field, as `workloadSeries`.
  return {
    org,
    gvc,
    location,
    provider,
    locationType,
    resource: `volumeset/${set.name}`,
    workloadType: null,
    container: null,
    volumeIndex: volume.index,
    meter: isShared ? 'shared-volume-capacity' : 'volume-capacity',
    performanceClass: set.settings.performanceClass,
    tags: set.tags,
  };
}

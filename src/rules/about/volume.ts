/** What each assumption about volumes and snapshots decides. */
export const aboutVolume = {
  'volume.duration.create': 'How long the platform takes to create a volume.',
  'volume.duration.attach': 'How long the platform takes to attach a volume to a replica.',
  'volume.duration.detach': 'How long the platform takes to detach a volume from its previous replica.',
  'volume.detach.elapsed':
    'What a replica waits for when its volume was released some time ago: only what is left of the detachment (`counted`), or a whole detachment (`chargedAgain`).',
  'volume.duration.device': 'How long a volume command takes to change or replace the storage device.',
  'volume.reading.interval':
    'How often the usage of a volume is measured and autoscaling evaluates it. `exact`: every millisecond, or every minute if prediction is enabled.',
  'volume.reading.grain': 'The unit to which measured usage is rounded.',
  'volume.autoscale.requires':
    'Which fields turn volume autoscaling on: `minFreePercentage` and `scalingFactor` together, or either of them.',
  'volume.reactive.rounding': 'Whether the reactive target is rounded up to whole GB.',
  'volume.reactive.competes':
    'When the reactive target is compared with the predictive one: only when too little space is free (`whenDue`), or always.',
  'volume.minFree100':
    'What a `minFreePercentage` of 100 does: the volume grows to its maximum capacity, or the write is refused.',
  'volume.factorOne': 'Whether a `scalingFactor` from 1 up to, but not including, 1.1 is allowed.',
  'volume.predictive.inheritedFactor':
    'Whether a `scalingFactor` below 1.1 that the predictive settings inherit is refused or allowed.',
  'volume.predictive.trigger':
    'When prediction alone expands a volume: when the projected usage leaves too little free space (`projectedFree`), when the predictive target exceeds the capacity (`targetAboveCapacity`), or never (`withReactive`).',
  'volume.predictive.origin': 'Where the projection of usage starts: on the fitted line, or at the last value.',
  'volume.predictive.window':
    'Whether a reading exactly at the start of the lookback window counts (`closed`) or not (`leftOpen`).',
  'volume.limit.window':
    'Whether an expansion that is exactly 24 hours old still counts towards the limit of four (`closed`) or not (`leftOpen`).',
  'volume.limit.reached':
    'What happens to an expansion above the limit of four in 24 hours: it is refused and not queued.',
  'volume.expand.restart':
    'Whether an expansion restarts the replicas that use the volume, or the volume grows under them (`online`), shared ones too. The capacity changes after `volume.duration.device` in either case.',
  'volume.expand.order':
    'Whether an expansion with a restart stops the replica before the device grows (`stopFirst`) or after it has grown (`growFirst`).',
  'volume.usage.clock':
    'Which clock the usage curve of a volume follows: the age of the volume, whether its replica runs or not.',
  'volume.usage.readingsOnLoss': 'Whether readings from before a loss of data still count for the growth rate.',
  'volume.full':
    'What happens when a volume is full: writes fail and the replica stays (`clamp`), or its container exits whenever it runs (`crash`).',
  'volume.restore.order':
    'Whether a restore stops the replica before the new device is made (`stopFirst`), or makes the device while the replica still runs (`prepareFirst`).',
  'volume.restore.capacity': 'Which capacity a restored volume has: the present one, or that of the snapshot.',
  'volume.deleteInUse.capacity':
    'Which capacity the empty volume has that `deleteVolume` creates for a volume in use: `initialCapacity`, or the present one.',
  'volume.initialCapacity.change':
    'What a change of `initialCapacity` does: it applies to new volumes only, or it is refused.',
  'volume.shared.types': 'Which workload types may mount a shared volume set.',
  'volume.shared.mounts': 'How many mount points a shared volume has: one for each replica.',
  'volume.shared.restart':
    'How the replicas restart when a shared volume is expanded: one after another, not at all, or all at once.',
  'volume.iops.curve':
    'How IOPS and MB/s of a `high-throughput-ssd` volume grow with capacity. `fromGeneral`: linearly from the `general-purpose-ssd` maxima; `throughOrigin`: in proportion; `flat`: always its own maxima.',
  'snapshot.check':
    'How the limit of one snapshot per hour is checked. `minuteField`: the minute field has one value, and `@every` is at least an hour; `allGaps`: every gap between firings is at least an hour.',
  'snapshot.retention': 'How long a snapshot is kept if the volume set states no `retentionDuration`.',
  'snapshot.retentionUnit': 'Which unit `m` means in `retentionDuration`: minutes or months.',
  'snapshot.whileCreating':
    'What happens to `createVolumeSnapshot` while the volume is being created: it waits, or it is refused.',
  'snapshot.final':
    'Whether deleting a volume set leaves a final snapshot of each volume, if the set does not state `createFinalSnapshot`.',
  'snapshot.afterReplacement':
    'How long the snapshots of a volume remain after it is shrunk, deleted or restored: until they expire, or only as long as the old volume.',
} as const;

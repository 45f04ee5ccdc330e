/**
 * Mounts, encryption and snapshots of volume sets (VOL-21 to VOL-25, ENC-2 to ENC-8, SNAP-1 to SNAP-6).
 */
import { parseSchedule } from '../../cron/expression.ts';
import { mayFireAtMostHourly } from '../../cron/frequency.ts';
import { parseRetention } from '../../volume/retention.ts';
import { isObject, objectAt, sameJson, textAt } from '../document/json.ts';
import { linkOf } from '../document/link.ts';
import { type Breach, breach, doubt, shown } from '../requests/breach.ts';
import { reserveBreaches, unreadable } from './reserve.ts';
import type { VolumesetSubject } from './volumeset.ts';

/** Resources of a mount point: for shared sets, near each other. */
export function checkMount({ spec, isShared, context }: VolumesetSubject): readonly Breach[] {
  const options = spec.mountOptions;
  if (!isObject(options)) return [];
  const path = ['spec', 'mountOptions', 'resources'];
  const resources = objectAt(options, 'resources');
  if (!isShared) {
    return [breach(path.slice(0, 2), 'VOL-21', 'mountOptions are only for volume sets of fileSystemType shared')];
  }
  const { assumptions } = context;
  const { cpuMillicores, memoryMi } = assumptions['billing.mountDefault'];
  const pairs = [
    {
      unit: 'cpu',
      low: { field: 'minCpu', whenAbsent: `${cpuMillicores}m` },
      high: { field: 'maxCpu', whenAbsent: assumptions['fields.defaults.mountMaxCpu'] },
      gapRule: 'VOL-22',
      ratioRule: 'VOL-23',
      orderRule: 'VOL-22',
    },
    {
      unit: 'memory',
      low: { field: 'minMemory', whenAbsent: `${memoryMi}Mi` },
      high: { field: 'maxMemory', whenAbsent: assumptions['fields.defaults.mountMaxMemory'] },
      gapRule: 'VOL-24',
      ratioRule: 'VOL-25',
      orderRule: 'VOL-24',
    },
  ] as const;
  return pairs.flatMap((pair) => [
    ...unreadable(resources, path, pair.low.field, pair.unit, 'VOL-21', assumptions),
    ...unreadable(resources, path, pair.high.field, pair.unit, 'VOL-21', assumptions),
    ...reserveBreaches(resources, path, pair, assumptions),
  ]);
}

/** Custom keys: AWS regions, whole ARNs, not for shared sets, fixed where volumes exist. */
export function checkEncryption({ spec, isShared, context }: VolumesetSubject): readonly Breach[] {
  const path = ['spec', 'customEncryption', 'regions'];
  const regions = objectAt(objectAt(spec, 'customEncryption'), 'regions');
  const entries = Object.entries(regions);
  if (isShared && entries.length > 0) {
    return [
      breach(path.slice(0, 2), 'ENC-4', 'customEncryption is only for ext4 and xfs volume sets, not for shared ones'),
    ];
  }
  const breaches = entries.flatMap(([region, entry]) => {
    const at = [...path, region];
    if (!/^aws-[a-z]{2}(-[a-z]+)+-\d+$/.test(region)) {
      const rule = /^[a-z]+-/.test(region) && !region.startsWith('aws-') ? 'ENC-3' : 'ENC-2';
      return [
        {
          ...breach(
            at,
            rule,
            `a region of customEncryption must be an AWS region, such as aws-us-east-1; found ${region}`,
          ),
          atKey: true,
        },
      ];
    }
    if (context.find(linkOf('location', region, context))?.provider === 'byok') {
      return [
        {
          ...breach(
            at,
            'ENC-8',
            `customEncryption is only for clusters that the service manages; ${region} is the customer's own (BYOK)`,
          ),
          atKey: true,
        },
      ];
    }
    const key = textAt(entry, 'keyId');
    if (key === undefined || isKeyOf(key, region)) return [];
    return [
      breach(
        [...at, 'keyId'],
        'ENC-2',
        `keyId must be the full ARN of a key in ${region.slice(4)}, such as arn:aws:kms:${region.slice(4)}:111122223333:key/1234abcd; found ${shown(key)}`,
      ),
    ];
  });
  return [...breaches, ...usedKeys({ spec, isShared, context })];
}

function isKeyOf(key: string, region: string): boolean {
  const match = /^arn:aws[a-z-]*:kms:([a-z0-9-]+):\d{12}:key\/[A-Za-z0-9-]+$/.exec(key);
  return match?.[1] === region.slice(4);
}

/** The key of volumes that exist stays what it is (ENC-6). */
function usedKeys({ spec, context }: VolumesetSubject): readonly Breach[] {
  if (context.before === null) return [];
  const was = objectAt(objectAt(context.before.spec, 'customEncryption'), 'regions');
  const is = objectAt(objectAt(spec, 'customEncryption'), 'regions');
  const regions = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return regions.flatMap((region) => {
    if (sameJson(textAt(was[region], 'keyId'), textAt(is[region], 'keyId')) || !context.hasVolumesIn(region)) return [];
    const message = `volumes exist in ${region}, and the key of a volume cannot change: another key needs new volumes`;
    return [breach(['spec', 'customEncryption', 'regions', region], 'ENC-6', message, 'IMMUTABLE')];
  });
}

/**
 * Snapshots: a retention and a schedule that can be read, the schedule at most hourly. A shared set has no schedule; a
 * retention, which the platform's client sends by default, asks for no snapshot.
 */
export function checkSnapshots({ spec, isShared, context }: VolumesetSubject): readonly Breach[] {
  const snapshots = objectAt(spec, 'snapshots');
  const path = ['spec', 'snapshots'];
  const schedule = textAt(snapshots, 'schedule');
  const retention = textAt(snapshots, 'retentionDuration');
  if (isShared && schedule !== undefined) {
    return [breach(path, 'SNAP-6', 'a shared volume set has no snapshots')];
  }
  const breaches: Breach[] = [];
  const unit = context.assumptions['snapshot.retentionUnit'];
  if (retention !== undefined && parseRetention(retention, unit) === null) {
    const message = `retentionDuration must be a number followed by d, h or m, such as 7d; found ${shown(retention)}`;
    breaches.push(breach([...path, 'retentionDuration'], 'SNAP-1', message));
  } else if (retention !== undefined && parseRetention(retention, unit) === 0) {
    const message = `with retentionDuration ${retention} each snapshot expires as soon as it is taken: no snapshot can be restored`;
    breaches.push(doubt([...path, 'retentionDuration'], 'SNAP-1', message));
  }
  if (schedule === undefined) return breaches;
  const { assumptions } = context;
  const read = parseSchedule(schedule, assumptions);
  const at = [...path, 'schedule'];
  if ('error' in read) breaches.push(breach(at, 'SNAP-2', `schedule: ${read.error}`));
  else if (!mayFireAtMostHourly(read, assumptions['snapshot.check'])) {
    breaches.push(breach(at, 'SNAP-3', `snapshots are taken at most once per hour; found ${schedule}`));
  }
  return breaches;
}

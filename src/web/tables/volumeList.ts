/**
 * Volumes by the time until they are full.
 */
import { day } from '../../engine/time.ts';
import type { VolumeCapacity } from '../../report/capacity/capacityVolumes.ts';
import { shortNumber } from '../../report/words/format.ts';
import { opener } from '../stories/entryList.ts';
import { block } from '../view/block.ts';
import { button, type Child, h } from '../view/element.ts';
import { targetText } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import { shortName } from '../view/subject.ts';
import { dateBeside } from '../view/timeText.ts';
import { viewLink } from '../view/viewLink.ts';

/** The volumes that are full first, each a link to its timeline. */
export function volumes(site: Site): Child {
  const { data, navigation } = site;
  const all = [...data.capacity.volumes]
    .filter(({ lifecycle }) => lifecycle !== 'deleted')
    .sort((a, b) => daysOf(a) - daysOf(b));
  if (all.length === 0) return null;
  const items = all.slice(0, 6).map((volume) => {
    const of = subjectOf(volume);
    const used = h('span', { class: 'part-bar' });
    const share = Number(volume.usedGB) / (Number(volume.capacityGB) || 1);
    used.style.width = `${Math.min(100, 100 * share)}%`;
    const link = viewLink(
      site,
      { tab: 'time', of, open: null },
      'resource',
      h('span', {}, shortName(of, site.gvcs)),
      h(
        'span',
        { class: 'number soft' },
        `${shortNumber(Number(volume.usedGB))} of ${shortNumber(Number(volume.capacityGB))} GB`,
      ),
      h('span', { class: 'number' }, fullText(site, volume)),
      h('span', { class: 'resource-note' }, growthText(site, volume)),
      h('span', { class: 'part-line', 'aria-hidden': 'true' }, used),
    );
    return h('li', {}, link, volumeLink(site, volume, 'Why'));
  });
  const left = all.length - 6;
  return block(
    'Volumes: time until full at current growth and capacity',
    h('ul', { class: 'resources' }, ...items),
    left <= 0
      ? null
      : h(
          'p',
          { class: 'more' },
          button(`Show all ${all.length}`, () => navigation.go({ tab: 'capacity', open: null })),
        ),
  );
}

/** A link to when a volume is full, how many expansions are left, and why. */
export function volumeLink(site: Site, volume: Parameters<typeof subjectOf>[0], label: string): HTMLElement {
  return opener(site, targetText({ kind: 'volume', of: subjectOf(volume) }), label);
}

export function subjectOf({
  gvc,
  set,
  location,
  index,
}: Pick<VolumeCapacity, 'gvc' | 'set' | 'location' | 'index'>): string {
  return `${gvc}/volumeset/${set}@${location}/${index}`;
}

function daysOf({ daysToFull }: VolumeCapacity): number {
  return daysToFull === null ? Number.POSITIVE_INFINITY : Number(daysToFull);
}

/** `full in 23 d, 24 Dec`, at the growth of the last week and the current capacity. */
export function fullText({ data }: Site, volume: VolumeCapacity): string {
  const days = daysOf(volume);
  if (volume.freePct !== null && Number(volume.freePct) === 0) return '✗ full now';
  if (days === Number.POSITIVE_INFINITY) return 'not filling';
  if (days > 3_650) return 'full in over 10 years';
  const date = dateBeside(Math.floor((data.end + days * day) / day) * day, data.end);
  return `full in ${shortNumber(days, days < 10 ? 1 : 0)} d, ${date}`;
}

/**
 * The max capacity of a volume with autoscaling, and when that is full at the growth of the last week:
 * `with autoscaling up to its limit of 2,000 GB: full in 19 d, 20 Dec`. Empty for a volume that does not grow.
 */
export function growthText({ data }: Pick<Site, 'data'>, volume: VolumeCapacity): string {
  if (!volume.grows) return '';
  const days = daysToMost(volume);
  const most = `with autoscaling up to its limit of ${shortNumber(Number(volume.maxGB))} GB`;
  if (days === null) return most;
  if (days > 3_650) return `${most}: full in over 10 years`;
  const date = dateBeside(Math.floor((data.end + days * day) / day) * day, data.end);
  return `${most}: full in ${shortNumber(days, days < 10 ? 1 : 0)} d, ${date}`;
}

/**
 * Days until the max capacity is full at the growth of the last week; null: never at this growth.
 *   120 GB used, 10 more a day, at most 400 -> 28
 */
export function daysToMost({
  usedGB,
  maxGB,
  growthGBPerDay,
}: Pick<VolumeCapacity, 'usedGB' | 'maxGB' | 'growthGBPerDay'>): number | null {
  const growth = Number(growthGBPerDay ?? 0);
  return growth <= 0 ? null : Math.max(0, Number(maxGB) - Number(usedGB)) / growth;
}

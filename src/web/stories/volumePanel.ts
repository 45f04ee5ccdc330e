/**
 * Panel content about a volume: when it is full, how many expansions are left, and what decided that.
 */
import { day } from '../../engine/time.ts';
import { expansionsMax } from '../../platform/volume/limit.ts';
import { durationText, shortNumber } from '../../report/words/format.ts';
import { daysToMost, fullText, subjectOf } from '../tables/volumeList.ts';
import { type Child, h } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import { isAbout, shortName } from '../view/subject.ts';
import { viewLink } from '../view/viewLink.ts';
import { ruleLink } from './entryList.ts';
import { factsOf, type PanelContent } from './facts.ts';
import { askList, matteredBlocks } from './mattered.ts';
import { briefWhyBlocks } from './whyBlocks.ts';

type Volume = Site['data']['capacity']['volumes'][number];

/** null: the report has no such volume. */
export function volumePanel(site: Site, of: string): PanelContent | null {
  const volume = site.data.capacity.volumes.find((one) => subjectOf(one) === of);
  if (volume === undefined) return null;
  const own = site.entryIndex.entries.filter(({ subject }) => isAbout(subject, of));
  const last = own.findLast(({ type }) => /^(expansion\.|volume\.(expanded|replaced|full|created|settled))/.test(type));
  return {
    kind: 'Volume',
    title: `${shortName(of, site.gvcs)}: ${fullText(site, volume)}`,
    body: [
      factsOf([
        ['used', gb(volume.usedGB)],
        ['capacity', gb(volume.capacityGB)],
        ['growth', growthOf(volume)],
      ]),
      h('ul', { class: 'why-formula' }, ...fullLines(volume).map((line) => h('li', {}, line))),
      h('p', {}, viewLink(site, { tab: 'time', of, open: null }, '', 'Timeline of this volume')),
      ...leftBlocks(site, volume, own),
      ...(last === undefined ? [] : briefWhyBlocks(site, last, 'The last decision about its capacity')),
      ...matteredBlocks(site, 'What mattered in the run', own),
    ],
  };
}

function gb(text: string): string {
  return `${shortNumber(Number(text), 3)} GB`;
}

function growthOf({ growthGBPerDay, trendMs }: Volume): string {
  if (growthGBPerDay === null || trendMs === null) return 'unknown: younger than an hour';
  return `${shortNumber(Number(growthGBPerDay), 3)} GB a day, the trend of the last ${durationText(trendMs)}`;
}

/** `free: 80 GB - 46 GB = 34 GB`, and what the growth makes of it. */
function fullLines(volume: Volume): string[] {
  const [used, capacity, growth] = [volume.usedGB, volume.capacityGB, volume.growthGBPerDay ?? 0].map(Number);
  if (used === undefined || capacity === undefined || growth === undefined) return [];
  const free = `free: ${gb(volume.capacityGB)} - ${gb(volume.usedGB)} = ${shortNumber(capacity - used, 3)} GB`;
  if (volume.daysToFull === null || growth <= 0) return [free, 'at this growth it is never full'];
  const perDay = `${shortNumber(growth, 3)} GB a day`;
  const most = daysToMost(volume);
  return [
    free,
    `${shortNumber(capacity - used, 3)} GB / ${perDay} = ${shortNumber(Number(volume.daysToFull), 1)} days, if it is not expanded again`,
    ...(volume.grows && most !== null
      ? [
          `with autoscaling: (${gb(volume.maxGB)} - ${gb(volume.usedGB)}) / ${perDay} = ${shortNumber(most, 1)} days until its maximum is full`,
        ]
      : []),
  ];
}

/** How many expansions are left in the 24 hours before the end, and which ones count. */
function leftBlocks(site: Site, { expansionsLeft }: Volume, own: Site['entryIndex']['entries']): Child[] {
  if (expansionsLeft === null) return [];
  const since = site.data.end - day;
  const counted = own.filter(({ type, at }) => type === 'expansion.accepted' && at > since);
  return [
    h('h3', {}, `Expansions left: ${expansionsLeft} of ${expansionsMax}`),
    h(
      'p',
      {},
      ruleLink(site, 'LIMIT-1'),
      ` ${expansionsMax} in 24 hours; ${expansionsMax - expansionsLeft} count at the end of the run.`,
    ),
    counted.length === 0
      ? null
      : askList(
          site,
          counted.map((one) => [one]),
        ),
  ];
}

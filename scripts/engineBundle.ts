/** How the engine of the playground is bundled: as one classic script, since a page from a file starts no module. */

import type { BuildOptions, Plugin } from 'esbuild';
import packed from 'moment-timezone/data/packed/latest.json' with { type: 'json' };
import moment from 'moment-timezone/moment-timezone-utils.js';
import { unpackCourse } from '../src/engine/zone/unpack.ts';

/**
 * cron-parser dates its results with a library of 70 kB. The engine asks it for the values of single fields only, which
 * have no date; anything else that it asked of the date would throw.
 */
const withoutDates: Plugin = {
  name: 'without dates',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^luxon$/ }, () => ({ path: 'luxon', namespace: 'absent' }));
    onLoad({ filter: /^luxon$/, namespace: 'absent' }, () => ({
      contents: `exports.DateTime = { fromISO: () => ({ isValid: true, zoneName: 'UTC' }) };`,
    }));
  },
};

/**
 * Regular expressions are only in queries of policies and logs, and their library is a twentieth of the page: a
 * scenario that has one gets a problem that says where it runs.
 */
const withoutRegex: Plugin = {
  name: 'without regular expressions',
  setup({ onLoad }) {
    onLoad({ filter: /src[\\/]text[\\/]regex\.ts$/ }, () => ({
      contents: `export const regexOf = () => ({ error: 'the playground reads no regular expressions; use svcsim run' });`,
    }));
  },
};

/** Zones without what the engine passes over: their changes before 1970, and the names of their offsets. */
const zonesSince1970: Plugin = {
  name: 'zones since 1970',
  setup({ onLoad }) {
    onLoad({ filter: /moment-timezone\/data\/packed\/latest\.json$/ }, async () => ({ contents: await zoneModule() }));
  },
};

/** The table by zone and by other name of a zone. */
type ZoneTable = Pick<typeof packed, 'version' | 'zones' | 'links'>;

/** Zones of one rule have the same changes at their end, some hundred years of them: each such end is written once. */
const changesShared = 900;

async function zoneModule(): Promise<string> {
  const { version, links, zones } = filteredZones();
  const ends: string[] = [];
  const shortened = zones.map((zone) => {
    const [name, , offsets, indices, changes = ''] = zone.split('|');
    const words = changes.split(' ');
    const end = words.splice(-changesShared).join(' ');
    if (words.length === 0) return `${name}||${offsets}|${indices}|${end}`;
    if (!ends.includes(end)) ends.push(end);
    return `${name}||${offsets}|${indices}|${words.join(' ')} ~${ends.indexOf(end)}`;
  });
  // Those with one end are beside each other, which makes the page smaller.
  const endOf = (zone: string): string => zone.slice(zone.lastIndexOf(' '));
  shortened.sort((a, b) => (endOf(a) < endOf(b) ? -1 : 1));
  const contents = `const ends = ${JSON.stringify(ends)};
export default {
  version: ${JSON.stringify(version)},
  zones: ${JSON.stringify(shortened)}.map((zone) => zone.replace(/~(.+)$/, (_, end) => ends[end])),
  links: ${JSON.stringify(links)},
};`;
  const made = (await import(`data:text/javascript,${encodeURIComponent(contents)}`)) as {
    readonly default: ZoneTable;
  };
  const [before, after] = [coursesOf(packed), coursesOf(made.default)];
  for (const [name, course] of before)
    if (after.get(name) !== course) throw new Error(`the zone ${name} would differ from what the package has`);
  return contents;
}

function filteredZones(): ZoneTable {
  const { version, links } = packed;
  const zones = packed.zones.map((one) => moment.tz.unpack(one));
  // It needs the countries, which its type does not have, and the engine does not.
  const given = { version, zones, links, countries: [] };
  const filtered = moment.tz.filterLinkPack(given, 1970, 2500);
  return { version, zones: [...filtered.zones], links: [...filtered.links] };
}

/** What the engine reads of each zone, by every name of it. */
function coursesOf({ zones, links }: ZoneTable): ReadonlyMap<string, string> {
  const courses = new Map(zones.map((one) => [one.slice(0, one.indexOf('|')), JSON.stringify(unpackCourse(one))]));
  for (const link of links) {
    const [name = '', other = ''] = link.split('|');
    courses.set(other, courses.get(name) ?? '');
  }
  return courses;
}

/** The bundle of the engine; who builds it says where from. */
export const engineOptions: BuildOptions = {
  entryPoints: ['src/playground/engine/main.ts'],
  bundle: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  charset: 'ascii',
  plugins: [withoutDates, withoutRegex, zonesSince1970],
};

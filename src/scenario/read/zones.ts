/** Time zones by their IANA names: of the schedules, and of what goes by the clock. */
import { type Duration, type Instant, isoFromInstant, minute } from '../../engine/time.ts';
import { lastingChanges, offsetAt, type Zone, zoneNamed, zoneNames, zonesKnownUntil } from '../../engine/zone/zone.ts';
import type { Path } from '../../platform/api/document/json.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { nearest } from '../../rules/units.ts';
import { shown } from '../shape/shape.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { type TreeMap, valueAt } from '../text/tree.ts';

/** The end of a message about an unknown zone: `; did you mean 'Europe/Berlin'?`. */
export function meantZone(name: string): string {
  const wanted = name.toLowerCase();
  const names = zoneNames();
  const meant =
    names.find((one) => one.toLowerCase() === wanted) ??
    names.find((one) => one.toLowerCase().endsWith(`/${wanted.replace(/ /g, '_')}`)) ??
    nearest(name, names);
  return meant === null ? '' : `; did you mean '${meant}'?`;
}

/** Reads a zone at a path; null where there is none, or, with a problem, an unknown one. */
export function readZone(root: TreeMap, path: Path, reading: ScenarioReading): Zone | null {
  const name = valueAt(root, path);
  if (name === undefined || name === null) return null;
  const zone = typeof name === 'string' ? zoneNamed(name) : null;
  if (zone === null) complainOfZone(root, path, name, reading);
  return zone;
}

/** Complains of a zone of the schedules that does not exist, and warns of one that is not the same all the time. */
export function checkZone(
  root: TreeMap,
  assumptions: Assumptions,
  period: ZonePeriod | null,
  reading: ScenarioReading,
): void {
  const { 'cron.zone': name } = assumptions;
  const path = ['assumptions', 'cron.zone'];
  const zone = zoneNamed(name);
  if (zone === null) complainOfZone(root, path, name, reading);
  else if (period !== null) warnOfZone(root, path, { zone, ...period }, reading);
}

function complainOfZone(root: TreeMap, path: Path, name: unknown, reading: ScenarioReading): void {
  const meant = typeof name === 'string' ? meantZone(name) : '';
  const message = `expected UTC or a time zone of the IANA database such as Europe/Berlin, found ${shown(name)}${meant}`;
  reading.complain(root, path, { code: 'unknown-zone', message });
}

/** The period that a run covers. */
interface ZonePeriod {
  readonly start: Instant;
  readonly end: Instant;
}

/** Warns of a run in which the zone changes its offset for good, and of one beyond the years of the database. */
export function warnOfZone(
  root: TreeMap,
  path: Path,
  { zone, start, end }: ZonePeriod & { readonly zone: Zone },
  reading: ScenarioReading,
): void {
  const warn = (code: string, message: string): void =>
    reading.complain(root, path, { code, severity: 'warning', message });
  const [lasting] = lastingChanges(zone, start, end);
  if (lasting !== undefined) {
    const [before, after] = [lasting - 1, lasting].map((at) => textFromOffset(offsetAt(zone, at)));
    const at = isoFromInstant(lasting);
    warn(
      'zone-changes',
      `${zone.name} changes from ${before} to ${after} for good within the run, at ${at}: times of the day before and after it are not the same in UTC`,
    );
  }
  if (end > zonesKnownUntil && zone.changes.length > 0)
    warn(
      'zone-unknown-then',
      `changes of the clock in ${zone.name} are known until the end of 2499, and the run ends later: from then on the offset stays as it is`,
    );
}

/** `UTC+05:45`. */
function textFromOffset(offset: Duration): string {
  const minutes = Math.round(Math.abs(offset) / minute);
  const part = (value: number): string => String(value).padStart(2, '0');
  return `UTC${offset < 0 ? '-' : '+'}${part(Math.floor(minutes / 60))}:${part(minutes % 60)}`;
}

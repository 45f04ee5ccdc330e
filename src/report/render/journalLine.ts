/**
 * Journal entries as lines of `journal.ndjson`.
 */
import type { Entry, Reason, Subject } from '../../engine/journal.ts';
import { hour, type Instant, isoFromInstant, second } from '../../engine/time.ts';
import type { Measurement, ScaleDecision } from '../../platform/autoscaling/decision.ts';
import type { ExecutionEnd, ReplicaStart, Reserve } from '../../platform/facts.ts';
import { rootOf } from '../../platform/root.ts';
import { packed } from '../../text/packed.ts';
import { plainJson } from '../../text/plain.ts';
import { factOf } from '../fold/fact.ts';

/**
 * One entry as JSON, without a line end:
 * `{"seq":21,"at":"2026-11-01T00:00:00.000Z","type":"replica.ready","subject":"shop/workload/web@aws/3",...}`.
 *
 * `subject` ends in the ordinal where the entry has one. Only an entry without a cause has a `root`. Instants within
 * `data` (names ending in `At`) are ms since the epoch.
 */
export function journalLine(entry: Entry): string {
  // By hand: one call of JSON.stringify for the whole entry takes four times as long. Only names, ordinals and data
  // need escapes.
  const { seq, at, type, reason, cause } = entry;
  return `{"seq":${seq},"at":"${stamp(at)}","type":"${type}","subject":"${subjectText(entry)}",${reasonText(reason)},"cause":${cause}${rootText(entry)},"data":${dataText(entry)}}`;
}

/** The subject of an entry in its line, with the escapes of a JSON string, but without its quotes. */
export function subjectText({ subject, ordinal }: Entry): string {
  if (ordinal === null) return nameText(subject);
  return `${nameText(subject)}/${typeof ordinal === 'number' ? ordinal : escaped(ordinal)}`;
}

/** What an entry without a cause begins with: `,"root":"schedule"`. */
function rootText(entry: Entry): string {
  const root = rootOf(entry);
  return root === null ? '' : `,"root":"${root}"`;
}

/**
 * The data of an entry in its line, as JSON. By hand where there are the most: executions and replicas that come and go
 * are nearly all entries of a long run.
 */
export function dataText(entry: Entry): string {
  const fact = factOf(entry);
  switch (fact.type) {
    case 'execution.started': {
      const { slotAt, version, placedAt, startedAt, reserved, ephemeralBytes } = fact.data;
      if (ephemeralBytes !== undefined) return plainJson(fact.data);
      const slot = slotAt === null ? 'null' : instantText(slotAt);
      return `{"slotAt":${slot},"version":${version},"placedAt":${instantText(placedAt)},"startedAt":${instantText(startedAt)},"reserved":${reservedText(reserved)}}`;
    }
    case 'execution.succeeded':
    case 'execution.failed':
      return endText(fact.data);
    case 'execution.forgotten':
      return `{"status":"${fact.data.status}"}`;
    case 'replica.available':
    case 'replica.gone':
      return '{}';
    case 'replica.ready':
      return fact.data.upAt === undefined ? '{}' : plainJson(fact.data);
    case 'replica.terminating': {
      const { signalAt, goneAt, why, ownStop, ownHook } = fact.data;
      if (ownStop !== undefined || ownHook !== undefined) return plainJson(fact.data);
      return `{"signalAt":${instantText(signalAt)},"goneAt":${instantText(goneAt)},"why":"${escaped(why)}"}`;
    }
    case 'replica.created':
      return startText(fact.data);
    case 'deployment.scaled': {
      const { from, to, measured, decided } = fact.data;
      const by = measured === undefined ? '' : `,"measured":${measuredText(measured)}`;
      return `{"from":${from},"to":${to}${by}${decided === undefined ? '' : `,"decided":${decisionText(decided)}`}}`;
    }
    default:
      return plainJson(fact.data);
  }
}

function startText(start: ReplicaStart): string {
  const { version, placedAt, startedAt, reserved, mounter, mountedAt, pulledAt, preparedAt, preparedBy } = start;
  const { addedMs, ownPull, ephemeralBytes, zone } = start;
  if (mountedAt === undefined || pulledAt === undefined || mounter !== null) return plainJson(start);
  if (ephemeralBytes !== undefined || zone !== undefined) return plainJson(start);
  const prepared =
    preparedAt === undefined ? '' : `,"preparedAt":${instantText(preparedAt)},"preparedBy":"${preparedBy}"`;
  const stated = `${addedMs === undefined ? '' : `,"addedMs":${addedMs}`}${ownPull ? ',"ownPull":true' : ''}`;
  return `{"version":${version},"placedAt":${instantText(placedAt)},"startedAt":${instantText(startedAt)},"reserved":${reservedText(reserved)},"mounter":null,"mountedAt":${instantText(mountedAt)},"pulledAt":${instantText(pulledAt)}${prepared}${stated}}`;
}

function measuredText(measured: readonly Measurement[]): string {
  let text = '';
  for (const { metric, valueMilli, targetMilli, counted } of measured) {
    const of = counted === undefined ? '' : `,"counted":${counted}`;
    text += `${text === '' ? '' : ','}{"metric":"${escaped(metric)}","valueMilli":${valueMilli},"targetMilli":${targetMilli}${of}}`;
  }
  return `[${text}]`;
}

function decisionText(decided: ScaleDecision): string {
  const { proposed, highestRecent, downWindowMs, least, most, minScale, maxScale, ready, panics, panic, sampled } =
    decided;
  if (sampled !== undefined) return plainJson(decided);
  if (highestRecent !== undefined && ready === undefined) {
    const window = downWindowMs === undefined ? '' : `"downWindowMs":${downWindowMs},`;
    return `{"proposed":${proposed},"highestRecent":${highestRecent},${window}"least":${least},"most":${most},"minScale":${minScale},"maxScale":${maxScale}}`;
  }
  if (panic === undefined) return plainJson(decided);
  const { stableMilli, panicMilli, from, untilAt, most: highest } = panic;
  const until = untilAt === null ? 'null' : instantText(untilAt);
  return `{"proposed":${proposed},"ready":${ready},"minScale":${minScale},"maxScale":${maxScale},"least":${least},"most":${most},"panics":${panics},"panic":{"stableMilli":${stableMilli},"panicMilli":${panicMilli},"from":${from},"untilAt":${until},"most":${highest}}}`;
}

function endText({ attempts, tookMs, ranMs, usedCpuMillicores }: ExecutionEnd): string {
  return `{"attempts":${attempts},"tookMs":${tookMs},"ranMs":${ranMs},"usedCpuMillicores":${usedCpuMillicores}}`;
}

const reservedTexts = new WeakMap<readonly Reserve[], string>();
const names = new WeakMap<Subject, string>();
const reasonTexts = new WeakMap<Reason, string>();

/** Executions of one version share what they reserve. */
function reservedText(reserved: readonly Reserve[]): string {
  let text = reservedTexts.get(reserved);
  if (text === undefined) {
    text = JSON.stringify(reserved);
    reservedTexts.set(reserved, text);
  }
  return text;
}

function nameText(subject: Subject): string {
  let text = names.get(subject);
  if (text === undefined) {
    text = packed(escaped(subject.name));
    names.set(subject, text);
  }
  return text;
}

/** Reasons are constants, so their text is made once. */
function reasonText(reason: Reason): string {
  let text = reasonTexts.get(reason);
  if (text === undefined) {
    text = `"rules":${JSON.stringify(reason.rules)},"assumptions":${JSON.stringify(reason.assumptions)}`;
    reasonTexts.set(reason, text);
  }
  return text;
}

let lastHigh = 0;
let lastHighText = '0';

/** The digits of an instant, in two halves: the engine is slow to write a number that large. */
function instantText(at: Instant): string {
  if (!(at > 1e9)) return `${at}`;
  const high = Math.floor(at / 1e7);
  if (high !== lastHigh) {
    lastHigh = high;
    lastHighText = `${high}`;
  }
  return lastHighText + `${at - high * 1e7 + 1e7}`.slice(1);
}

let lastAt: Instant = Number.NaN;
let lastStamp = '';
let hourAt: Instant = Number.NaN;
/** `2026-11-01T00:`. */
let hourText = '';
const twoDigits = digits(60, 2);
const threeDigits = digits(1000, 3);

/** Many entries share an instant, and more an hour. */
function stamp(at: Instant): string {
  if (at === lastAt) return lastStamp;
  if (!(at >= hourAt && at < hourAt + hour)) {
    hourAt = Math.floor(at / hour) * hour;
    hourText = isoFromInstant(hourAt).slice(0, -'00:00.000Z'.length);
  }
  const seconds = Math.floor((at - hourAt) / second);
  const minutes = Math.floor(seconds / 60);
  lastAt = at;
  lastStamp = `${hourText}${twoDigits[minutes]}:${twoDigits[seconds - minutes * 60]}.${threeDigits[at - hourAt - seconds * second]}Z`;
  return lastStamp;
}

function digits(count: number, width: number): readonly string[] {
  return Array.from({ length: count }, (_, number) => String(number).padStart(width, '0'));
}

const needsNone = /^[\w /@.:*-]*$/;

/** The inside of a JSON string. */
function escaped(text: string): string {
  return needsNone.test(text) ? text : plainJson(text).slice(1, -1);
}

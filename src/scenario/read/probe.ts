/**
 * Reads `probe:` of a timeline entry: one request to a workload, with its origin and the address that it calls.
 */

import type { Path } from '../../platform/api/document/json.ts';
import type { ProbeTarget, TestRequest } from '../../platform/call/probe.ts';
import type { ProbeAction } from '../scenario.ts';
import { shown } from '../shape/shape.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type TreeMap, valueAt } from '../text/tree.ts';
import { type CallerContext, readPlace, readWorkload } from './demand/demandCaller.ts';
import { entriesOf } from './names.ts';

/** @param path of the entry; null, with a problem, where the probe cannot be sent */
export function readProbe(root: TreeMap, path: Path, context: CallerContext): ProbeAction | null {
  const at = [...path, 'probe'];
  const given = valueAt(root, at);
  if (!isMap(given)) return null;
  const answers = readStatus(root, [...path, 'answers'], context.reading);
  const target = readTargetOf(root, at, given, context);
  const headers = readHeaders(root, [...at, 'headers'], context.reading);
  const from = given.from === undefined ? null : readPlace(root, [...at, 'from'], context.reading);
  const by = given.by === undefined ? null : readWorkload(root, [...at, 'by'], context);
  const isBroken =
    target === null ||
    headers === null ||
    (given.from !== undefined && from === null) ||
    (given.by !== undefined && by === null);
  if (isBroken) return null;
  if (by !== null && from === null) {
    context.reading.complain(root, [...at, 'by'], {
      code: 'missing-key',
      message: "'by' needs 'from': the location in which the calling workload runs",
      atKey: true,
    });
    return null;
  }
  return {
    kind: 'probe',
    probe: {
      target,
      path: typeof given.path === 'string' ? given.path : '/',
      headers,
      from,
      by: by === null ? null : { gvc: by.gvc, name: by.name },
      answers,
    },
  };
}

/** The status that is expected; null: any. */
function readStatus(root: TreeMap, path: Path, reading: ScenarioReading): number | null {
  const given = valueAt(root, path);
  const status = isMap(given) ? given.status : given;
  if (isMap(given) && given.body !== undefined) {
    const message = 'a probe checks only the status of the response: leave body out';
    reading.complain(root, [...path, 'body'], { code: 'contradiction', message, atKey: true });
  }
  return typeof status === 'number' ? status : null;
}

function readTargetOf(root: TreeMap, path: Path, given: TreeMap, context: CallerContext): ProbeTarget | null {
  const { reading } = context;
  if ((given.host === undefined) === (given.to === undefined)) {
    const found = given.host === undefined ? 'neither' : 'both';
    const message = `expected either 'host' or 'to', found ${found}`;
    const code = given.host === undefined ? 'missing-key' : 'contradiction';
    reading.complain(root, given.host === undefined ? path : [...path, 'host'], { code, message, atKey: true });
    return null;
  }
  if (typeof given.host === 'string') {
    for (const key of ['location', 'replica'] as const)
      if (given[key] !== undefined)
        reading.complain(root, [...path, key], {
          code: 'contradiction',
          message: `'${key}' is only for 'to': a host names it itself`,
          atKey: true,
        });
    return isHost(root, [...path, 'host'], given.host, reading) ? { kind: 'host', host: given.host } : null;
  }
  const named = readWorkload(root, [...path, 'to'], context);
  const location = given.location === undefined ? null : readPlace(root, [...path, 'location'], reading);
  if (named === null || (given.location !== undefined && location === null)) return null;
  const replica = typeof given.replica === 'number' ? given.replica : null;
  if (location !== null && given.by !== undefined && replica === null) {
    const message = "an internal address names a location only for one replica: with 'by', 'location' needs 'replica'";
    reading.complain(root, [...path, 'location'], { code: 'contradiction', message, atKey: true });
    return null;
  }
  if (replica !== null && location === null && given.by === undefined) {
    const message = "'replica' needs 'location': each location numbers its own replicas";
    reading.complain(root, [...path, 'replica'], { code: 'missing-key', message, atKey: true });
    return null;
  }
  return { kind: 'workload', gvc: named.gvc, name: named.name, location, replica };
}

/** A name or an address, with a port or without. */
export function isHostText(text: string): boolean {
  return /^[^\s/:?#@]+(:\d+)?$/.test(text);
}

/** Whether a text could be looked up: what is part of a URL and not of its host is a problem. */
function isHost(root: TreeMap, path: Path, text: string, reading: ScenarioReading): boolean {
  if (isHostText(text)) return true;
  const inUrl = /^[a-z]+:\/\/([^\s/?#@]+)/i.exec(text)?.[1];
  reading.complain(root, path, {
    code: 'wrong-value',
    message: `expected a host, with :port if needed, found ${shown(text)}`,
    hint: inUrl === undefined ? "write the path under 'path'" : `write ${inUrl}, and the path under 'path'`,
  });
  return false;
}

/** null, with a problem, where one could not be sent. */
function readHeaders(root: TreeMap, path: Path, reading: ScenarioReading): TestRequest['headers'] | null {
  const headers = entriesOf(valueAt(root, path)).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  let isGood = true;
  for (const [name, value] of headers) {
    const message = headerMistake(name, value);
    if (message === null) continue;
    reading.complain(root, [...path, name], { code: 'wrong-value', message, atKey: !isHeaderName(name) });
    isGood = false;
  }
  return isGood ? Object.fromEntries(headers) : null;
}

/** What is wrong with a header, as no request can carry it; null: nothing. */
export function headerMistake(name: string, value: string): string | null {
  if (!isHeaderName(name)) return `expected the name of a header, found ${shown(name)}`;
  // A line that ends within a value would be another header.
  const isSent = [...value].every((character) => character === '\t' || (character >= ' ' && character !== '\u007f'));
  return isSent ? null : `expected the value of a header, on one line, found ${JSON.stringify(value)}`;
}

function isHeaderName(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name);
}

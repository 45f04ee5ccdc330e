/**
 * Logs over the API: which lines are answered, and in which form (LOG-1 to LOG-4, http: logs).
 */
import { hour, type Instant } from '../../engine/time.ts';
import { answer, type RequestInHand, refuse, refuseDocument } from '../../platform/api/requests/answer.ts';
import { breach } from '../../platform/api/requests/breach.ts';
import type { RequestOutcome } from '../../platform/api/requests/request.ts';
import { because } from '../../rules/reason.ts';
import type { KeptLogs } from './kept.ts';
import { type LogLine, labelNames } from './line.ts';
import { type AskedLines, type AskedTail, nanosPerMs, readAsked, readTail } from './range.ts';
import { Selection } from './selection.ts';

const told = because(['LOG-1', 'LOG-2', 'LOG-3', 'LOG-4'], ['api.logs', 'api.logsKept']);
const tooMany = because(['LOG-4'], ['api.logsRead']);

/** Lines with the same labels. */
export interface LogStream {
  /** Labels without a value are left out. */
  readonly stream: { readonly [label: string]: string };
  /** Nanoseconds as a decimal text, and the line; in the order that was asked for. */
  readonly values: readonly (readonly [string, string])[];
}

/**
 * The answer to `query_range`: of the lines in a stretch of time that a query selects, the oldest or the newest.
 *
 * Of the present instant no line is told, for others may still come at it, before those that are there.
 */
export function answerLogs(call: RequestInHand, kept: KeptLogs): RequestOutcome {
  const asked = readAsked(call.request.query ?? {}, call.now);
  if ('breaches' in asked) return refuseDocument(call, asked.breaches);
  const budget = { left: call.control.config.assumptions['api.logsRead'] };
  const lines = linesAsked(asked, kept, call.now, budget);
  if (budget.left < 0) return refuseTooMany(call);
  const body = { status: 'success', data: { resultType: 'streams', result: streamsOf(lines) } };
  return answer(call, { status: 200, body, reason: told });
}

/** What a stream of lines begins with. */
export interface TailBeginning {
  readonly asked: AskedTail;
  /** Lines before now, the oldest first; none where all are asked for: they are told by the stream itself. */
  readonly backlog: readonly LogLine[];
}

/**
 * Whether a stream of lines may begin for who may read logs.
 *
 * @param begin told what it begins with, where it may
 */
export function answerTail(
  call: RequestInHand,
  kept: KeptLogs,
  begin: (beginning: TailBeginning) => void,
): RequestOutcome {
  const asked = readTail(call.request.query ?? {}, call.now);
  if ('breaches' in asked) return refuseDocument(call, asked.breaches);
  const budget = { left: call.control.config.assumptions['api.logsRead'] };
  const { limit, end } = asked;
  const newest = { ...asked, end: end ?? BigInt(call.now) * nanosPerMs, direction: 'backward' } as const;
  const backlog = limit === 0 ? [] : linesAsked(newest, kept, call.now, budget);
  if (budget.left < 0) return refuseTooMany(call);
  begin({ asked, backlog: [...backlog].reverse() });
  return answer(call, { status: 200, body: {}, reason: told });
}

/** Lines as they come are told to who asks for another protocol, and to nobody else. */
export function refuseTail(call: RequestInHand): RequestOutcome {
  const message = 'new lines are streamed over a WebSocket: send an upgrade request, or use query_range';
  return refuse(call, { code: 'INVALID', message, reason: told });
}

/** Lines by their labels, in the order in which they come. */
export function streamsOf(lines: readonly LogLine[]): readonly LogStream[] {
  const streams = new Map<string, { stream: LogStream['stream']; values: [string, string][] }>();
  for (const { labels, stamp, text } of lines) {
    const given = labelNames.filter((name) => labels[name] !== '');
    const key = JSON.stringify(given.map((name) => [name, labels[name]]));
    const stream = streams.get(key) ?? {
      stream: Object.fromEntries(given.map((name) => [name, labels[name]])),
      values: [],
    };
    streams.set(key, stream);
    stream.values.push([BigInt(stamp).toString(), text]);
  }
  return [...streams.values()];
}

interface Budget {
  left: number;
}

/** Those that are asked for, in the order asked for; fewer where the budget is overdrawn. */
function linesAsked(asked: AskedLines, kept: KeptLogs, now: Instant, budget: Budget): readonly LogLine[] {
  const from = Number(asked.start / nanosPerMs);
  const to = Math.min(now, Number((asked.end + nanosPerMs - 1n) / nanosPerMs));
  if (from >= to) return [];
  if (asked.direction === 'forward') return linesIn(asked, { from, to }, kept, budget);
  // The newest stand at the end, of a stretch that may be long.
  for (let span = hour; ; span *= 4) {
    const stretch = { from: Math.max(from, to - span), to };
    const lines = linesIn(asked, stretch, kept, budget);
    if (lines.length >= asked.limit || stretch.from === from || budget.left < 0) return lines;
  }
}

function linesIn(
  { query, start, end, limit, direction }: AskedLines,
  { from, to }: { readonly from: Instant; readonly to: Instant },
  kept: KeptLogs,
  budget: Budget,
): readonly LogLine[] {
  const lines: LogLine[] = [];
  const selection = new Selection({ query, from, to, limit, direction }, (line) => lines.push(line));
  let lastAt = from;
  const take = (line: LogLine): void => {
    budget.left -= 1;
    lastAt = line.at;
    const nanos = BigInt(line.stamp);
    if (nanos >= start && nanos < end) selection.take(line);
  };
  kept.tell({ from, to }, take, () => budget.left < 0 || selection.isOver(lastAt));
  selection.close();
  return lines;
}

function refuseTooMany(call: RequestInHand): RequestOutcome {
  const most = call.control.config.assumptions['api.logsRead'];
  const message = `the query would have to read more than ${most} lines; give a shorter range of start and end`;
  const details = [breach(['start'], 'LOG-4', message)];
  return refuse(call, { code: 'INVALID', message, reason: tooMany, details });
}

/**
 * Outcomes of requests: a success, or a refusal in the platform's one form.
 */

import type { Reason } from '../../../engine/journal.ts';
import { civilFromInstant, type Instant } from '../../../engine/time.ts';
import type { AssumptionName } from '../../../rules/assumptions.ts';
import { because } from '../../../rules/reason.ts';
import { isRuleId, type RuleId } from '../../../rules/register.ts';
import { clipped } from '../../../text/folded.ts';
import { idOf } from '../document/id.ts';
import { pathText } from '../document/json.ts';
import type { ApiCaller, CommandRecord, Control } from '../records/state.ts';
import type { Breach } from './breach.ts';
import type { ApiRequest, ApiResponse, RecordChange, RefusalCode, RequestOutcome } from './request.ts';

/** Why there is nothing at a path, or not this method. */
export const nothingThere: Reason = because([], ['api.unknownStatus']);

/** One request on its way through the handler. */
export interface RequestInHand {
  readonly control: Control;
  readonly request: ApiRequest;
  readonly now: Instant;
  readonly caller: ApiCaller;
  /** Whether anybody reads the answer; else that of a write has its status alone. */
  readonly isRead: boolean;
}

type Asked = Pick<RequestInHand, 'control' | 'request' | 'now'>;

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly reason: Reason;
  readonly changes?: readonly RecordChange[];
  readonly command?: CommandRecord;
  /** Path of what was made. */
  readonly location?: string | undefined;
  /** What the platform took, though it hardly does what its author wants (`api.warnings`). */
  readonly doubts?: readonly Breach[] | null;
}

/** An accepted request. */
export function answer(call: RequestInHand, done: Answer): RequestOutcome {
  return {
    response: { status: done.status, headers: headersOf(call, done), body: done.body },
    changes: done.changes ?? [],
    command: done.command ?? null,
    refusal: null,
    reason: done.reason,
  };
}

function headersOf(
  { isRead, now, control }: RequestInHand,
  { location, doubts = null }: Answer,
): ApiResponse['headers'] {
  if (!isRead) return noHeaders;
  const isWarned = doubts !== null && doubts.length > 0 && control.config.assumptions['api.warnings'] === 'header';
  return {
    Date: httpDate(now),
    ...(location === undefined ? {} : { Location: location }),
    ...(isWarned ? { Warning: warningOf(doubts) } : {}),
  };
}

/**
 * A `Warning` header, as that of Kubernetes: `299 - "spec.rolloutOptions.scalingPolicy: ..."`, one after the other (RFC
 * 7234, section 5.5).
 */
function warningOf(doubts: readonly Breach[]): string {
  const told = doubts.slice(0, doubts.length > warningsMax ? warningsMax - 1 : warningsMax);
  const texts = told.map(({ path, message }) => clipped(`${pathText(path)}: ${message}`, warningMax));
  const more = doubts.length - told.length;
  return [...texts, ...(more === 0 ? [] : [`and ${more} more`])].map((text) => `299 - "${quotable(text)}"`).join(', ');
}

/** A header takes few characters, and so few warnings. */
const warningsMax = 10;
const warningMax = 300;

/** A text that a header takes between quotes: plain ASCII. */
function quotable(text: string): string {
  return text.replaceAll(/[^ -~]/g, '?').replaceAll(/["\\]/g, '\\$&');
}

const noHeaders = {};

export interface No {
  readonly code: RefusalCode;
  readonly message: string;
  readonly reason: Reason;
  readonly details?: readonly Breach[];
  /** Where the code alone does not say it. */
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
}

/**
 * A refused request: nothing changes, and the body says why (http: `{status, code, message, details, id}`). The id is
 * that of the request; of those that leave no trace in the audit trail, equal ones at one instant have one.
 */
export function refuse(call: Asked, no: No): RequestOutcome {
  const { control, request, now } = call;
  const status = no.status ?? statusOf(call, no.code);
  const message = clipped(no.message, messageMax);
  const points = no.details ?? [{ path: [], rule: decisiveOf(no.reason), message }];
  const id = idOf(control.config.seed, 'request', now, request.method, request.path, no.code, no.message);
  return {
    response: {
      status,
      headers: { Date: httpDate(now), ...no.headers },
      body: { status, code: no.code, message, details: detailsOf(points), id },
    },
    changes: [],
    command: null,
    refusal: { code: no.code, message },
    reason: no.reason,
  };
}

/** Characters of a message, which may repeat what was sent, at most. */
const messageMax = 1_000;
/** Of very many problems these are told, and how many more there are. */
const detailsMax = 100;

type Problem = Pick<Breach, 'path' | 'message'> & { readonly rule: string | null };

function detailsOf(points: readonly Problem[]): readonly object[] {
  const told = points.slice(0, points.length > detailsMax ? detailsMax - 1 : detailsMax);
  const details = told.map(({ path, rule, message }) => ({
    path: clipped(pathText(path), messageMax),
    rule,
    message: clipped(message, messageMax),
  }));
  const more = points.length - told.length;
  return more === 0 ? details : [...details, { path: '', rule: null, message: `and ${more} more` }];
}

/** The first rule of a reason, else its first assumption. */
function decisiveOf({ rules, assumptions }: Reason): string | null {
  return rules[0] ?? assumptions[0] ?? null;
}

/** A refusal for what is wrong with a document: the first error speaks, all stand in the details. */
export function refuseDocument(call: RequestInHand, errors: readonly Breach[]): RequestOutcome {
  const first = errors.find((one) => one.code !== undefined) ?? errors[0];
  const message = first === undefined ? 'the document is not valid' : `${pathText(first.path)}: ${first.message}`;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return refuse(call, {
    code: first?.code ?? 'INVALID',
    message: `${message}${more}`,
    reason: reasonOf(first, errors),
    details: errors,
  });
}

/**
 * The rules and assumptions that a refusal rests on, each once: those of the problem that speaks before those of the
 * others. Rules are read before assumptions, so where the one that speaks cites no rule, no rule of another stands
 * beside its sentence; the details have each with its own.
 */
function reasonOf(first: Breach | undefined, errors: readonly Breach[]): Reason {
  const [lead = null] = first === undefined ? [] : citedBy(first);
  if (first === undefined || lead === null) return because([]);
  const cited = [...new Set([first, ...errors].flatMap(citedBy))];
  return because(isRuleId(lead) ? cited.filter(isRuleId) : [], cited.filter(isAssumption));
}

function citedBy({ rule, assumptions = [] }: Breach): readonly (RuleId | AssumptionName)[] {
  return rule === null ? assumptions : [rule, ...assumptions];
}

const statuses: { readonly [code in Exclude<RefusalCode, 'NOT_FOUND' | 'METHOD_NOT_ALLOWED'>]: number } = {
  BAD_JSON: 400,
  INVALID: 400,
  IMMUTABLE: 400,
  BAD_REFERENCE: 400,
  COMMAND_REFUSED: 400,
  IN_USE: 400,
  PROTECTED: 400,
  BUILTIN: 400,
  NOT_SIMULATED: 400,
  EXISTS: 409,
  CONFLICT: 409,
  DELETING: 409,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  QUOTA: 429,
  EXPANSION_QUOTA: 429,
  THROTTLED: 400,
};

/** What names nothing, or takes no such method, has statuses of its own (`api.unknownStatus`); a full quota, of
 * requests too, answers each method that makes
 * something in its own way (`api.quotaStatus`): of those answers no client asks again. */
function statusOf({ control, request }: Asked, code: RefusalCode): number {
  const { method } = request;
  const { path: unknownPath, method: unknownMethod } = control.config.assumptions['api.unknownStatus'];
  if (code === 'NOT_FOUND') return unknownPath;
  if (code === 'METHOD_NOT_ALLOWED') return unknownMethod;
  const isQuota = code === 'QUOTA' || code === 'THROTTLED';
  if (!isQuota || (method !== 'POST' && method !== 'PUT' && method !== 'PATCH')) return statuses[code];
  return control.config.assumptions['api.quotaStatus'][method];
}

function isAssumption(cited: RuleId | AssumptionName): cited is AssumptionName {
  return !isRuleId(cited);
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Sun, 01 Nov 2026 00:00:00 GMT`. */
export function httpDate(instant: Instant): string {
  const { year, month, day, hour, minute, second, weekday } = civilFromInstant(instant);
  const date = `${two(day)} ${months[month - 1]} ${String(year).padStart(4, '0')}`;
  return `${weekdays[weekday]}, ${date} ${two(hour)}:${two(minute)}:${two(second)} GMT`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

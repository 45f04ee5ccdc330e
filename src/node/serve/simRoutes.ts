/** The endpoints below `/-sim` as one table, which the server and the OpenAPI document both use. */
import * as z from 'zod';
import type { Entry } from '../../engine/journal.ts';
import { type Instant, instantFromIso, isoFromInstant } from '../../engine/time.ts';
import { environmentsOf } from '../../experiment/session/environments.ts';
import { billOfSession, capacityOfSession, journalOfSession } from '../../experiment/session/replay.ts';
import type { Refused, Session } from '../../experiment/session/session.ts';
import { journalLine } from '../../report/render/journalLine.ts';
import { faultAnswer, jsonAnswer, type RequestError, textAnswer } from './answer.ts';
import { isTooDeep } from './body.ts';
import type { ServedSession } from './servedSession.ts';
import type { Sessions } from './sessions.ts';

/** The input of an endpoint. */
export interface SimCall {
  readonly request: Request;
  readonly served: ServedSession;
  readonly sessions: Sessions;
  /** Values of the query and the body by name, as the route's `input` describes them. */
  readonly input: { readonly [name: string]: unknown };
  /** The body as text; '' if the route takes none. */
  readonly text: string;
  /** Values of the path parameters in braces. */
  readonly names: { readonly [name: string]: string };
}

export interface SimRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `/-sim`. */
  readonly path: string;
  readonly says: string;
  /** Fields of the query or of a JSON body; null: none. */
  readonly input: z.ZodObject | null;
  /** Whether the body is plain text instead of fields. */
  readonly takesText?: boolean;
  /** 200 if absent. */
  readonly status?: number;
  /** Schema of the response, or the media type of a text response. */
  readonly output: z.ZodType | string;
  answer(call: SimCall): Promise<Response>;
}

/** Most problems of steps in one response. */
const detailsMax = 100;

const instant = z.string().describe('An instant: ISO 8601 with a time zone, such as 2026-11-01T00:00:00Z.');

const clock = z
  .object({
    now: instant,
    start: instant,
    end: instant.describe('End of the scenario; the last instant that time can reach is one millisecond before it.'),
    mode: z.enum(['paused', 'running']),
    factor: z.number().describe('Speed as a multiple of real time; 0 while paused.'),
    advancingTo: instant.nullable().describe('Destination of an advance in progress; null if there is none.'),
    pending: z.int().describe('Number of scheduled events.'),
    sequence: z.int().describe('Number of the last journal entry.'),
    fingerprint: z.string().describe('Fingerprint of the session so far, 16 hexadecimal digits.'),
  })
  .meta({ id: 'Clock' });

const advanced = z
  .object({ now: instant, processed: z.int().describe('Number of events processed.') })
  .meta({ id: 'Advanced' });
const stretch = z.strictObject({
  from: instant.optional().describe('Start of the time range, included; default: the start of the scenario.'),
  to: instant.optional().describe('End of the time range, excluded; default: now.'),
});
const fork = z
  .object({ id: z.string(), path: z.string().describe('Base path of the API of the fork, such as /-fork/1.') })
  .meta({ id: 'Fork' });
const problem = z.object({
  line: z.int(),
  column: z.int(),
  code: z.string(),
  message: z.string(),
  severity: z.enum(['error', 'warning']),
});
const environments = z
  .object({
    schema: z.literal('svcsim/environments/1'),
    at: instant,
    items: z.array(
      z.object({
        workload: z.string().describe('The workload as GVC/NAME.'),
        location: z.string(),
        replica: z.string().describe('Name of the replica, or of the Active execution.'),
        version: z.int().describe('Version of the workload that the replica runs.'),
        container: z.string(),
        variables: z.array(
          z.object({
            name: z.string(),
            value: z.string(),
            from: z.enum(['platform', 'gvc', 'container']),
            rules: z.array(z.string()),
            assumptions: z.array(z.string()),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'Environments' });
const document = z.record(z.string(), z.unknown());

export const simRoutes: readonly SimRoute[] = [
  {
    method: 'GET',
    path: '/clock',
    says: 'Returns the virtual time and the mode of the clock, also while an advance is in progress.',
    input: null,
    output: clock,
    answer: async ({ served }) => jsonAnswer(served.session, clockOf(served)),
  },
  {
    method: 'POST',
    path: '/advance',
    says: 'Processes all events up to and including an instant before the end of the scenario. Other requests wait meanwhile.',
    input: z.strictObject({
      seconds: z.number().min(0).optional().describe('Seconds to advance from now.'),
      until: instant.optional().describe('Instant to advance to instead; not before now.'),
    }),
    output: advanced,
    async answer({ request, served, input }) {
      const to = destinationOf(input);
      const outcome = 'refused' in to ? to : await served.advance(to);
      if ('refused' in outcome) return invalid(served.session, request, outcome);
      return jsonAnswer(served.session, { ...outcome, now: isoFromInstant(outcome.now) });
    },
  },
  {
    method: 'POST',
    path: '/run',
    says: 'Lets time run at a multiple of real time until the scenario ends.',
    input: z.strictObject({ factor: z.number().positive().max(1_000_000).default(1) }),
    output: clock,
    async answer({ request, served, input }) {
      const refused = await served.run(Number(input.factor));
      return refused === null ? jsonAnswer(served.session, clockOf(served)) : invalid(served.session, request, refused);
    },
  },
  {
    method: 'POST',
    path: '/pause',
    says: 'Pauses time.',
    input: z.strictObject({}),
    output: clock,
    async answer({ served }) {
      await served.pause();
      return jsonAnswer(served.session, clockOf(served));
    },
  },
  {
    method: 'GET',
    path: '/journal',
    says: 'Returns journal entries, one JSON document per line, oldest first.',
    input: z.strictObject({
      after: z.int().min(0).default(0).describe('Return entries after this entry number.'),
      max: z.int().min(1).max(100_000).default(1_000).describe('Maximum number of entries.'),
    }),
    output: 'application/x-ndjson',
    async answer({ served, input }) {
      const { after, max } = input as { readonly after: number; readonly max: number };
      const entries = await served.exclusively((session) => journalOfSession(session, after, max));
      return textAnswer(served.session, linesOf(entries), 'application/x-ndjson; charset=utf-8');
    },
  },
  {
    method: 'GET',
    path: '/bill',
    says: 'Returns the bill so far in the format of bill.json. With `from` and `to`: the bill of that time range, which must start at a full hour, as if nothing had been reserved before.',
    input: stretch,
    output: document,
    answer: (call) => reportAnswer(call, billOfSession),
  },
  {
    method: 'GET',
    path: '/capacity',
    says: 'Returns the capacity report so far in the format of capacity.json. With `from` and `to`: the report of that time range, which must start at a full hour; requests that were queued at its start count as requests of the range.',
    input: stretch,
    output: document,
    answer: (call) => reportAnswer(call, capacityOfSession),
  },
  ...['/env/{gvc}/{workload}', '/env/{gvc}/{workload}/{replica}'].map(
    (path): SimRoute => ({
      method: 'GET',
      path,
      says: 'Returns the current environment variables of the containers of a workload, or of one of its replicas.',
      input: z.strictObject({
        location: z.string().optional().describe('Only in this location; default: all locations.'),
      }),
      output: environments,
      async answer({ request, served, input, names }) {
        const { gvc = '', workload = '', replica } = names;
        const location = input.location === undefined ? undefined : String(input.location);
        const found = await served.ask(({ run }) => environmentsOf(run, { gvc, workload, replica, location }));
        if (!('refused' in found)) return jsonAnswer(served.session, found);
        return faultAnswer(served.session, request, { status: 404, code: 'NOT_FOUND', message: found.refused });
      },
    }),
  ),
  {
    method: 'POST',
    path: '/steps',
    says: 'Adds timeline entries that the API has no endpoint for (behavior, demand, fault, probe), or requests, as a list in JSON or YAML. Each entry takes effect at its `at` (+2h counts from the start of the scenario), or now. YAML is parsed in one step, so use JSON for a long text.',
    input: null,
    takesText: true,
    output: z.object({ taken: z.int(), warnings: z.array(problem) }).meta({ id: 'Steps' }),
    async answer({ request, served, text }) {
      const { nesting } = served.session.origin.scenario.assumptions['api.limits'];
      if (isTooDeep(text, nesting))
        return faultAnswer(served.session, request, {
          status: 400,
          code: 'BAD_JSON',
          message: `steps may be nested at most ${nesting} levels deep`,
        });
      const { taken, problems } = await served.ask((session) => served.through(session.takingSteps(text)));
      const told = problems.map(({ line, column, code, message, severity }) => ({
        line,
        column,
        code,
        message,
        severity,
      }));
      if (taken > 0) return jsonAnswer(served.session, { taken, warnings: told });
      const [first] = problems.filter(({ severity }) => severity === 'error');
      return faultAnswer(served.session, request, {
        status: 400,
        code: 'INVALID',
        message: `steps:${first?.line}:${first?.column} ${first?.message}`,
        details: problems.slice(0, detailsMax).map(({ line, column, rule, message, hint }) => ({
          path: `steps:${line}:${column}`,
          rule,
          message: hint === undefined ? message : `${message}; ${hint}`,
        })),
      });
    },
  },
  {
    method: 'GET',
    path: '/fork',
    says: 'Lists the forks.',
    input: null,
    output: z.object({ items: z.array(fork) }),
    answer: async ({ served, sessions }) => jsonAnswer(served.session, { items: sessions.names.map(forkOf) }),
  },
  {
    method: 'POST',
    path: '/fork',
    says: 'Creates an independent copy of the session, paused, with its own API and /-sim.',
    input: z.strictObject({}),
    status: 201,
    output: fork,
    async answer({ request, served, sessions }) {
      const id = await sessions.fork(served);
      if (id === null) {
        const message = 'the quota of forks is exhausted; delete one first (DELETE /-sim/fork/ID)';
        return faultAnswer(served.session, request, { status: 429, code: 'QUOTA', message });
      }
      const headers = { Location: forkOf(id).path };
      return jsonAnswer(served.session, forkOf(id), { status: 201, headers });
    },
  },
  {
    method: 'DELETE',
    path: '/fork/{id}',
    says: 'Deletes a fork.',
    input: null,
    output: z.object({}),
    async answer({ request, served, sessions, names: { id = '' } }) {
      if (sessions.drop(id)) return jsonAnswer(served.session, {});
      return faultAnswer(served.session, request, {
        status: 404,
        code: 'NOT_FOUND',
        message: `there is no fork ${id}`,
      });
    },
  },
  ...(['GET', 'POST'] as const).map(
    (method): SimRoute => ({
      method,
      path: '/scenario',
      says: 'Exports the session so far as a scenario file; a run of that file has the same journal. Secrets that were sent are included unencrypted.',
      input: method === 'GET' ? null : z.strictObject({}),
      output: document,
      async answer({ served }) {
        const text = await served.ask((session) => session.exportedPieces());
        return textAnswer(served.session, text, 'application/json');
      },
    }),
  ),
];

/** One line for each entry, created when it is read. */
function* linesOf(entries: readonly Entry[]): Generator<string> {
  for (const entry of entries) yield `${journalLine(entry)}\n`;
}

function clockOf(served: ServedSession): z.infer<typeof clock> {
  const { session, pace } = served;
  const { start, end } = session.origin.scenario;
  return {
    now: isoFromInstant(session.now),
    start: isoFromInstant(start),
    end: isoFromInstant(end),
    mode: pace.mode,
    factor: pace.factor,
    advancingTo: pace.advancingTo === null ? null : isoFromInstant(pace.advancingTo),
    pending: session.pending,
    sequence: session.sequence,
    fingerprint: session.fingerprint,
  };
}

function forkOf(id: string): z.infer<typeof fork> {
  return { id, path: `/-fork/${id}` };
}

function destinationOf({
  seconds,
  until,
}: SimCall['input']): { readonly seconds: number } | { readonly until: Instant } | Refused {
  if ((seconds === undefined) === (until === undefined))
    return { refused: `expected either seconds or until, found ${seconds === undefined ? 'neither' : 'both'}` };
  if (typeof seconds === 'number') return { seconds };
  const at = instantOf('until', until);
  return typeof at === 'number' ? { until: at } : at;
}

function instantOf(name: string, value: unknown): Instant | Refused {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const at = instantFromIso(text);
  if (typeof at === 'number') return at;
  return {
    refused: `${name}: expected a date and time with its zone, such as 2026-11-01T00:00:00Z, found '${text}'`,
  };
}

async function reportAnswer<Report extends object>(
  { request, served, input }: SimCall,
  report: (
    session: Session,
    stretch: { readonly from?: Instant; readonly to?: Instant },
  ) => Generator<unknown, Report | Refused>,
): Promise<Response> {
  const given: { from?: Instant; to?: Instant } = {};
  for (const name of ['from', 'to'] as const) {
    if (input[name] === undefined) continue;
    const at = instantOf(name, input[name]);
    if (typeof at !== 'number') return invalid(served.session, request, at);
    given[name] = at;
  }
  const made = await served.exclusively((session) => report(session, given));
  return 'refused' in made ? invalid(served.session, request, made as Refused) : jsonAnswer(served.session, made);
}

function invalid(session: Session, request: Request, { refused }: Refused): Response {
  const fault: RequestError = { status: 400, code: 'INVALID', message: refused };
  return faultAnswer(session, request, fault);
}

/** The endpoints below `/-sim`, as one table: the server answers by it, and the OpenAPI document is made of it. */
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

/** What an endpoint works with. */
export interface SimCall {
  readonly request: Request;
  readonly served: ServedSession;
  readonly sessions: Sessions;
  /** Of the query and the body, by name; as the route's `input` describes them. */
  readonly input: { readonly [name: string]: unknown };
  /** The body as text; '' where the route takes none. */
  readonly text: string;
  /** What stands for the names in braces of the path. */
  readonly names: { readonly [name: string]: string };
}

export interface SimRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `/-sim`. */
  readonly path: string;
  readonly says: string;
  /** What stands in the query or in a JSON body; null: nothing. */
  readonly input: z.ZodObject | null;
  /** Whether its body is a text for itself. */
  readonly takesText?: boolean;
  /** 200 if absent. */
  readonly status?: number;
  /** What it answers, or the media type of a text. */
  readonly output: z.ZodType | string;
  answer(call: SimCall): Promise<Response>;
}

/** So many problems of steps are told at once. */
const detailsMax = 100;

const instant = z.string().describe('An instant: ISO 8601 with its zone, such as 2026-11-01T00:00:00Z.');

const clock = z
  .object({
    now: instant,
    start: instant,
    end: instant.describe('End of the scenario: time comes up to a millisecond before it.'),
    mode: z.enum(['paused', 'running']),
    factor: z.number().describe('How many times faster than real time; 0 while paused.'),
    advancingTo: instant.nullable().describe('Where an advance under way leads.'),
    pending: z.int().describe('How many events wait.'),
    sequence: z.int().describe('Number of the last journal entry.'),
    fingerprint: z.string().describe('16 hexadecimal digits over all that happened.'),
  })
  .meta({ id: 'Clock' });

const advanced = z
  .object({ now: instant, processed: z.int().describe('How many events happened.') })
  .meta({ id: 'Advanced' });
const stretch = z.strictObject({
  from: instant.optional().describe('First instant, included; default: the start.'),
  to: instant.optional().describe('Excluded; default: now.'),
});
const fork = z
  .object({ id: z.string(), path: z.string().describe('Base of its own API: /-fork/1.') })
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
        workload: z.string().describe('GVC/NAME.'),
        location: z.string(),
        replica: z.string().describe('Or an Active execution.'),
        version: z.int().describe('Of the workload, which it runs.'),
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
    says: 'Where time stands, and how it moves. May be asked while an advance is under way.',
    input: null,
    output: clock,
    answer: async ({ served }) => jsonAnswer(served.session, clockOf(served)),
  },
  {
    method: 'POST',
    path: '/advance',
    says: 'Runs all events up to an instant, included and before the end of the scenario. Other requests wait meanwhile.',
    input: z.strictObject({
      seconds: z.number().min(0).optional().describe('So far from now.'),
      until: instant.optional().describe('Or to this instant; not before now.'),
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
    says: 'Has time move at so many times the speed of real time, until the scenario ends.',
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
    says: 'Has time stand.',
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
    says: 'What happened, an entry a line, the oldest first.',
    input: z.strictObject({
      after: z.int().min(0).default(0).describe('Number of the entry after which they begin.'),
      max: z.int().min(1).max(100_000).default(1_000).describe('At most so many.'),
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
    says: 'The bill so far, as bill.json has it; or of a stretch that begins with an hour, as if nothing had been reserved before.',
    input: stretch,
    output: document,
    answer: (call) => reportAnswer(call, billOfSession),
  },
  {
    method: 'GET',
    path: '/capacity',
    says: 'The capacity report so far, as capacity.json has it; or of a stretch that begins with an hour: requests that waited then count as asked in it.',
    input: stretch,
    output: document,
    answer: (call) => reportAnswer(call, capacityOfSession),
  },
  ...['/env/{gvc}/{workload}', '/env/{gvc}/{workload}/{replica}'].map(
    (path): SimRoute => ({
      method: 'GET',
      path,
      says: 'What containers are told in their environment now: those of a workload, or of one of its replicas.',
      input: z.strictObject({ location: z.string().optional().describe('Only there; default: in all locations.') }),
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
    says: 'Takes what the API lacks: a list of entries of a timeline (behavior, demand, fault, probe; requests too) in JSON or YAML, which come at `at` (+2h counts from the start of the scenario), or now. YAML is parsed in one go, so a long text must be JSON.',
    input: null,
    takesText: true,
    output: z.object({ taken: z.int(), warnings: z.array(problem) }).meta({ id: 'Steps' }),
    async answer({ request, served, text }) {
      const { nesting } = served.session.origin.scenario.assumptions['api.limits'];
      if (isTooDeep(text, nesting))
        return faultAnswer(served.session, request, {
          status: 400,
          code: 'BAD_JSON',
          message: `steps are nested ${nesting} levels deep at most`,
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
    says: 'The forks there are.',
    input: null,
    output: z.object({ items: z.array(fork) }),
    answer: async ({ served, sessions }) => jsonAnswer(served.session, { items: sessions.names.map(forkOf) }),
  },
  {
    method: 'POST',
    path: '/fork',
    says: 'Makes an independent copy, paused, with an API and a /-sim of its own.',
    input: z.strictObject({}),
    status: 201,
    output: fork,
    async answer({ request, served, sessions }) {
      const id = await sessions.fork(served);
      if (id === null) {
        const message = 'the quota of forks is used up: delete one first (DELETE /-sim/fork/ID)';
        return faultAnswer(served.session, request, { status: 429, code: 'QUOTA', message });
      }
      const headers = { Location: forkOf(id).path };
      return jsonAnswer(served.session, forkOf(id), { status: 201, headers });
    },
  },
  {
    method: 'DELETE',
    path: '/fork/{id}',
    says: 'Ends a fork.',
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
      says: 'What happened so far, as a scenario file: a run of it has the same journal. Secrets that were sent stand in it as they are.',
      input: method === 'GET' ? null : z.strictObject({}),
      output: document,
      async answer({ served }) {
        const text = await served.ask((session) => session.exportedPieces());
        return textAnswer(served.session, text, 'application/json');
      },
    }),
  ),
];

/** A line an entry, made as they are read. */
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

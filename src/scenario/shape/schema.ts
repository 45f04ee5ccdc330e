/**
 * The shape of a scenario file, and its description: the one source of `schema/scenario.schema.json`.
 *
 * Only shapes stand here and nothing transforms: texts with a unit are checked where they are read. Where a value may
 * be a text or a map there is one map, so that a problem in it is told as a problem of that map.
 */
import * as z from 'zod';
import { metrics } from '../../platform/expectation.ts';
import { faultNames } from '../../platform/fault/fault.ts';
import { pricebookJsonSchema } from '../../platform/metering/pricebookShape.ts';
import { faultShapes } from './faultShape.ts';
import { behaviour, quantities } from './schemaBehaviour.ts';
import { demand, fault, probe } from './schemaOutside.ts';

/** The `svcsim:` formats that this svcsim reads. */
export const formats: readonly number[] = [1];

const { duration, instant } = quantities;

const namesOf = (lasts: string): string => faultNames.filter((name) => faultShapes[name].lasts === lasts).join(', ');

/** Which faults last, and which do not. */
const lasting = `With fault: how long it lasts; without it to the end of the run. ${namesOf('must')} must have it; ${namesOf('never')} are a matter of an instant and take none.`;

/** A document of the platform: its envelope here, its `spec` by the platform's own rules. */
const resource = z
  .looseObject({
    kind: z.string().describe('gvc, workload, volumeset, ...'),
    name: z.string().describe('Unique within its kind and its gvc.'),
    gvc: z.string().optional().describe('The gvc that a workload, a volume set or an identity lives in.'),
    description: z.string().nullish().describe('Free text.'),
    tags: z.record(z.string(), z.unknown()).nullish().describe('Tags; the special ones begin with svc/.'),
    spec: z.record(z.string(), z.unknown()).nullish().describe("The platform's own fields."),
  })
  .meta({ id: 'resource' });

const geo = z
  .strictObject({
    lat: z.number().optional().describe('Degrees north.'),
    lon: z.number().optional().describe('Degrees east.'),
    country: z.string().optional(),
    state: z.string().optional(),
    city: z.string().optional(),
    continent: z.string().optional(),
  })
  .meta({ id: 'geo' });

const location = z
  .strictObject({
    provider: z
      .string()
      .optional()
      .describe('aws, gcp, azure, byok, linode, vultr, equinix or oci; else what the name begins with.'),
    region: z
      .string()
      .optional()
      .describe("The provider's region; else the rest of the name, or all of it where it begins with no provider."),
    zones: z.int().min(1).max(26).optional().describe('Availability zones (location.zones).'),
    weight: z
      .number()
      .min(0)
      .optional()
      .describe('Its part of what is asked, beside the 1 of others, where traffic.route.location is weights.'),
    enabled: z.boolean().optional().describe('false: nothing runs there at the start.'),
    geo: geo.optional().describe('Where it lies; what is left out of it is 0 or empty. Else as the catalogue says.'),
    latencies: z.record(z.string(), duration).optional().describe('Latency to callers, by the name of their location.'),
  })
  .meta({ id: 'location' });

const pricebook = z.looseObject({}).meta({ id: 'pricebook' });

const principal = z
  .strictObject({
    user: z.string().optional().describe('Email of a user.'),
    serviceaccount: z.string().optional().describe('Name of a service account.'),
    link: z.string().optional().describe('Or the link of a principal.'),
    groups: z.array(z.string()).optional().describe('Groups that it belongs to: superusers, viewers, or own ones.'),
    key: z.string().optional().describe('The credential that stands for it over HTTP.'),
  })
  .meta({ id: 'principal' });

const method = (does: string) => z.string().optional().describe(`Path below /org/{org} that is ${does}.`);

const demandChange = z
  .strictObject({
    scale: z.number().min(0).max(1000).describe('How many times what `demand` says: 1 as it says, 0 nothing.'),
  })
  .meta({ id: 'demandChange' });

const status = z.int().min(100).max(599);

const expectedAnswer = z
  .strictObject({
    status: status.optional().describe('The status that is expected; any where absent.'),
    body: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'A part of the body that is expected. Objects may have further keys; a list has as many elements as stated, each compared in its turn; null: the key is absent or null. Only for requests to the API.',
      ),
  })
  .meta({ id: 'expectedAnswer' });

const timelineEntry = z
  .strictObject({
    at: z
      .string({ error: 'expected +2d10h or a date and time with its zone' })
      .optional()
      .describe('When: +2d10h from the start, or a date and time with its zone.'),
    every: z
      .union([z.string(), pricebook], { error: 'expected a cron expression, or for faults a distribution' })
      .optional()
      .describe('How often: a cron expression in UTC; for faults also {exponential: {mean: 30d}}.'),
    until: z
      .string({ error: 'expected +2d10h or a date and time with its zone' })
      .optional()
      .describe('With every: the end of the repetition, excluded.'),
    order: z
      .enum(['first', 'last'])
      .optional()
      .describe('Before (first) or after (last) all that is due at the instant.'),
    get: method('read'),
    post: method('posted to'),
    put: method('put'),
    patch: method('patched'),
    delete: method('deleted'),
    with: z.unknown().optional().describe('Body of the request.'),
    as: z.string().optional().describe('Link of the principal that asks, or none.'),
    from: z.string().optional().describe('Workload that the request comes from: gvc/name, or its link.'),
    answers: z
      .union([status, expectedAnswer], { error: 'expected a status from 100 to 599, or a map of status and body' })
      .optional()
      .describe('The answer that is expected: its status, or status and body.'),
    behavior: z.record(z.string(), behaviour).optional().describe('What behaves otherwise from now on.'),
    demand: z
      .record(z.string(), demandChange)
      .optional()
      .describe('What is demanded of workloads from now on, by their names.'),
    probe: probe.optional().describe('One request to a workload, followed on its way.'),
    fault: fault.optional().describe('A fault of the outside world.'),
    for: duration.optional().describe(lasting),
  })
  .meta({ id: 'timelineEntry' });

const comparison = (says: string) =>
  z
    .union([z.string(), z.number()], { error: 'expected a comparison such as ">= 2" or "<= 250 USD"' })
    .optional()
    .describe(says);

const expectation = z
  .strictObject({
    // Which one it is is told by its reader, who knows the nearest: only editors are given the list.
    metric: z.string().meta({
      description: 'What is measured, from the closed list.',
      anyOf: Object.entries(metrics).map(([name, { says }]) => ({ const: name, description: says })),
    }),
    of: z.string().optional().describe('The workload or volume set (gvc/name), or a whole gvc; absent: all.'),
    at: z.string().optional().describe('A location; absent: all together.'),
    is: comparison('At the end or over the run, as the metric says; with share: what has to be true.'),
    always: comparison('At every instant; not of load.*, which is known of the whole run.'),
    atEnd: comparison('At the end of the run.'),
    total: comparison('Summed over the run: of counts and money, not of levels and shares.'),
    tolerance: z
      .union([z.string(), z.number()], {
        error: 'expected a part such as 5%, or an amount in the unit of what is measured',
      })
      .optional()
      .describe(
        'How far on the wrong side is still right: a part of what is compared with (5%), or an amount in its unit; of percentages and shares of time, points.',
      ),
    share: comparison('Share of the time in which `is` holds (without `is`: in which the value is above 0).'),
  })
  .meta({ id: 'expectation' });

/** Keys of a scenario that a variant may have, beside a description and patches of resources. */
export const variantKeys: readonly string[] = [
  'behavior',
  'demand',
  'timeline',
  'assumptions',
  'prices',
  'locations',
  'quotas',
  'principals',
  'installation',
  'expect',
  'start',
  'end',
  'for',
  'seed',
  'timing',
];
const variant = z
  .strictObject({
    description: z.string().optional(),
    resources: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("By gvc/kind/name, in the platform's patch language; null takes a resource away."),
    ...Object.fromEntries(variantKeys.map((key) => [key, z.unknown().optional()])),
  })
  .meta({
    id: 'variant',
    description: 'Keys of a scenario that are merged over it: entries of lists come after its own, maps are merged.',
  });

const textOrList = z.union([z.string(), z.array(z.string())], { error: 'expected a path or a list of paths' });

/**
 * A whole scenario file. Top-level keys that begin with `x-` are the author's own (a place for anchors) and not looked
 * at.
 */
export const scenarioSchema = z
  .strictObject({
    $schema: z.string().optional().describe('For editors.'),
    svcsim: z.literal(1).describe('The format of this file: 1.'),
    name: z.string().optional().describe("Name of the run; else the file's name without its ending."),
    description: z.string().optional().describe('Free text.'),
    start: instant.describe('First instant of the run.'),
    end: instant.optional().describe('End of the run, excluded; or `for`.'),
    for: duration.optional().describe('Length of the run, in the place of `end`.'),
    seed: z
      .union([z.string(), z.number()], { error: 'expected a text or a number' })
      .optional()
      .describe('Root of all chance; default 1.'),
    org: z.string().optional().describe('Name of the org; default acme.'),
    timing: z.enum(['measured', 'instant']).optional().describe('instant: all default durations are 0.'),
    prefix: z
      .enum(['svc', 'cpln'])
      .optional()
      .describe("Stem of the platform's tags, variables and headers; default svc."),
    installation: z
      .strictObject({
        baseUrl: z.string().optional().describe('Address of the API.'),
        appDomain: z.string().optional().describe('Domain of canonical endpoints.'),
        locationDomain: z.string().optional().describe('Domain of endpoints of one location.'),
        internalDomain: z.string().optional().describe('Domain inside the platform.'),
      })
      .optional()
      .describe('Where the platform is found.'),
    include: textOrList.optional().describe('Other scenario files, merged first; each once.'),
    manifests: textOrList.optional().describe("Files of the platform's own documents; globs are allowed."),
    resources: z.array(resource).optional().describe("The platform's own documents, inline."),
    locations: z
      .record(z.string(), location)
      .optional()
      .describe('What differs from the catalogue of locations, by name.'),
    principals: z.array(principal).optional().describe('Who may ask.'),
    quotas: z
      .record(
        z.string(),
        z.union([z.number().min(0), z.string()], {
          error: 'expected a number of at least 0, or an amount such as 16Gi',
        }),
      )
      .optional()
      .describe(
        'The most that there may be, by quota name: whole numbers for domains, workloads-per-gvc, volumesets-per-gvc and replicas-per-workload; cores (8, 500m) for cpu-per-workload and a size (64Gi, 32GB) for memory-per-workload, each for all replicas that the workload may come to in a location.',
      ),
    behavior: z
      .record(z.string(), behaviour)
      .optional()
      .describe(
        'How the things behave that the platform does not decide, by gvc/name (or gvc/workload/name, gvc/volumeset/name); * is allowed.',
      ),
    demand: z.array(demand).optional().describe('Who calls what, from where, how much.'),
    timeline: z
      .array(timelineEntry)
      .optional()
      .describe('What is done in virtual time; order at one instant carries meaning.'),
    session: z
      .int()
      .min(0)
      .optional()
      .describe(
        'How many of the last entries of the timeline a session was asked, of which this is an export: nothing is closed at its end.',
      ),
    files: z
      .record(z.string(), z.string())
      .optional()
      .describe('Texts of files that the scenario names, by their paths: these are not looked for elsewhere.'),
    assumptions: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Other values for open points of the specification, by name.'),
    prices: z
      .union([z.string(), pricebook], { error: 'expected the path of a price book, or a price book' })
      .optional()
      .describe(
        'Price book: a path, or the book itself, as in scenarios/rules/bill-1-reserved.yaml; default: invented prices.',
      ),
    expect: z.array(expectation).optional().describe('What must hold; a broken one makes the run exit 1.'),
    variants: z
      .record(z.string(), variant)
      .optional()
      .describe(
        'Named changes, laid over the scenario where they are asked for (--variant NAME): its run is called <name>.<variant>.',
      ),
  })
  .meta({ title: 'svcsim scenario', patternProperties: { '^x-': {} } });

/** The JSON Schema that editors are given, as text. */
export function jsonSchemaText(): string {
  return `${JSON.stringify(jsonSchema(), null, 2)}\n`;
}

let known: object | null = null;

/** The JSON Schema of a scenario file; made once, since it takes longer than reading a small scenario. */
export function jsonSchema(): object {
  known ??= z.toJSONSchema(scenarioSchema, {
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => {
      // What is wrong in a book is told in words of its own, so that here any map is one.
      if (zodSchema === (pricebook as unknown))
        Object.assign(jsonSchema, pricebookJsonSchema(), { $schema: undefined });
    },
  });
  return known;
}

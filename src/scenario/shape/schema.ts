/**
 * The shape of a scenario file and the description of each key: the source of `schema/scenario.schema.json`
 * (`editorSchema.ts` beside it adds what depends on the platform).
 *
 * The schema checks shapes and transforms nothing: the readers check texts with a unit. When a value may be a text or a
 * map, the union has only one map, so that a problem inside it is reported for that map.
 */
import * as z from 'zod';
import { faultNames } from '../../platform/fault/fault.ts';
import { pricebookJsonSchema } from '../../platform/metering/pricebookShape.ts';
import { timings } from '../../rules/resolveAssumptions.ts';
import { faultShapes } from './faultShape.ts';
import { behaviour, quantities } from './schemaBehaviour.ts';
import { expectation } from './schemaExpectation.ts';
import { manifestGroup, textOrList } from './schemaManifests.ts';
import { demand, fault, probe, window } from './schemaOutside.ts';
import { parameterJsonSchema } from './schemaParameter.ts';
import { study } from './schemaStudy.ts';

/** The values of `svcsim:`, the format versions that this svcsim reads. */
export const formats: readonly number[] = [1];

const { duration, instant } = quantities;

const namesOf = (lasts: string): string => faultNames.filter((name) => faultShapes[name].lasts === lasts).join(', ');

/** The description of `for`: which faults have a duration. */
const lasting = `Only with fault: how long the fault lasts, such as 30m. Default: until the end of the run. ${namesOf('must')} requires it; ${namesOf('never')} happen at one instant and do not accept it.`;

/** A resource of the platform: the schema checks its envelope, the platform's own rules check its `spec`. */
const resource = z
  .looseObject({
    kind: z.string().describe('The kind of the resource: gvc, workload, volumeset, identity, policy, domain, ...'),
    name: z.string().describe('The name, unique within its kind and its GVC.'),
    gvc: z.string().optional().describe('The GVC of a workload, a volume set or an identity.'),
    description: z.string().nullish().describe('A free text about the resource.'),
    tags: z
      .record(z.string(), z.unknown())
      .nullish()
      .describe('Tags by name. Tags that begin with svc/ have a meaning for the platform.'),
    spec: z
      .record(z.string(), z.unknown())
      .nullish()
      .describe("The fields of the resource, as in the platform's manifests."),
  })
  .meta({ id: 'resource' });

const geo = z
  .strictObject({
    lat: z.number().optional().describe('Latitude in degrees north.'),
    lon: z.number().optional().describe('Longitude in degrees east.'),
    country: z.string().optional().describe('Country of the location.'),
    state: z.string().optional().describe('State or province of the location.'),
    city: z.string().optional().describe('City of the location.'),
    continent: z.string().optional().describe('Continent of the location.'),
  })
  .meta({ id: 'geo' });

const location = z
  .strictObject({
    provider: z
      .string()
      .optional()
      .describe('aws, gcp, azure, byok, linode, vultr, equinix or oci. Default: the first part of the name.'),
    region: z
      .string()
      .optional()
      .describe(
        "The provider's region. Default: the rest of the name, or the whole name if it begins with no provider.",
      ),
    zones: z
      .int()
      .min(1)
      .max(26)
      .optional()
      .describe('Number of availability zones, from 1 to 26. Default: the assumption location.zones.'),
    weight: z
      .number()
      .min(0)
      .optional()
      .describe('The weight of the location when traffic.route.location is weights, 0 or more. Default: 1.'),
    enabled: z
      .boolean()
      .optional()
      .describe('false: the location is disabled at the start, and nothing runs there. Default: true.'),
    geo: geo
      .optional()
      .describe(
        'The geographic position. Keys that are left out are 0 or empty. Default: the position in the catalogue of locations.',
      ),
    latencies: z
      .record(z.string(), duration)
      .optional()
      .describe('Latency to callers, by the name of their location: {aws-us-east-1: 90ms}.'),
  })
  .meta({ id: 'location' });

const pricebook = z.looseObject({}).meta({ id: 'pricebook' });

const parameter = z.unknown().meta({ id: 'parameter' });

const principal = z
  .strictObject({
    user: z.string().optional().describe('The email of a user.'),
    serviceaccount: z.string().optional().describe('The name of a service account.'),
    link: z.string().optional().describe('The link of a principal, instead of user or serviceaccount.'),
    groups: z
      .array(z.string())
      .optional()
      .describe('The groups of the principal: superusers, viewers, or groups of the scenario.'),
    key: z.string().optional().describe('The API key with which the principal authenticates over HTTP.'),
  })
  .meta({ id: 'principal' });

const method = (verb: string) =>
  z
    .string()
    .optional()
    .describe(`A ${verb} request to the API: the path below /org/{org}, such as /gvc/shop/workload/api.`);

const demandChange = z
  .strictObject({
    scale: z
      .number()
      .min(0)
      .max(1000)
      .describe('Factor on the rates in `demand`, from 0 (no requests) to 1000; 1 is the rate as written.'),
  })
  .meta({ id: 'demandChange' });

const status = z.int().min(100).max(599);

const expectedAnswer = z
  .strictObject({
    status: status.optional().describe('The expected HTTP status, from 100 to 599. Default: any.'),
    body: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'The expected part of the response body. Objects may have more keys. A list must have exactly the stated elements, in their order. null: the key is absent or null. Only for requests to the API.',
      ),
  })
  .meta({ id: 'expectedAnswer' });

const timelineEntry = z
  .strictObject({
    at: z
      .string({ error: 'expected +2d10h or a date and time with its zone' })
      .optional()
      .describe(
        'When: +2d10h after the start, or a date and time with its zone. In the run: from its start (included) to its end (excluded).',
      ),
    every: z
      .union([z.string(), pricebook], { error: 'expected a cron expression, or for faults a distribution' })
      .optional()
      .describe(
        'How often the entry repeats, in place of the key `at`: a cron expression in UTC (0 19 * * FRI), or an interval (@every 6h). A fault also accepts a distribution of the time between two: {exponential: {mean: 30d}}.',
      ),
    until: z
      .string({ error: 'expected +2d10h or a date and time with its zone' })
      .optional()
      .describe('Only with every: the end of the repetition, excluded. Default: the end of the run.'),
    order: z
      .enum(['first', 'last'])
      .optional()
      .describe('first: before everything else that is due at this instant; last: after it. Default: first.'),
    get: method('GET'),
    post: method('POST'),
    put: method('PUT'),
    patch: method('PATCH'),
    delete: method('DELETE'),
    with: z.unknown().optional().describe('The body of the request.'),
    as: z
      .string()
      .optional()
      .describe(
        'The principal that sends the request: its link, such as //user/ann@example.com, or none for a request without credentials.',
      ),
    from: z.string().optional().describe('The workload that sends the request: gvc/name, or its link.'),
    answers: z
      .union([status, expectedAnswer], { error: 'expected a status from 100 to 599, or a map of status and body' })
      .optional()
      .describe('The expected response: its status (200), or a map of status and body.'),
    behavior: z.record(z.string(), behaviour).optional().describe('Changes of `behavior` from this instant on.'),
    demand: z
      .record(z.string(), demandChange)
      .optional()
      .describe('Changes of `demand` from this instant on, by workload: {shop/web: {scale: 2}}.'),
    probe: probe.optional().describe('One request to a workload. The journal records every hop of it.'),
    fault: fault.optional().describe('A fault, such as {replicaCrash: {of: shop/api}}.'),
    for: duration.optional().describe(lasting),
  })
  .meta({ id: 'timelineEntry' });

/** The keys of a scenario that a variant may have, besides a description and patches of resources. */
export const variantKeys: readonly string[] = [
  'behavior',
  'demand',
  'timeline',
  'assumptions',
  'params',
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
  'window',
];
const variant = z
  .strictObject({
    description: z.string().optional().describe('A free text about the variant.'),
    resources: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("Patches by gvc/kind/name, in the platform's patch language; null removes a resource."),
    ...Object.fromEntries(variantKeys.map((key) => [key, z.unknown().optional()])),
  })
  .meta({
    id: 'variant',
    description: 'Keys that are merged into the scenario: list entries are added after its own, maps are merged.',
  });

/**
 * A whole scenario file. Top-level keys that begin with `x-` belong to the author (a place for anchors) and are not
 * checked.
 */
export const scenarioSchema = z
  .strictObject({
    $schema: z.string().optional().describe('The schema of this file, for editors.'),
    svcsim: z.literal(1).describe('The format version of this file: 1.'),
    name: z.string().optional().describe("The name of the run. Default: the file's name without its extension."),
    description: z.string().optional().describe('One sentence about the scenario; reports print it.'),
    start: instant.describe('The first instant of the run, included.'),
    end: instant.optional().describe('The end of the run, excluded. Write either `end` or `for`.'),
    for: duration.optional().describe('The length of the run, such as 30d, instead of `end`.'),
    seed: z
      .union([z.string(), z.number()], { error: 'expected a text or a number' })
      .optional()
      .describe('The seed of all random draws: a number or a text. Default: 1.'),
    replication: z
      .int()
      .min(0)
      .optional()
      .describe(
        'Which replication of the seed runs, from 0; each draws other numbers. --replication sets it, and the export of a served session writes it. Default: 0.',
      ),
    params: z
      .record(z.string(), parameter, { error: 'expected a map of parameters, such as { growth: 5 }' })
      .optional()
      .describe(
        `Inputs that nobody knows exactly, by name: a constant, or a distribution that is drawn once a replication, the same for every plan. \${name} stands for the value in any text of this file.`,
      ),
    guessed: z
      .array(z.string())
      .optional()
      .describe(
        'Inputs that nobody has measured: paths as --set takes them, such as behavior.shop/api.request.cpu. Reports name them. `svcsim init --from` writes its guesses here; delete the line of what you have measured.',
      ),
    org: z.string().optional().describe('The name of the org. Default: acme.'),
    timing: z
      .enum(timings)
      .optional()
      .describe(
        'Which durations hold that the file does not state. measured: the defaults; observed: ranges that fit recorded measurements (docs/calibration.md); instant: all are 0. Default: measured.',
      ),
    prefix: z
      .enum(['svc', 'cpln'])
      .optional()
      .describe("The prefix of the platform's tags, environment variables and headers. Default: svc."),
    installation: z
      .strictObject({
        baseUrl: z.string().optional().describe('The address of the API.'),
        appDomain: z.string().optional().describe('The domain of canonical endpoints.'),
        locationDomain: z.string().optional().describe('The domain of the endpoints of single locations.'),
        internalDomain: z.string().optional().describe('The domain of internal addresses.'),
      })
      .optional()
      .describe('The addresses and domains of the platform.'),
    include: textOrList
      .optional()
      .describe('Other scenario files: a path or a list of paths. They are merged before this file, each once.'),
    manifests: z
      .union([z.string(), z.array(z.union([z.string(), manifestGroup])), manifestGroup], {
        error: 'expected a path, a list of paths, or a map of files, gvc and fill',
      })
      .optional()
      .describe(
        "Manifest files of the platform's resources: a path or a list of paths, globs allowed; or {files, gvc, fill} for files that lack their GVC, have placeholders or link to resources in no file.",
      ),
    resources: z.array(resource).optional().describe("The platform's resources, inline."),
    locations: z.record(z.string(), location).optional().describe('Changes to the catalogue of locations, by name.'),
    principals: z.array(principal).optional().describe('The users and service accounts that may call the API.'),
    quotas: z
      .record(
        z.string(),
        z.union([z.number().min(0), z.string()], {
          error: 'expected a number of at least 0, or an amount such as 16Gi',
        }),
      )
      .optional()
      .describe(
        'The maximum (included) by quota name. domains, workloads-per-gvc, volumesets-per-gvc and replicas-per-workload are whole numbers. cpu-per-workload is in cores (8, 500m), and memory-per-workload is a size (64Gi, 32GB): each is for all replicas that the workload may have in a location.',
      ),
    behavior: z
      .record(z.string(), behaviour)
      .optional()
      .describe(
        'The behaviour of applications and data, which the platform does not decide, by gvc/name (or gvc/workload/name, gvc/volumeset/name). * is allowed: shop/*.',
      ),
    demand: z
      .array(demand)
      .optional()
      .describe('The requests of the run: which workload is called, from where, and how often.'),
    timeline: z
      .array(timelineEntry)
      .optional()
      .describe(
        'API requests, probes, faults and changes during the run. Entries at one instant happen in the order of the file.',
      ),
    window: window
      .optional()
      .describe(
        'The part of the run that studies measure, such as its busiest hour; the run ends with it. Reports of a run cover the whole run.',
      ),
    session: z
      .int()
      .min(0)
      .optional()
      .describe(
        'Written by the export of a served session: how many of the last timeline entries came from the session. Such a run stays open at its end.',
      ),
    files: z
      .record(z.string(), z.string())
      .optional()
      .describe('The contents of files that the scenario names, by path. svcsim does not read these files from disk.'),
    assumptions: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'Other values for assumptions, by name: {cron.forbid.missed: lateStart}. `svcsim rules NAME` prints the values of one.',
      ),
    prices: z
      .union([z.string(), pricebook], { error: 'expected the path of a price book, or a price book' })
      .optional()
      .describe(
        'The price book: a path, or the book itself, as in scenarios/rules/bill-1-reserved.yaml. Default: a book with invented prices.',
      ),
    expect: z
      .array(expectation)
      .optional()
      .describe('The expectations of the run. If one fails, svcsim run exits with 1.'),
    variants: z
      .record(z.string(), variant)
      .optional()
      .describe('Named changes of the scenario. --variant NAME applies one, and its run is called <name>.<variant>.'),
    studies: z
      .record(z.string(), study)
      .optional()
      .describe('Named studies: plans that are compared under the same luck. They have no effect on a run.'),
  })
  .meta({ title: 'svcsim scenario', patternProperties: { '^x-': {} } });

let known: object | null = null;

/** The JSON Schema of a scenario file; built once, because it takes longer than reading a small scenario. */
export function jsonSchema(): object {
  known ??= z.toJSONSchema(scenarioSchema, {
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => {
      // Price books and parameters have messages of their own, so the schema that checks accepts anything there.
      if (zodSchema === (pricebook as unknown))
        Object.assign(jsonSchema, pricebookJsonSchema(), { $schema: undefined });
      if (zodSchema === (parameter as unknown)) Object.assign(jsonSchema, parameterJsonSchema());
    },
  });
  return known;
}

/** What the platform answers, as schemas: the records of its kinds, and all that is no record. */
import * as z from 'zod';
import type { Json, JsonObject } from '../../../platform/api/document/json.ts';
import { operators } from '../../../platform/api/query/query.ts';
import { itemKinds, type Kind, kinds } from '../../../platform/api/records/kinds.ts';
import { commandForms } from '../../../platform/api/schemas/command.ts';
import { documentSchemas } from '../../../platform/api/schemas/envelope.ts';
import { type Components, refTo } from './schema.ts';

const instant = z.string().describe('ISO 8601 in UTC, to the millisecond.');
const anything = z.record(z.string(), z.unknown());
const link = z.object({ rel: z.string(), href: z.string().describe('A path.') });

const error = z.object({
  status: z.int(),
  code: z.string(),
  message: z.string(),
  details: z.array(z.object({ path: z.string(), rule: z.string().nullable(), message: z.string() })),
  id: z.string().describe("The request's."),
});

const envelope = z
  .looseObject({
    id: z.string(),
    kind: z.string(),
    name: z.string(),
    description: z.string(),
    tags: anything,
    version: z.int().min(1),
    created: instant,
    lastModified: instant,
    links: z.array(link),
  })
  .describe('What every record has, whatever its kind; only read, but for name, description and tags.');

const command = z.looseObject({
  ...envelope.shape,
  ownerId: z.string(),
  type: z.enum(Object.keys(commandForms)),
  spec: anything.describe('As it was sent.'),
  status: z.object({
    stage: z.string(),
    messages: z.array(z.object({ created: instant, message: z.string() })),
  }),
  lifecycleStage: z.enum(['pending', 'running', 'completed', 'failed', 'cancelled']),
});

const deployment = z.looseObject({
  kind: z.literal('deployment'),
  name: z.string().describe('Of the location.'),
  lastModified: instant,
  status: z.looseObject({
    ready: z.boolean(),
    deploying: z.boolean(),
    endpoint: z.string().optional(),
    remote: z.string().describe('Base of what is asked of the location itself.'),
    expectedDeploymentVersion: z.int(),
    versions: z.array(z.looseObject({ workload: z.int(), ready: z.boolean() })),
    jobExecutions: z.array(z.looseObject({ name: z.string(), status: z.string() })).optional(),
  }),
  links: z.array(link),
});

const event = z.object({
  id: z.string(),
  kind: z.literal('event'),
  created: instant.describe('Of the first of those that are told as one.'),
  lastEventTime: instant,
  eventCount: z.int().min(1),
  status: z.enum(['normal', 'warning']),
  context: z.object({ category: z.string(), component: z.string(), location: z.string(), message: z.string() }),
  links: z.array(link),
});

const permissions = z.object({
  items: z.array(z.object({ name: z.string(), description: z.string() })),
  implied: z.record(z.string(), z.array(z.string())),
});

const accessReport = z.object({
  kind: z.literal('accessreport'),
  permissions: z.array(
    z.object({
      name: z.string(),
      bindings: z.array(z.object({ principalLink: z.string(), grantedPermissions: z.array(z.string()) })),
    }),
  ),
});

const auditTrail = z.looseObject({
  items: z.array(
    z.object({
      id: z.string(),
      eventTime: instant,
      postedTime: instant,
      receivedTime: instant,
      requestId: z.string(),
      context: z.object({ org: z.string(), name: z.string() }),
      subject: z.object({ name: z.string(), data: z.object({ type: z.string(), principalLink: z.string() }) }),
      resource: z.object({
        id: z.string(),
        type: z.string(),
        name: z.string(),
        data: anything.optional().describe('The record after the change, or the command.'),
        patch: z.array(z.looseObject({ op: z.enum(['add', 'remove', 'replace']), path: z.string() })),
      }),
      action: z.object({ type: z.enum(['create', 'edit', 'delete', 'exec']) }),
      result: z.object({ status: z.enum(['success', 'failure']), message: z.string() }),
    }),
  ),
});

const logs = z.object({
  status: z.literal('success'),
  data: z.object({
    resultType: z.literal('streams'),
    result: z.array(
      z.object({
        stream: z.record(z.string(), z.string()),
        values: z.array(z.array(z.string()).min(2).max(2)).describe('Nanoseconds as a decimal text, and the line.'),
      }),
    ),
  }),
});

const query = z.looseObject({
  kind: z.enum(itemKinds).optional(),
  fetch: z.enum(['items', 'links']).optional(),
  spec: z
    .looseObject({
      match: z.enum(['all', 'any', 'none']).optional(),
      terms: z
        .array(
          z
            .looseObject({
              op: z.enum(operators).optional(),
              property: z.string().optional(),
              tag: z.string().optional(),
              rel: z.string().optional(),
              value: z.union([z.string(), z.number(), z.boolean()]).optional(),
            })
            .describe('Exactly one of property, tag and rel.'),
        )
        .optional(),
      sort: z.looseObject({ by: z.string().optional(), order: z.enum(['asc', 'desc']).optional() }).optional(),
    })
    .optional(),
});

const newKey = z.object({ description: z.string().max(250).optional() });
const key = z.object({
  name: z.string(),
  created: instant,
  description: z.string(),
  key: z.string().describe('The credential, which no other answer shows.'),
});
const invitation = z.object({ emails: z.array(z.string()).min(1), groupLink: z.string().optional() });
const replicas = z.object({ items: z.array(z.string()), links: z.array(link) });
const about = z.object({ name: z.string(), org: z.string(), prefix: z.string() });
const discovery = z.object({ endpoints: z.object({ logs: z.string(), audit: z.string() }) });

const named = {
  Error: error,
  Envelope: envelope,
  Link: link,
  Command: command,
  Deployment: deployment,
  Event: event,
  Permissions: permissions,
  AccessReport: accessReport,
  AuditTrail: auditTrail,
  Logs: logs,
  Query: query,
  NewKey: newKey,
  Key: key,
  Invitation: invitation,
  Replicas: replicas,
  About: about,
  Discovery: discovery,
} as const;

/** What has a name of its own among the answers, and among what is sent. */
export type AnswerName = keyof typeof named;

/**
 * Adds them, the documents of all kinds as they are sent (`workload`), and their records as they are answered
 * (`workloadRecord`).
 */
export function addAnswers(components: Components): void {
  for (const [name, schema] of Object.entries(named)) components.add(name, schema);
  for (const kind of kinds) {
    components.add(kind, documentSchemas[kind]);
    components.add(`${kind}Record`, {
      allOf: [refTo(kind), refTo('Envelope'), { type: 'object', properties: { kind: { const: kind } } }],
    });
  }
  components.add('command', {
    oneOf: Object.entries(commandForms).map(([type, { spec }]): JsonObject => {
      const properties = { type: { const: type }, spec: components.schemaOf(spec) };
      return { type: 'object', required: ['type', 'spec'], properties };
    }),
  });
}

/** The record of a kind, as it is answered. */
export function recordOf(kind: Kind): Json {
  return refTo(`${kind}Record`);
}

/** A page of a list, or of what a query finds. */
export function pageOf(itemKind: string, item: Json, kind: 'list' | 'queryresult' = 'list'): Json {
  return {
    type: 'object',
    required: ['kind', 'itemKind', 'items', 'links'],
    properties: {
      kind: { const: kind },
      itemKind: { const: itemKind },
      items: { type: 'array', items: item },
      links: {
        description: 'With `next` where there is more.',
        type: 'array',
        items: refTo('Link'),
      },
    },
  };
}

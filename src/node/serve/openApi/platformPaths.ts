/** The paths of the platform, as one table: what each method of each asks and answers. */

import type { Json } from '../../../platform/api/document/json.ts';
import { linkOf } from '../../../platform/api/document/link.ts';
import {
  collectionMethods,
  isOfGvc,
  itemMethods,
  type Kind,
  kinds,
  type Method,
} from '../../../platform/api/records/kinds.ts';
import { type AnswerName, pageOf, recordOf } from './answers.ts';
import { refTo } from './schema.ts';

/** What one method of a path does. */
export interface PlatformOperation {
  readonly says: string;
  /** Of success; the first is that of the usual case. */
  readonly statuses: readonly number[];
  /** A schema; null: nothing of interest. */
  readonly answer: Json;
  /** What is sent; null: nothing. */
  readonly sends: Json;
  /** Names of parameters in the query, with what each is. */
  readonly query: { readonly [name: string]: string };
  /** Whether the answer names what was made by its path. */
  readonly makes: boolean;
}

export interface PlatformPath {
  readonly path: string;
  /** Of which operations are named: `getWorkload`. */
  readonly noun: string;
  readonly operations: readonly (readonly [method: Method, PlatformOperation])[];
}

/** All of them, those of no kind first, then by kind. */
export function platformPaths(): readonly PlatformPath[] {
  return [...rootPaths(), ...kinds.flatMap(pathsOfKind)];
}

const paged = {
  max: 'Items per page, 1 to 1000; default 100.',
  after: 'Key of the last item of the previous page; follow the link `next`.',
} as const;

const stretch = {
  start: 'Start, included: nanoseconds since the epoch, or ISO 8601; default: an hour ago.',
  end: 'End, excluded: as `start`; default: now.',
  query: 'LogQL: a label selector, then line filters.',
  limit: 'Maximum number of lines over all streams, up to 5000; default 100.',
} as const;

const trail = {
  resourceType: 'Kind of the changed records.',
  subjectName: 'Name or link of the caller.',
  contextName: 'The prefix.',
  fromEvent: 'Start, included: ISO 8601; default: seven days ago.',
  toEvent: 'End, included: ISO 8601; default: now.',
  max: 'Entries per page, 1 to 1000; the link `next` leads to more. Default: all entries.',
} as const;

function rootPaths(): readonly PlatformPath[] {
  const inOrg = '/org/{org}/gvc/{gvc}/workload/{name}';
  return [
    read('/about', 'About', 'Describes this API.', answered('About')),
    read('/discovery', 'Discovery', 'Addresses of the log and audit APIs.', answered('Discovery')),
    read('/q/{token}', 'QueryPage', 'Next page of a query.', { type: 'object' }, { max: paged.max }),
    read('/audit/org/{org}', 'AuditTrail', 'Audit trail of the org, newest first.', answered('AuditTrail'), trail),
    read(
      '/audit/org/{org}/resource/id/{id}',
      'AuditTrailOfRecord',
      'Audit trail of one record, newest first.',
      answered('AuditTrail'),
      trail,
    ),
    read('/logs/org/{org}/loki/api/v1/query_range', 'Logs', 'Log lines of a time range.', answered('Logs'), {
      ...stretch,
      direction: '`forward`: oldest lines first; `backward` (default): newest lines first.',
    }),
    {
      path: '/logs/org/{org}/loki/api/v1/tail',
      noun: 'LogTail',
      operations: [
        ['GET', { ...got('Streams new log lines over a WebSocket.', null), statuses: [101], query: stretch }],
      ],
    },
    read(`/replicas${inOrg}`, 'Replicas', 'Names of the replicas of a workload.', answered('Replicas')),
    read(
      `/-remote/{location}/replicas${inOrg}`,
      'ReplicasInLocation',
      'Names of the replicas of a workload in one location.',
      answered('Replicas'),
    ),
  ];
}

function pathsOfKind(kind: Kind): readonly PlatformPath[] {
  const noun = kind[0]!.toUpperCase() + kind.slice(1);
  const { collection, item } = pathsTo(kind, '{gvc}');
  return [
    {
      path: collection,
      noun: `${noun}s`,
      operations: inCollection(kind, collectionMethods(kind, isOfGvc(kind) ? '{gvc}' : null)),
    },
    ...besideCollection(collection, noun, kind),
    { path: item, noun, operations: onItem(kind, itemMethods(kind)) },
    read(
      `${item}/-eventlog`,
      `${noun}Events`,
      'Recent events, newest first; a repeated event is listed once.',
      pageOf('event', answered('Event')),
      paged,
    ),
    read(
      `${item}/-accessreport`,
      `${noun}AccessReport`,
      'Access report of the record: permissions of each principal, with their grants.',
      answered('AccessReport'),
    ),
    ...(isOfGvc(kind) ? overAll(kind, noun) : []),
    ...(kind === 'workload' || kind === 'volumeset' ? commandPaths(item, noun) : []),
    ...(kind === 'workload' ? deploymentPaths(item) : []),
    ...(kind === 'user' ? userPaths(collection) : []),
    ...(kind === 'serviceaccount'
      ? [posted(`${item}/-addKey`, 'Key', 'Adds a key to the service account.', ['NewKey', 'Key'], [201])]
      : []),
    ...(kind === 'secret'
      ? [
          read(
            `${item}/-reveal`,
            'RevealedSecret',
            'The secret with its data, which no other response shows.',
            recordOf(kind),
          ),
        ]
      : []),
  ];
}

/** Records of all GVCs: they are only read. */
function overAll(kind: Kind, noun: string): readonly PlatformPath[] {
  const { collection } = pathsTo(kind, null);
  return [
    { path: collection, noun: `${noun}sOfOrg`, operations: inCollection(kind, collectionMethods(kind, null)) },
    ...besideCollection(collection, `${noun}sOfOrg`, kind),
  ];
}

function besideCollection(collection: string, noun: string, kind: Kind): readonly PlatformPath[] {
  return [
    {
      path: `${collection}/-query`,
      noun: `${noun}Query`,
      operations: [['POST', asking(`Queries records of the kind ${kind}.`, kind, recordOf(kind))]],
    },
    read(
      `${collection}/-schema/permissions`,
      `${noun}Permissions`,
      'The permissions on records of this kind, and which permissions they imply.',
      answered('Permissions'),
    ),
  ];
}

function inCollection(kind: Kind, methods: readonly Method[]): PlatformPath['operations'] {
  const one = recordOf(kind);
  const by: { readonly [method in Method]?: PlatformOperation } = {
    GET: { ...got(`Lists records of the kind ${kind}, sorted by name.`, pageOf(kind, one)), query: paged },
    POST: { ...got('Creates a record.', one), statuses: [201], sends: refTo(kind), makes: true },
    PUT: { ...got('Creates or replaces the record that the body names.', one), ...written(kind) },
  };
  return chosen(by, methods);
}

function onItem(kind: Kind, methods: readonly Method[]): PlatformPath['operations'] {
  const one = recordOf(kind);
  const by: { readonly [method in Method]?: PlatformOperation } = {
    GET: got('The record with its current status.', one),
    PUT: { ...got('Creates or replaces the record.', one), ...written(kind) },
    PATCH: {
      ...got('Changes the fields in the body; `null` removes a field, `$` operators change lists.', one),
      sends: { type: 'object' },
    },
    DELETE: {
      ...got('Deletes the record; it disappears after everything that it contains.', { type: 'object' }),
      statuses: [202],
    },
  };
  return chosen(by, methods);
}

function written(kind: Kind): Pick<PlatformOperation, 'statuses' | 'sends' | 'makes'> {
  return { statuses: [200, 201], sends: refTo(kind), makes: true };
}

function commandPaths(item: string, noun: string): readonly PlatformPath[] {
  const one = answered('Command');
  return [
    {
      path: `${item}/-command`,
      noun: `${noun}Commands`,
      operations: chosen(
        {
          GET: { ...got('Commands of the record, newest first.', pageOf('command', one)), query: paged },
          POST: { ...got('Creates a command.', one), statuses: [201], sends: refTo('command'), makes: true },
        },
        ['GET', 'HEAD', 'POST'],
      ),
    },
    {
      path: `${item}/-command/-query`,
      noun: `${noun}CommandQuery`,
      operations: [['POST', asking('Queries the commands of the record.', 'command', one)]],
    },
    read(`${item}/-command/{id}`, `${noun}Command`, 'A command with its progress.', one),
  ];
}

function deploymentPaths(workload: string): readonly PlatformPath[] {
  const one = answered('Deployment');
  const says = 'Deployments of a workload, one for each location.';
  return [
    read(`${workload}/deployment`, 'Deployments', says, pageOf('deployment', one), paged),
    read(`${workload}/deployment/{location}`, 'Deployment', 'Deployment of a workload in one location.', one),
  ];
}

function userPaths(collection: string): readonly PlatformPath[] {
  return [
    read(`${collection}/-for/email/{email}`, 'UserByEmail', 'The user with an email address.', recordOf('user')),
    posted(
      `${collection}/-invite`,
      'Invitation',
      'Adds several users, optionally to a group.',
      ['Invitation', pageOf('user', recordOf('user'))],
      [201, 200],
    ),
  ];
}

function read(
  path: string,
  noun: string,
  says: string,
  answer: Json,
  query: PlatformOperation['query'] = {},
): PlatformPath {
  return { path, noun, operations: chosen({ GET: { ...got(says, answer), query } }, ['GET', 'HEAD']) };
}

function posted(
  path: string,
  noun: string,
  says: string,
  [sends, answer]: readonly [AnswerName, AnswerName | Json],
  statuses: readonly number[],
): PlatformPath {
  const schema = typeof answer === 'string' ? refTo(answer) : answer;
  return { path, noun, operations: [['POST', { ...got(says, schema), statuses, sends: refTo(sends) }]] };
}

function asking(says: string, itemKind: string, item: Json): PlatformOperation {
  const links = { type: 'array', items: refTo('Link') };
  const linked = { description: 'With `fetch: links`.', type: 'object', required: ['links'], properties: { links } };
  const found = { anyOf: [item, linked] };
  const query = { max: paged.max };
  return { ...got(says, pageOf(itemKind, found, 'queryresult')), sends: answered('Query'), query };
}

function got(says: string, answer: Json): PlatformOperation {
  return { says, statuses: [200], answer, sends: null, query: {}, makes: false };
}

function answered(name: AnswerName): Json {
  return refTo(name);
}

/** Those that a path takes; HEAD is GET without a body. */
function chosen(
  by: { readonly [method in Method]?: PlatformOperation },
  methods: readonly Method[],
): PlatformPath['operations'] {
  return methods.flatMap((method): PlatformPath['operations'] => {
    const found = method === 'HEAD' ? by.GET : by[method];
    if (found === undefined) throw new Error(`nothing is said of ${method}`);
    return [[method, method === 'HEAD' ? { ...found, answer: null } : found]];
  });
}

/** The path of a record, and that of its collection. @param gvc null: over all GVCs */
function pathsTo(kind: Kind, gvc: '{gvc}' | null): { readonly collection: string; readonly item: string } {
  const item = linkOf(kind, kind === 'org' ? '{org}' : '{name}', { org: '{org}', gvc });
  return { collection: item.slice(0, item.lastIndexOf('/')), item };
}

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
  max: 'Items of a page, 1 to 1000; default 100.',
  after: 'Key of the last item of the page before; follow the link `next`.',
} as const;

const stretch = {
  start: 'Included; nanoseconds since the epoch, or ISO 8601; default: an hour ago.',
  end: 'Excluded; default: now.',
  query: 'LogQL: a selector of labels, then filters of lines.',
  limit: 'Lines over all streams, at most 5000; default 100.',
} as const;

const trail = {
  resourceType: 'Kind of the records.',
  subjectName: 'Name or link of who asked.',
  contextName: 'The prefix.',
  fromEvent: 'ISO 8601, included; default: seven days ago.',
  toEvent: 'ISO 8601, included; default: now.',
  max: 'So many at once, 1 to 1000, and the link `next` where more follow; default: all.',
} as const;

function rootPaths(): readonly PlatformPath[] {
  const inOrg = '/org/{org}/gvc/{gvc}/workload/{name}';
  return [
    read('/about', 'About', 'What answers here.', answered('About')),
    read('/discovery', 'Discovery', 'Where logs and the audit trail are asked for.', answered('Discovery')),
    read('/q/{token}', 'QueryPage', 'A further page of a query.', { type: 'object' }, { max: paged.max }),
    read('/audit/org/{org}', 'AuditTrail', 'Who changed what, the newest first.', answered('AuditTrail'), trail),
    read(
      '/audit/org/{org}/resource/id/{id}',
      'AuditTrailOfRecord',
      'Who changed one record, the newest first.',
      answered('AuditTrail'),
      trail,
    ),
    read('/logs/org/{org}/loki/api/v1/query_range', 'Logs', 'Lines of logs in a stretch of time.', answered('Logs'), {
      ...stretch,
      direction: '`forward`: the oldest, oldest first; `backward`, by default: the newest, newest first.',
    }),
    {
      path: '/logs/org/{org}/loki/api/v1/tail',
      noun: 'LogTail',
      operations: [['GET', { ...got('Lines as they come, over a WebSocket.', null), statuses: [101], query: stretch }]],
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
      'What happened lately, the newest first; what repeats is told once.',
      pageOf('event', answered('Event')),
      paged,
    ),
    read(
      `${item}/-accessreport`,
      `${noun}AccessReport`,
      'Who holds which permission on it, and by which grants.',
      answered('AccessReport'),
    ),
    ...(isOfGvc(kind) ? overAll(kind, noun) : []),
    ...(kind === 'workload' || kind === 'volumeset' ? commandPaths(item, noun) : []),
    ...(kind === 'workload' ? deploymentPaths(item) : []),
    ...(kind === 'user' ? userPaths(collection) : []),
    ...(kind === 'serviceaccount'
      ? [posted(`${item}/-addKey`, 'Key', 'Gives it a key.', ['NewKey', 'Key'], [201])]
      : []),
    ...(kind === 'secret'
      ? [read(`${item}/-reveal`, 'RevealedSecret', 'It with its data, which no other answer shows.', recordOf(kind))]
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
      operations: [['POST', asking(`Finds records of the kind ${kind}.`, kind, recordOf(kind))]],
    },
    read(
      `${collection}/-schema/permissions`,
      `${noun}Permissions`,
      'The permissions on records of the kind, and which bring others along.',
      answered('Permissions'),
    ),
  ];
}

function inCollection(kind: Kind, methods: readonly Method[]): PlatformPath['operations'] {
  const one = recordOf(kind);
  const by: { readonly [method in Method]?: PlatformOperation } = {
    GET: { ...got(`Records of the kind ${kind}, by name.`, pageOf(kind, one)), query: paged },
    POST: { ...got('Makes one.', one), statuses: [201], sends: refTo(kind), makes: true },
    PUT: { ...got('Makes the one that is named, or makes it what is sent.', one), ...written(kind) },
  };
  return chosen(by, methods);
}

function onItem(kind: Kind, methods: readonly Method[]): PlatformPath['operations'] {
  const one = recordOf(kind);
  const by: { readonly [method in Method]?: PlatformOperation } = {
    GET: got('It as it stands, with its status.', one),
    PUT: { ...got('Makes it, or makes it what is sent.', one), ...written(kind) },
    PATCH: {
      ...got('Changes what is sent; `null` removes, `$` operators change lists.', one),
      sends: { type: 'object' },
    },
    DELETE: { ...got('Deletes it; it goes when what it holds has gone.', { type: 'object' }), statuses: [202] },
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
          GET: { ...got('Its commands, the newest first.', pageOf('command', one)), query: paged },
          POST: { ...got('Orders something.', one), statuses: [201], sends: refTo('command'), makes: true },
        },
        ['GET', 'HEAD', 'POST'],
      ),
    },
    {
      path: `${item}/-command/-query`,
      noun: `${noun}CommandQuery`,
      operations: [['POST', asking('Finds its commands.', 'command', one)]],
    },
    read(`${item}/-command/{id}`, `${noun}Command`, 'A command and how far it has come.', one),
  ];
}

function deploymentPaths(workload: string): readonly PlatformPath[] {
  const one = answered('Deployment');
  const says = 'What of a workload runs where, a location each.';
  return [
    read(`${workload}/deployment`, 'Deployments', says, pageOf('deployment', one), paged),
    read(`${workload}/deployment/{location}`, 'Deployment', 'What of a workload runs in a location.', one),
  ];
}

function userPaths(collection: string): readonly PlatformPath[] {
  return [
    read(`${collection}/-for/email/{email}`, 'UserByEmail', 'The user with an address.', recordOf('user')),
    posted(
      `${collection}/-invite`,
      'Invitation',
      'Adds users at once, to a group if one is named.',
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

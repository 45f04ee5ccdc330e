/**
 * Records as a client reads them: envelope, defaults, status.
 */

import { isoFromInstant } from '../../../engine/time.ts';
import type { Assumptions } from '../../../rules/assumptions.ts';
import { withDefaults } from '../document/defaults.ts';
import { idOfRecord } from '../document/id.ts';
import type { Json, JsonObject } from '../document/json.ts';
import type { Kind } from '../records/kinds.ts';
import { geoOf, ipRangesOf, nowhere } from '../records/locations.ts';
import { quotaFields } from '../records/quotaRecord.ts';
import type { StoredRecord } from '../records/record.ts';
import type { CommandRecord, ControlConfig } from '../records/state.ts';
import type { PlatformView } from '../records/view.ts';

/** A record with its defaults, its links and its status (RES-2, VER-1, LOC-1, LOC-3, LOC-8, LOC-9). */
export function showRecord(record: StoredRecord, config: ControlConfig, platform: PlatformView): JsonObject {
  const { kind } = record;
  const shown: { [key: string]: Json } = {
    ...record.more,
    id: idOfRecord(record, config.seed),
    kind,
    name: record.name,
    description: record.description,
    tags: record.tags,
    version: record.version,
    created: isoFromInstant(record.created),
    lastModified: isoFromInstant(record.lastModified),
    links: linksOf(record, config.org),
  };
  if (kind === 'secret') delete shown.data;
  if (record.alias !== null) shown.alias = record.alias;
  if (record.origin !== null && hasOrigin.includes(kind)) shown.origin = record.origin;
  if (kind === 'quota') Object.assign(shown, quotaFields(record));
  if (hasSpec.includes(kind) || Object.keys(record.spec).length > 0)
    shown.spec = withDefaults(record, config.assumptions, config.prefix);
  if (kind === 'location') shown.status = locationStatus(record, config.assumptions);
  // Nobody is behind an agent, but clients print what one would be started with.
  if (kind === 'agent')
    shown.status = { bootstrapConfig: { agentId: idOfRecord(record, config.seed), agentLink: record.link } };
  return Object.assign(shown, platform.readStatus(record));
}

/** Kinds whose records tell where they come from (LOC-4). */
const hasOrigin: readonly Kind[] = ['location', 'quota', 'policy', 'group', 'auditctx'];

/** Kinds whose records have a spec even where nothing is written in it. */
const hasSpec: readonly Kind[] = ['org', 'gvc', 'workload', 'volumeset', 'location', 'domain'];

/** A command as `-command` answers it. */
export function showCommand(command: CommandRecord): JsonObject {
  const { id, link, owner, ownerId, type, sent, tags, stage } = command;
  return {
    id,
    kind: 'command',
    name: id,
    description: id,
    tags,
    version: 1,
    created: isoFromInstant(command.created),
    lastModified: isoFromInstant(command.lastModified),
    links: [
      { rel: 'self', href: link },
      { rel: 'owner', href: owner },
    ],
    ownerId,
    type,
    spec: sent,
    status: {
      stage,
      messages: command.messages.map(({ at, message }) => ({ created: isoFromInstant(at), message })),
    },
    lifecycleStage: stage,
  };
}

/** Links of a record: itself, its org, its logs, and where it lives. */
function linksOf({ kind, link, gvc }: StoredRecord, org: string): Json {
  const links = [
    { rel: 'self', href: link },
    { rel: 'org', href: `/org/${org}` },
  ];
  if (gvc !== null) links.push({ rel: 'gvc', href: `/org/${org}/gvc/${gvc}` });
  if (kind === 'workload') links.push({ rel: 'deployment', href: `${link}/deployment` });
  links.push({ rel: 'eventlog', href: `${link}/-eventlog` }, { rel: 'accessreport', href: `${link}/-accessreport` });
  return links;
}

function locationStatus({ name, geo }: StoredRecord, assumptions: Assumptions): JsonObject {
  const known = geo ?? geoOf(name) ?? (assumptions['location.geo'] === 'everywhere' ? {} : null);
  const ipRanges = assumptions['location.ipRanges'] === 'none' ? [] : ipRangesOf(name);
  return { ...(known === null ? {} : { geo: { ...nowhere, ...known } }), ipRanges };
}

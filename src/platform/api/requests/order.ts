/**
 * Posted commands: their form, the platform's consent, and their record (VOLCMD-1, CRON-13).
 */

import { instantFromIso } from '../../../engine/time.ts';
import type { Assumptions } from '../../../rules/assumptions.ts';
import { because } from '../../../rules/reason.ts';
import { commandOperators } from '../checks/operators.ts';
import { checkOverrides } from '../checks/overrides.ts';
import { coerce } from '../document/coerce.ts';
import { idOf, idOfRecord } from '../document/id.ts';
import { isObject, type Json, type JsonObject, objectAt, textAt } from '../document/json.ts';
import { locationNameOf } from '../document/link.ts';
import { withoutNulls } from '../document/normalise.ts';
import type { StoredRecord } from '../records/record.ts';
import type { CommandRecord, ControlConfig } from '../records/state.ts';
import type { PlatformView } from '../records/view.ts';
import { type CommandForm, commandForms } from '../schemas/command.ts';
import { breachOf } from '../schemas/structure.ts';
import { unknownCommandFields } from '../schemas/unknownFields.ts';
import { answer, type RequestInHand, refuse, refuseDocument } from './answer.ts';
import { type Breach, breach, shown } from './breach.ts';
import { notFound, recordAt } from './read.ts';
import type { RequestOutcome } from './request.ts';
import type { ItemRoute } from './router.ts';
import { showCommand } from './show.ts';
import { tagLimitBreaches } from './validate.ts';

/** Takes a command for a workload or a volume set, or says why not. */
export function postCommand(
  call: RequestInHand,
  item: ItemRoute,
  body: JsonObject,
  platform: PlatformView,
): RequestOutcome {
  const owner = recordAt(call, item);
  if (owner === undefined) return notFound(call);
  if (owner.deletingSince !== null) {
    return refuse(call, {
      code: 'DELETING',
      message: `${owner.link} is being deleted`,
      reason: because([], ['api.deleteStatus']),
    });
  }
  const type = textAt(body, 'type');
  const form = type !== undefined && Object.hasOwn(commandForms, type) ? commandForms[type] : undefined;
  const { assumptions } = call.control.config;
  const isKnown =
    form !== undefined &&
    form.owner === owner.kind &&
    (isShown(form) || assumptions['api.commandFields'] === 'published');
  if (type === undefined || form === undefined || !isKnown) return refuseType(call, owner, body.type);
  const sent = objectAt(body, 'spec');
  const tags = withoutNulls(objectAt(body, 'tags'));
  const written = withoutNulls(sent);
  const coerced = assumptions['api.coerce'] === 'none' ? written : coerce(form.spec, written);
  const spec = withLocationName(isObject(coerced) ? coerced : written, call.control.config.org);
  const envelope = [...commandOperators(body), ...envelopeBreaches(body, assumptions)];
  const errors = [...envelope, ...(isAbout(envelope, 'spec') ? [] : formBreaches(form, spec, call.control.config))];
  if (errors.length > 0) return refuseDocument(call, errors);
  const no = platform.refuseCommand(owner, type, spec);
  if (no !== null) {
    const status = no.code === 'EXPANSION_QUOTA' ? { status: assumptions['api.expandStatus'] } : {};
    return refuse(call, { ...no, ...status });
  }
  const command = addCommand(call, owner, { type, spec, sent, tags });
  const reason =
    owner.kind === 'workload' ? because(['CRON-13'], ['api.ids']) : because(['VOLCMD-1', 'VOLCMD-2'], ['api.ids']);
  const doubts = call.isRead ? unknownCommandFields(type, spec) : null;
  return answer(call, { status: 201, body: showCommand(command), reason, command, location: command.link, doubts });
}

function addCommand(
  call: RequestInHand,
  owner: StoredRecord,
  order: Pick<CommandRecord, 'type' | 'spec' | 'sent' | 'tags'>,
): CommandRecord {
  const { control, now } = call;
  const { seed } = control.config;
  const ownerId = idOfRecord(owner, seed);
  const ordinal = (control.commandCounts.get(ownerId) ?? 0) + 1;
  const id = idOf(seed, ownerId, ordinal);
  const command: CommandRecord = {
    id,
    link: `${owner.link}/-command/${id}`,
    owner: owner.link,
    ownerId,
    ordinal,
    ...order,
    stage: 'pending',
    messages: [],
    created: now,
    lastModified: now,
  };
  control.commandCounts.set(ownerId, ordinal);
  control.commands.set(id, command);
  return command;
}

/** Whether the specification shows a command: of one that it does not it states no field. */
function isShown({ rules }: CommandForm): boolean {
  return Object.keys(rules).length > 0;
}

function refuseType(call: RequestInHand, owner: StoredRecord, found: Json | undefined): RequestOutcome {
  const isPublished = call.control.config.assumptions['api.commandFields'] === 'published';
  const types = Object.entries(commandForms).flatMap(([type, form]) =>
    form.owner === owner.kind && (isPublished || isShown(form)) ? [type] : [],
  );
  const message = `type of a ${owner.kind} command must be one of ${types.join(', ')}; found ${shown(found)}`;
  const rule = owner.kind === 'workload' ? 'CRON-13' : 'VOLCMD-2';
  return refuse(call, {
    code: 'COMMAND_REFUSED',
    message,
    reason: because([rule]),
    details: [breach(['type'], rule, message)],
  });
}

/** A kind that fits the path, where one is said, and objects where the envelope has them (RES-2, `api.tagLimits`). */
function envelopeBreaches(body: JsonObject, assumptions: Assumptions): readonly Breach[] {
  const { kind } = body;
  const breaches: Breach[] = [];
  if (kind !== undefined && kind !== null && kind !== 'command')
    breaches.push(breach(['kind'], 'RES-2', `kind must be command at this path; found ${shown(kind)}`));
  for (const field of ['spec', 'tags']) {
    const value = body[field] ?? null;
    if (value !== null && !isObject(value))
      breaches.push(breach([field], 'RES-2', `${field} must be an object; found ${shown(value)}`));
  }
  return [...breaches, ...tagLimitBreaches(body, assumptions)];
}

function isAbout(breaches: readonly Breach[], field: string): boolean {
  return breaches.some(({ path }) => path.length === 1 && path[0] === field);
}

function formBreaches(form: CommandForm, spec: JsonObject, config: ControlConfig): readonly Breach[] {
  const result = form.spec.safeParse(spec);
  const structural = result.success
    ? []
    : result.error.issues.map((issue) => {
        const rule = form.rules[String(issue.path[0])] ?? 'api.commandFields';
        return atSpec(breachOf(() => rule, spec, issue));
      });
  const beyond = config.assumptions['api.commandFields'] === 'specOnly' ? unstated(form, spec) : [];
  if (structural.length + beyond.length > 0) return [...structural, ...beyond];
  return [...dateBreaches(spec), ...checkOverrides(spec, config)];
}

/** Fields that clients send, and no rule states. */
function unstated({ rules }: CommandForm, spec: JsonObject): readonly Breach[] {
  const known = Object.keys(rules);
  return Object.keys(spec).flatMap((field) => {
    if (known.includes(field)) return [];
    return [breach(['spec', field], 'api.commandFields', `spec takes ${known.join(', ')}; found ${field}`)];
  });
}

/** The end of a snapshot is a date and time with its zone (VOLCMD-10). */
function dateBreaches(spec: JsonObject): readonly Breach[] {
  const date = textAt(spec, 'snapshotExpirationDate');
  if (date === undefined || typeof instantFromIso(date) === 'number') return [];
  const message = `snapshotExpirationDate must be a date and time such as 2026-11-01T00:00:00Z; found ${shown(date)}`;
  return [breach(['spec', 'snapshotExpirationDate'], 'VOLCMD-10', message)];
}

function atSpec(one: Breach): Breach {
  return { ...one, path: ['spec', ...one.path] };
}

/** A link to a location names it as well as its bare name does. */
function withLocationName(spec: JsonObject, org: string): JsonObject {
  const location = textAt(spec, 'location');
  return location?.startsWith('/') ? { ...spec, location: locationNameOf(location, { org }) } : spec;
}

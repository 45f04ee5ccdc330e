/**
 * Special tags of a workload (TAG-2 to TAG-35): plain text to the platform, so a value outside its list does nothing
 * (`tag.otherValue`).
 */
import type { RuleId } from '../../../rules/register.ts';
import { nearest } from '../../../rules/units.ts';
import { type Path, sameJson, textOf } from '../document/json.ts';
import { linkOf } from '../document/link.ts';
import { type Breach, breach, doubt, shown } from '../requests/breach.ts';
import { mayStand } from '../settings/restricted.ts';
import { type SpecialTag, specialTags } from '../settings/specialTags.ts';
import { outside } from './bound.ts';
import { locationNames } from './placement.ts';
import type { WorkloadSubject } from './subject.ts';

/** Names of the tags that are without effect while the first of their group is missing. */
const groups = [
  { prefix: 'externalAuth', needs: 'externalAuthAddress', rule: 'TAG-18' },
  { prefix: 'rateLimit', needs: 'rateLimitAddress', rule: 'TAG-30' },
] as const satisfies readonly { readonly prefix: string; readonly needs: string; readonly rule: RuleId }[];

/** The longest that `timeoutSeconds` can say (WL-19). */
const timeoutMax = 600;

/** Doubts about special tags; breaches where `tag.otherValue` is `refuse`. */
export function checkTags(workload: WorkloadSubject): readonly Breach[] {
  const { context, tags } = workload;
  const mark = `${context.prefix}/`;
  const names = Object.keys(tags)
    .filter((key) => key.startsWith(mark))
    .map((key) => key.slice(mark.length));
  return [...names.flatMap((name) => tagBreaches(workload, name)), ...groupDoubts(workload, names)];
}

function tagBreaches(workload: WorkloadSubject, name: string): readonly Breach[] {
  const { context, tags } = workload;
  const key = `${context.prefix}/${name}`;
  const at = ['tags', key];
  const tag = Object.hasOwn(specialTags, name) ? specialTags[name] : undefined;
  if (tag === undefined) {
    const near = nearest(name, Object.keys(specialTags));
    // The tools of the platform have tags of their own: only a misspelt one is worth a word.
    if (near === null) return [];
    const message = `${key} is not a known special tag and has no effect: did you mean ${context.prefix}/${near}?`;
    return [{ ...doubt(at, 'TAG-1', message), atKey: true }];
  }
  const value = textOf(tags[key]);
  const wanted = name === 'timeoutSecondsOverride' ? overrideForm(context, value) : tag.form(value);
  const remarks = tag.remark === undefined ? [] : [{ ...doubt(at, 'VER-4', `${key} is ${tag.remark}`), atKey: true }];
  if (wanted === null)
    return [...remarks, ...lowOverride(name, at, key, value), ...strayBreaches(workload, at, key, tag)];
  const message = `${key} must be ${wanted}, else it has no effect; found ${shown(value)}`;
  return [...remarks, (context.assumptions['tag.otherValue'] === 'refuse' ? breach : doubt)(at, tag.rule, message)];
}

/**
 * A tag that is for other places than those of its workload (TAG-13 to TAG-16, `tag.restricted`). One that the places
 * were changed under may stay.
 */
function strayBreaches(
  { context, spec, tags }: WorkloadSubject,
  at: Path,
  key: string,
  tag: SpecialTag,
): readonly Breach[] {
  const gvc = context.gvc === null ? null : context.find(linkOf('gvc', context.gvc, context));
  if (tag.only === undefined || gvc === null) return [];
  const providers = locationNames(gvc.spec).map(
    (name) => context.find(linkOf('location', name, context))?.provider ?? null,
  );
  if (mayStand(tag.only, spec, providers, context.assumptions)) return [];
  const place = tag.only === 'byok' ? '' : ' or with a direct load balancer';
  const message = `${key} is only for workloads on BYOK clusters${place}`;
  const rule = tag.only === 'byok' ? tag.rule : 'TAG-13';
  const { before, assumptions } = context;
  const hasStood = before !== null && sameJson(before.tags[key], tags[key]);
  const isLeft = hasStood && !mayStand(tag.only, before.spec, providers, assumptions);
  const isRefused = context.assumptions['tag.restricted'] === 'refuse' && !isLeft;
  return [
    isRefused
      ? { ...breach(at, rule, message), atKey: true, assumptions: ['tag.restricted'] }
      : { ...doubt(at, rule, `${message}: it has no effect here`), atKey: true },
  ];
}

function overrideForm(context: WorkloadSubject['context'], value: string): string | null {
  if (!/^\d{1,9}$/.test(value)) return 'a number of seconds';
  const wanted = outside(Number(value), context.assumptions['fields.bounds.timeoutSecondsOverride']);
  return wanted === null ? null : `${wanted} seconds`;
}

/** A tag that is there to go beyond what the field can say, with less (TAG-12, `timeout.override`). */
function lowOverride(name: string, at: Path, key: string, value: string): readonly Breach[] {
  if (name !== 'timeoutSecondsOverride' || Number(value) > timeoutMax) return [];
  const message = `${key} is only for timeouts above ${timeoutMax} seconds: set timeoutSeconds to ${value} instead`;
  return [doubt(at, 'TAG-12', message)];
}

function groupDoubts({ context }: WorkloadSubject, names: readonly string[]): readonly Breach[] {
  return groups.flatMap(({ prefix, needs, rule }) => {
    const first = names.find((name) => name.startsWith(prefix) && Object.hasOwn(specialTags, name));
    if (first === undefined || names.includes(needs)) return [];
    const message = `${context.prefix}/${first} has no effect without ${context.prefix}/${needs}`;
    return [{ ...doubt(['tags', `${context.prefix}/${first}`], rule, message), atKey: true }];
  });
}

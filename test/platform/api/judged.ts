/** Documents judged beside the org of `acme`: what the tests of validation look at. */

import type { Json, JsonObject } from '../../../src/platform/api/document/json.ts';
import type { Control } from '../../../src/platform/api/records/state.ts';
import { idleView } from '../../../src/platform/api/records/view.ts';
import { contextOf, targetOf } from '../../../src/platform/api/requests/judge.ts';
import { validateResource } from '../../../src/platform/api/requests/validate.ts';
import type { Finding } from '../../../src/rules/finding.ts';
import { acme } from './acme.ts';

const shared = acme();

export function judge(
  kind: 'workload' | 'volumeset' | 'gvc',
  document: Json,
  control: Control = shared,
): readonly Finding[] {
  const gvc = kind === 'gvc' ? null : 'shop';
  const target = targetOf(control, kind, gvc, 'new');
  return validateResource(kind, document, contextOf(control, target, idleView));
}

/** Findings of a workload named `new` with this spec, as `rule path`, in order. */
export function workloadFindings(
  spec: JsonObject,
  severity: Finding['severity'] = 'error',
  tags: JsonObject = {},
): readonly string[] {
  return brief(judge('workload', { kind: 'workload', name: 'new', tags, spec }), severity);
}

export function volumesetFindings(spec: JsonObject, severity: Finding['severity'] = 'error'): readonly string[] {
  return brief(judge('volumeset', { kind: 'volumeset', name: 'new', spec }), severity);
}

function brief(findings: readonly Finding[], severity: Finding['severity']): readonly string[] {
  return findings.filter((one) => one.severity === severity).map(({ rule, path }) => `${rule} ${path.join('.')}`);
}

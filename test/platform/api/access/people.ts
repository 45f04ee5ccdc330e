/** People of the small org, and what policies give them. */

import { expect } from 'vitest';
import type { JsonObject } from '../../../../src/platform/api/document/json.ts';
import type { Control } from '../../../../src/platform/api/records/state.ts';
import { idleView, type PlatformView } from '../../../../src/platform/api/records/view.ts';
import { handle } from '../../../../src/platform/api/requests/handle.ts';
import type { ApiRequest, RequestOutcome } from '../../../../src/platform/api/requests/request.ts';
import { accept, start } from '../acme.ts';

export const ann = '/org/acme/user/ann@example.com';
export const bob = '/org/acme/user/bob@example.com';

/** Makes them known, without any policy. */
export function invite(control: Control, ...links: readonly string[]): void {
  const emails = links.map((link) => link.slice(link.lastIndexOf('/') + 1));
  accept(control, 'POST', '/org/acme/user/-invite', { emails });
}

/** A policy that gives permissions, on all of a kind where nothing else is said; its link. */
export function give(
  control: Control,
  principal: string,
  kind: string,
  permissions: readonly string[],
  target: JsonObject = { target: 'all' },
): string {
  const name = `p${control.policies.size}`;
  const bindings = [{ permissions, principalLinks: [principal] }];
  accept(control, 'POST', '/org/acme/policy', { name, targetKind: kind, ...target, bindings });
  return `/org/acme/policy/${name}`;
}

export interface Asking {
  readonly as?: string;
  readonly from?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: unknown;
  readonly view?: PlatformView;
}

/** A request of somebody. */
export function askAs(
  control: Control,
  method: ApiRequest['method'],
  path: string,
  { view = idleView, ...who }: Asking,
): RequestOutcome {
  return handle(control, { method, path, ...who }, start, view);
}

/** Status and code of what somebody is answered. */
export function told(control: Control, method: ApiRequest['method'], path: string, who: Asking): string {
  const { response, refusal } = askAs(control, method, path, who);
  return refusal === null ? String(response.status) : `${response.status} ${refusal.code}`;
}

/** Names in a list, as somebody sees it. */
export function namesIn(control: Control, path: string, who: Asking): readonly string[] {
  const { response } = askAs(control, 'GET', path, who);
  expect(response.status).toBe(200);
  return (response.body as { readonly items: readonly { readonly name: string }[] }).items.map(({ name }) => name);
}

/** All that a control plane holds, but for its audit trail and its configuration. */
export function digestOf(control: Control): string {
  const { config: _, audit: __, ...held } = control;
  return JSON.stringify(held, (_key, value) => (value instanceof Map ? [...value] : value));
}

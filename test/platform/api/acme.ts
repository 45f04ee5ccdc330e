/** A small org for the tests of this room: GVC `shop` in two places, volume set `data`, workload `api`. */

import { expect } from 'vitest';
import { instantFromCivil } from '../../../src/engine/time.ts';
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import { createControl } from '../../../src/platform/api/records/control.ts';
import type { Control, Quotas } from '../../../src/platform/api/records/state.ts';
import { idleView, type PlatformView } from '../../../src/platform/api/records/view.ts';
import { handle } from '../../../src/platform/api/requests/handle.ts';
import type { ApiRequest, RequestOutcome } from '../../../src/platform/api/requests/request.ts';
import { type Assumptions, defaultAssumptions } from '../../../src/rules/assumptions.ts';

export const start = instantFromCivil(2026, 11, 1);
export const shop = '/org/acme/gvc/shop';

export function emptyAcme(overrides: Partial<Assumptions> = {}, quotas: Quotas = new Map()): Control {
  return createControl(
    {
      org: 'acme',
      seed: '1',
      prefix: 'svc',
      installation: {
        baseUrl: 'https://api.example',
        appDomain: 'app.example',
        locationDomain: 'location.example',
        internalDomain: 'internal.example',
      },
      assumptions: { ...defaultAssumptions, ...overrides },
      quotas,
      keys: new Map(),
      isAsked: true,
    },
    start,
  );
}

export function acme(overrides: Partial<Assumptions> = {}, quotas: Quotas = new Map()): Control {
  const control = emptyAcme(overrides, quotas);
  accept(control, 'POST', '/org/acme/gvc', {
    name: 'shop',
    spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1', '//location/aws-eu-central-1'] } },
  });
  accept(control, 'POST', `${shop}/volumeset`, { name: 'data', spec: { initialCapacity: 10 } });
  accept(control, 'POST', `${shop}/workload`, standard('api'));
  return control;
}

export function standard(name: string, spec: JsonObject = {}): JsonObject {
  return { name, spec: { type: 'standard', containers: [{ name: 'web', image: 'web:1' }], ...spec } };
}

export function stateful(name: string, volumeset: string): JsonObject {
  const volumes = [{ uri: `svc://volumeset/${volumeset}`, path: '/data' }];
  return { name, spec: { type: 'stateful', containers: [{ name: 'db', image: 'db:1', volumes }] } };
}

export function ask(
  control: Control,
  method: ApiRequest['method'],
  path: string,
  body?: unknown,
  view: PlatformView = idleView,
  now = start,
): RequestOutcome {
  return handle(control, { method, path, ...(body === undefined ? {} : { body }) }, now, view);
}

/** A request that must be taken; its record. */
export function accept(control: Control, method: ApiRequest['method'], path: string, body?: unknown): JsonObject {
  const outcome = ask(control, method, path, body);
  expect(outcome.refusal).toBeNull();
  return outcome.response.body as JsonObject;
}

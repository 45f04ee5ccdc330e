import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import { idleView } from '../../../src/platform/api/records/view.ts';
import { handle } from '../../../src/platform/api/requests/handle.ts';
import { accept, acme, ask, shop, standard, start } from './acme.ts';

const api = `${shop}/workload/api`;
const ghost = '/org/acme/user/ghost@x.com';
const allow = (...links: readonly string[]): JsonObject => ({
  spec: { firewallConfig: { internal: { inboundAllowType: 'workload-list', inboundAllowWorkload: links } } },
});
const pull = (...links: readonly string[]): JsonObject => ({ spec: { pullSecretLinks: links } });

describe('a link to nothing (`api.links`)', () => {
  it('is refused, whatever other fields of the record mention it', () => {
    const control = acme();
    accept(control, 'POST', '/org/acme/policy', { name: 'all', targetKind: 'gvc', target: 'all', note: ghost });
    const bindings = [{ permissions: ['view'], principalLinks: [ghost] }];
    const { refusal, changes } = ask(control, 'PATCH', '/org/acme/policy/all', { bindings });
    expect([refusal?.code, changes]).toEqual(['BAD_REFERENCE', []]);
  });

  it('stays where it stood when what it led to goes, at any index of its list', () => {
    const control = acme();
    accept(control, 'POST', '/org/acme/user/-invite', { emails: ['ghost@x.com', 'ann@x.com'] });
    const bindings = (...principalLinks: string[]): JsonObject => ({
      bindings: [{ permissions: ['view'], principalLinks }],
    });
    accept(control, 'POST', '/org/acme/policy', { name: 'all', targetKind: 'gvc', target: 'all', ...bindings(ghost) });
    accept(control, 'DELETE', ghost);
    accept(control, 'PATCH', '/org/acme/policy/all', { description: 'd' });
    accept(control, 'PATCH', '/org/acme/policy/all', bindings('//user/ann@x.com', ghost));
    accept(control, 'PATCH', '/org/acme/policy/all', bindings());
    expect(ask(control, 'PATCH', '/org/acme/policy/all', bindings(ghost)).refusal?.code).toBe('BAD_REFERENCE');
  });
});

describe('secrets that a GVC pulls images with (`api.links`)', () => {
  it('are there, and kept with their links in full', () => {
    const control = acme();
    const told = (link: string): string | undefined => ask(control, 'PATCH', shop, pull(link)).refusal?.code;
    expect(told('//secret/key')).toBe('BAD_REFERENCE');
    accept(control, 'POST', '/org/acme/secret', { name: 'key' });
    expect(told('//secret/key')).toBeUndefined();
    expect(control.records.get(shop)?.spec.pullSecretLinks).toEqual(['/org/acme/secret/key']);
    expect(told('//location/aws-us-east-1')).toBe('BAD_REFERENCE');
    expect(ask(control, 'POST', '/org/acme/gvc', { name: 'back', ...pull('//secret/other') }).response.status).toBe(
      400,
    );
  });

  it('may go: the GVC can be changed all the same', () => {
    const control = acme();
    accept(control, 'POST', '/org/acme/secret', { name: 'key' });
    accept(control, 'PATCH', shop, pull('//secret/key'));
    accept(control, 'DELETE', '/org/acme/secret/key');
    accept(control, 'PATCH', shop, { tags: { team: 'a' } });
    expect(ask(control, 'PATCH', shop, pull('//secret/key', '//secret/other')).refusal?.message).toMatch(/other/);
  });

  it('are stored as they are named where a scenario says so', () => {
    expect(ask(acme({ 'api.links': 'store' }), 'PATCH', shop, pull('//secret/key')).response.status).toBe(200);
  });
});

describe('workloads that an internal firewall lets in (NET-7, `api.links`)', () => {
  it('are there, and kept with their links in full', () => {
    const control = acme();
    const told = (...links: string[]): unknown => ask(control, 'PATCH', api, allow(...links)).refusal?.code;
    expect(told('//workload/web')).toBe('BAD_REFERENCE');
    expect(told('web')).toBe('BAD_REFERENCE');
    expect(told('//identity/web')).toBe('BAD_REFERENCE');
    accept(control, 'POST', `${shop}/workload`, standard('web'));
    expect(told('//workload/web', '//gvc/shop/workload/web')).toBeUndefined();
    const link = `${shop}/workload/web`;
    const { firewallConfig } = control.records.get(api)?.spec ?? {};
    expect(firewallConfig).toMatchObject({ internal: { inboundAllowWorkload: [link, link] } });
  });

  it('are the workload itself, too, while it is made', () => {
    const { spec } = standard('web', allow('//workload/web').spec as JsonObject);
    expect(ask(acme(), 'POST', `${shop}/workload`, { name: 'web', spec }).response.status).toBe(201);
  });

  it('may go: who names them can be changed all the same, but names none anew that has gone', () => {
    const control = acme();
    const request = { method: 'PATCH', path: api, body: allow('//workload/web') } as const;
    // The very same request each time, as of a timeline that comes again: what it made before is remembered.
    const again = (): unknown => handle(control, request, start, idleView).refusal?.code;
    accept(control, 'POST', `${shop}/workload`, standard('web'));
    expect(again()).toBeUndefined();
    accept(control, 'DELETE', `${shop}/workload/web`);
    accept(control, 'PATCH', api, { tags: { team: 'a' } });
    expect(again()).toBeUndefined();
    expect(ask(control, 'PATCH', api, allow('//workload/web', '//workload/wob')).refusal?.message).toMatch(/wob/);
    accept(control, 'PATCH', api, allow());
    expect(again()).toBe('BAD_REFERENCE');
  });
});

import { describe, expect, it } from 'vitest';
import { idleView } from '../../../src/platform/api/records/view.ts';
import { contextOf, targetOf } from '../../../src/platform/api/requests/judge.ts';
import { validateResource } from '../../../src/platform/api/requests/validate.ts';
import type { Assumptions } from '../../../src/rules/assumptions.ts';
import { accept, acme, ask, shop } from './acme.ts';

const path = '/org/acme/domain';
const toApi = { prefix: '/', workloadLink: '//gvc/shop/workload/api' };

function domain(routes: readonly object[], name = 'www.example.com'): object {
  return { name, spec: { routes } };
}

describe('NET-5: a domain', () => {
  it('is made, read, changed and deleted as any resource of the org', () => {
    const control = acme();
    const made = accept(control, 'POST', path, domain([toApi]));
    expect(made).toMatchObject({ kind: 'domain', name: 'www.example.com', version: 1 });
    expect(made['spec']).toEqual({ routes: [{ prefix: '/', workloadLink: `${shop}/workload/api` }] });
    accept(control, 'PATCH', `${path}/www.example.com`, { spec: { routes: [] } });
    expect(accept(control, 'GET', `${path}/www.example.com`)).toMatchObject({ version: 2, spec: { routes: [] } });
    expect(accept(control, 'GET', path)).toMatchObject({ itemKind: 'domain', items: [{ name: 'www.example.com' }] });
    accept(control, 'DELETE', `${path}/www.example.com`);
    expect(ask(control, 'GET', `${path}/www.example.com`).response.status).toBe(404);
    expect(control.domains.size).toBe(0);
  });

  it('can be changed when a workload of its routes has gone; no route to it may come anew', () => {
    const control = acme();
    accept(control, 'POST', path, domain([toApi]));
    ask(control, 'DELETE', `${shop}/workload/api`);
    expect(accept(control, 'PATCH', `${path}/www.example.com`, { description: 'mine' })).toMatchObject({ version: 2 });
    expect(ask(control, 'POST', path, domain([toApi], 'other.example.com')).refusal?.code).toBe('BAD_REFERENCE');
  });

  it.each<[why: string, body: object, code: string, at: string]>([
    [
      'a route to a workload that is not there',
      domain([{ workloadLink: '//gvc/shop/workload/web' }]),
      'BAD_REFERENCE',
      'spec.routes[0].workloadLink',
    ],
    [
      'a route to something else',
      domain([{ workloadLink: '//gvc/shop' }]),
      'BAD_REFERENCE',
      'spec.routes[0].workloadLink',
    ],
    ['a route to nothing', domain([{ prefix: '/' }]), 'INVALID', 'spec.routes[0].workloadLink'],
    ['a prefix that is no path', domain([{ ...toApi, prefix: 'cart' }]), 'INVALID', 'spec.routes[0].prefix'],
    ['a prefix twice', domain([toApi, toApi]), 'INVALID', 'spec.routes[1].prefix'],
    ['a name that is no host', domain([toApi], 'www'), 'INVALID', 'name'],
    ['a name with capitals', domain([toApi], 'Www.example.com'), 'INVALID', 'name'],
  ])('is refused for %s', (_, body, code, at) => {
    const { response } = ask(acme(), 'POST', path, body);
    expect(response.body).toMatchObject({ status: 400, code, details: [{ path: at }] });
  });

  it.each<[name: string, overrides: Partial<Assumptions>, body: object]>([
    ['domain.route.repeated', { 'domain.route.repeated': 'first' }, domain([toApi, toApi])],
    ['api.links', { 'api.links': 'store' }, domain([{ workloadLink: '//gvc/shop/workload/web' }])],
    ['fields.bounds.domainName', { 'fields.bounds.domainName': '^[a-z]+$' }, domain([toApi], 'www')],
  ])('is taken where %s says so', (_, overrides, body) => {
    expect(ask(acme(overrides), 'POST', path, body).response.status).toBe(201);
  });

  it('address.noPort: a route to a workload that exposes no port adds nothing, and says so', () => {
    const control = acme();
    const context = contextOf(control, targetOf(control, 'domain', null, 'www.example.com'), idleView);
    const found = validateResource('domain', domain([toApi]) as never, context);
    expect(found.map(({ rule, severity }) => [rule, severity])).toEqual([['address.noPort', 'warning']]);
  });
});

describe('the variables of a GVC, which its containers may inherit', () => {
  it.each([
    ['A_1', 'x', null],
    ['1 bad', 'x', 'fields.bounds.envName'],
    ['SVC_OTHER', 'x', 'fields.bounds.envNameRefused'],
    ['A', 'x'.repeat(4_097), 'fields.bounds.envValueLength'],
  ])('are bounded as those of a container: %s', (name, value, rule) => {
    const { response } = ask(acme(), 'PATCH', shop, { spec: { env: [{ name, value }] } });
    expect(response.status).toBe(rule === null ? 200 : 400);
    if (rule !== null) expect(response.body).toMatchObject({ details: [{ rule }] });
  });
});

describe('the org endpoint prefix of a GVC', () => {
  it('NET-2: is one part of a host name, or empty for none', () => {
    const prefixed = (endpointPrefix: string) =>
      ask(acme(), 'PATCH', shop, { spec: { endpointPrefix } }).response.status;
    expect(['acme', 'a-1', '', 'Acme', 'a.b', '-a'].map(prefixed)).toEqual([200, 200, 200, 400, 400, 400]);
  });
});

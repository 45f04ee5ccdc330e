import { describe, expect, it } from 'vitest';
import { nameOfLink } from '../../../src/platform/api/document/link.ts';
import { idleView } from '../../../src/platform/api/records/view.ts';
import { handle } from '../../../src/platform/api/requests/handle.ts';
import { accept, acme, ask, shop, start } from './acme.ts';

describe('who is named in a policy or a group (`api.principalInUse`)', () => {
  const names: readonly (readonly [string, string])[] = [
    ['user/ann@example.com', 'policy readers'],
    ['group/team', 'policy readers'],
    ['serviceaccount/ci', 'group team'],
    ['gvc/shop/identity/me', 'policy readers'],
  ];

  function named(word: 'keepLinks' | 'refuse'): ReturnType<typeof acme> {
    const control = acme({ 'api.principalInUse': word });
    accept(control, 'POST', '/org/acme/user/-invite', { emails: ['ann@example.com'] });
    accept(control, 'POST', `${shop}/identity`, { name: 'me' });
    accept(control, 'POST', '/org/acme/serviceaccount', { name: 'ci' });
    accept(control, 'POST', '/org/acme/group', { name: 'team', memberLinks: ['//serviceaccount/ci'] });
    const principalLinks = ['//user/ann@example.com', '//group/team', '//gvc/shop/identity/me'];
    accept(control, 'POST', '/org/acme/policy', {
      name: 'readers',
      targetKind: 'gvc',
      target: 'all',
      bindings: [{ permissions: ['view'], principalLinks }],
    });
    return control;
  }

  it.each(names)('%s may be deleted, and the next of that name has what was said of it', (path) => {
    expect(ask(named('keepLinks'), 'DELETE', `/org/acme/${path}`).response.status).toBe(202);
  });

  it('PERM-8: a group that is made again is bound as the one before was', () => {
    const control = named('keepLinks');
    ask(control, 'DELETE', '/org/acme/group/team');
    const asks = { method: 'GET', path: shop, as: '//serviceaccount/ci' } as const;
    const status = (): number => handle(control, asks, start, idleView).response.status;
    expect(status()).toBe(403);
    accept(control, 'POST', '/org/acme/group', { name: 'team', memberLinks: ['//serviceaccount/ci'] });
    expect(status()).toBe(200);
  });

  it.each(names)('or %s stays while %s names it', (path, user) => {
    const control = named('refuse');
    const { refusal, response, reason } = ask(control, 'DELETE', `/org/acme/${path}`);
    expect([response.status, refusal?.message]).toEqual([400, `${nameOfLink(path)} is in use by ${user}`]);
    expect(reason.assumptions).toContain('api.principalInUse');
    accept(control, 'DELETE', '/org/acme/policy/readers');
    accept(control, 'PATCH', '/org/acme/group/team', { memberLinks: [] });
    accept(control, 'DELETE', `/org/acme/${path}`);
  });
});

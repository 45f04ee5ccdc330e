import { describe, expect, it } from 'vitest';
import { permissionNames } from '../../../../src/platform/api/access/permissions.ts';
import type { Control } from '../../../../src/platform/api/records/state.ts';
import { accept, acme, ask, shop } from '../acme.ts';
import { ann, bob, give, invite } from './people.ts';

const org = '/org/acme';
const superusers = { principalLink: `${org}/group/superusers`, grantedPermissions: ['manage'] };
const viewers = { principalLink: `${org}/group/viewers`, grantedPermissions: ['view'] };

interface Report {
  readonly permissions: readonly { readonly name: string; readonly bindings: readonly object[] }[];
}

function reportOf(control: Control, link: string): Report {
  return accept(control, 'GET', `${link}/-accessreport`) as unknown as Report;
}

function holders(control: Control, link: string, permission: string): readonly object[] | undefined {
  return reportOf(control, link).permissions.find(({ name }) => name === permission)?.bindings;
}

describe('PERM-9: the access report says who was granted which permission, and by what', () => {
  it.each(['workload/api', 'volumeset/data'])('of a %s all permissions of its kind', (path) => {
    const kind = path.startsWith('workload') ? 'workload' : 'volumeset';
    const { permissions } = reportOf(acme(), `${shop}/${path}`);
    expect(permissions.map(({ name }) => name)).toEqual(permissionNames(kind, 'published'));
    expect(permissions.find(({ name }) => name === 'view')?.bindings).toEqual([superusers, viewers]);
    expect(permissions.find(({ name }) => name === 'delete')?.bindings).toEqual([superusers]);
  });

  it('the grants of all policies that reach it are one for each principal', () => {
    const control = acme();
    const data = `${shop}/volumeset/data`;
    invite(control, ann, bob);
    accept(control, 'POST', `${shop}/volumeset`, { name: 'other', spec: { initialCapacity: 10 } });
    give(control, ann, 'volumeset', ['exec']);
    give(control, ann, 'volumeset', ['exec.expandVolume', 'edit'], { targetLinks: [data] });
    give(control, bob, 'volumeset', ['exec.shrinkVolume'], { targetLinks: [`${shop}/volumeset/other`] });
    give(control, bob, 'workload', ['manage']);
    expect(holders(control, data, 'exec.expandVolume')).toEqual([
      superusers,
      { principalLink: ann, grantedPermissions: ['exec', 'exec.expandVolume'] },
    ]);
    expect(holders(control, data, 'view')).toEqual([
      superusers,
      viewers,
      { principalLink: ann, grantedPermissions: ['edit'] },
    ]);
  });

  it('of the org it names each user, who may look at it without a policy', () => {
    const control = acme();
    invite(control, ann);
    expect(holders(control, org, 'view')).toEqual([
      superusers,
      viewers,
      { principalLink: ann, grantedPermissions: ['view'] },
      { principalLink: `${org}/user/simulator`, grantedPermissions: ['view'] },
    ]);
  });

  it('of nothing there is none', () => {
    expect(ask(acme(), 'GET', `${shop}/volumeset/none/-accessreport`).response.status).toBe(404);
  });
});

describe('the permissions of a kind, as a client asks for them', () => {
  it('have a description, and say what they bring along', () => {
    const body = accept(acme(), 'GET', `${org}/volumeset/-schema/permissions`) as {
      readonly items: readonly { readonly name: string; readonly description: string }[];
    };
    expect(body.items.map(({ name }) => name)).toEqual(permissionNames('volumeset', 'published'));
    expect(body.items.every(({ description }) => description !== '')).toBe(true);
    expect(body).toMatchObject({ implied: { edit: ['view'], manage: permissionNames('volumeset', 'published') } });
    expect(body).not.toHaveProperty('implied.view');
  });

  it('are at the same path of the org, and of the root for the org itself', () => {
    expect(accept(acme(), 'GET', '/org/-schema/permissions')).toMatchObject({ implied: { readLogs: ['view'] } });
    expect(accept(acme(), 'GET', `${shop}/workload/-schema/permissions`)).toEqual(
      accept(acme(), 'GET', `${org}/workload/-schema/permissions`),
    );
  });
});

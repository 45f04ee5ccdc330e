import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/platform/api/document/json.ts';
import type { Control } from '../../../../src/platform/api/records/state.ts';
import { accept, acme, shop, standard } from '../acme.ts';
import { ann, askAs, bob, give, invite, namesIn, told } from './people.ts';

const org = '/org/acme';
const workloads = `${shop}/workload`;

/** Workloads `api` and `web`, of which web is of team a. */
function withTeams(): Control {
  const control = acme();
  invite(control, ann, bob);
  accept(control, 'POST', workloads, { ...standard('web'), tags: { team: 'a' } });
  return control;
}

const teamA: JsonObject = { spec: { terms: [{ tag: 'team', value: 'a' }] } };

describe('PERM-8: a policy aims at what its query finds', () => {
  it('as records are now, and not at those to come', () => {
    const control = withTeams();
    give(control, ann, 'workload', ['manage'], { targetQuery: teamA });
    expect(namesIn(control, workloads, { as: ann })).toEqual(['web']);
    expect(told(control, 'PATCH', `${workloads}/api`, { as: ann, body: { tags: { team: 'a' } } })).toBe(
      '403 FORBIDDEN',
    );
    expect(told(control, 'POST', workloads, { as: ann, body: { ...standard('new'), tags: { team: 'a' } } })).toBe(
      '403 FORBIDDEN',
    );
    accept(control, 'PATCH', `${workloads}/api`, { tags: { team: 'a' } });
    expect(namesIn(control, workloads, { as: ann })).toEqual(['api', 'web']);
    expect(told(control, 'PATCH', `${workloads}/api`, { as: ann, body: { tags: { team: null } } })).toBe('200');
    expect(told(control, 'GET', `${workloads}/api`, { as: ann })).toBe('403 FORBIDDEN');
  });

  it('a group holds the users whom its query finds', () => {
    const control = withTeams();
    accept(control, 'POST', `${org}/group`, { name: 'team', memberQuery: teamA });
    give(control, `${org}/group/team`, 'workload', ['view']);
    expect(told(control, 'GET', `${workloads}/api`, { as: ann })).toBe('403 FORBIDDEN');
    accept(control, 'PATCH', ann, { tags: { team: 'a' } });
    expect(told(control, 'GET', `${workloads}/api`, { as: ann })).toBe('200');
    expect(told(control, 'GET', `${workloads}/api`, { as: bob })).toBe('403 FORBIDDEN');
  });
});

describe('queries leave out what the reader may not view (`api.listFilter`)', () => {
  it('on the first page and on each further one, whoever asks for it', () => {
    const control = withTeams();
    for (const name of ['a1', 'a2', 'b1']) accept(control, 'POST', workloads, standard(name));
    give(control, ann, 'workload', ['view'], {
      targetLinks: ['a1', 'a2', 'api'].map((name) => `${workloads}/${name}`),
    });
    const pages: string[][] = [];
    let path: string | null = `${workloads}/-query?max=2`;
    let next = '';
    while (path !== null) {
      const { response } = askAs(control, pages.length === 0 ? 'POST' : 'GET', path, { as: ann });
      const body = response.body as { readonly items: { name: string }[]; readonly links: { href: string }[] };
      pages.push(body.items.map(({ name }) => name));
      path = body.links[0]?.href ?? null;
      next = path ?? next;
    }
    expect(pages).toEqual([['a1', 'a2'], ['api']]);
    expect(namesIn(control, next, {})).toEqual(['api', 'b1']);
    expect(namesIn(control, next, { as: bob })).toEqual([]);
    expect(told(control, 'GET', next, { as: `${workloads}/api`, from: `${workloads}/api` })).toBe('403 FORBIDDEN');
  });

  it('an address of a further page opens nothing that its question would not', () => {
    const control = withTeams();
    const stop = { type: 'stopReplica', spec: { location: 'aws-us-east-1' } };
    for (let count = 0; count < 3; count += 1) accept(control, 'POST', `${workloads}/api/-command`, stop);
    const { response } = askAs(control, 'POST', `${workloads}/api/-command/-query?max=1`, {});
    const next = (response.body as { readonly links: readonly { readonly href: string }[] }).links[0]?.href ?? '';
    expect(told(control, 'GET', next, {})).toBe('200');
    expect(told(control, 'GET', next, { as: ann })).toBe('403 FORBIDDEN');
    give(control, ann, 'workload', ['view']);
    expect(told(control, 'GET', next, { as: ann })).toBe('200');
  });
});

import { describe, expect, it } from 'vitest';
import { because } from '../../../src/rules/reason.ts';
import { accept, acme, ask, shop, standard } from './acme.ts';

const api = `${shop}/workload/api`;
const ways = [
  ['of the record', api],
  ['into the collection', `${shop}/workload`],
] as const;

describe('a PUT of a record that has changed since it was read (`api.stalePut`)', () => {
  it.each(ways)('%s is a conflict, and nothing changes', (_, path) => {
    const control = acme();
    const read = accept(control, 'GET', api);
    accept(control, 'PATCH', api, { tags: { team: 'a' } });
    const { response, refusal, reason, changes } = ask(control, 'PUT', path, { ...read, description: 'mine' });
    expect(response.status).toBe(409);
    expect(refusal).toEqual({
      code: 'CONFLICT',
      message: `version of ${api} is now 2; found 1: read the record again and repeat the change`,
    });
    expect(reason).toBe(because(['VER-1'], ['api.stalePut', 'api.lockStatus']));
    expect(changes).toEqual([]);
    expect(control.records.get(api)).toMatchObject({ version: 2, description: 'api', tags: { team: 'a' } });
  });

  it.each(ways)('%s is taken with the version and the id that the record has, as texts too', (_, path) => {
    const control = acme();
    const read = accept(control, 'GET', api);
    expect(ask(control, 'PUT', path, { ...read, version: '1', description: 'mine' }).response.status).toBe(200);
    expect(control.records.get(api)).toMatchObject({ version: 2, description: 'mine' });
  });

  it('of another incarnation is a conflict by its id', () => {
    const control = acme();
    const { id } = accept(control, 'GET', api);
    accept(control, 'DELETE', api);
    accept(control, 'POST', `${shop}/workload`, standard('api'));
    expect(ask(control, 'PUT', api, { ...standard('api'), id }).response.status).toBe(409);
  });

  it('makes a record that is not there, whatever they say: a clone', () => {
    const more = { version: 99, id: 'zz' };
    expect(ask(acme(), 'PUT', `${shop}/workload`, { ...standard('web'), ...more }).response.status).toBe(201);
    expect(ask(acme(), 'POST', `${shop}/workload`, { ...standard('web'), ...more }).response.status).toBe(201);
  });

  it.each([
    ['refuseItem', [409, 200]],
    ['ignore', [200, 200]],
  ] as const)('with %s: %j', (word, expected) => {
    const body = { ...standard('api'), version: 99, id: 'zz' };
    const control = acme({ 'api.stalePut': word });
    expect(ways.map(([, path]) => ask(control, 'PUT', path, body).response.status)).toEqual(expected);
  });

  it('has the status that a scenario gives it (`api.lockStatus`)', () => {
    const control = acme({ 'api.lockStatus': 412 });
    expect(ask(control, 'PUT', api, { ...standard('api'), version: 9 }).response.status).toBe(412);
  });
});

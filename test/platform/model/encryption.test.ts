import { describe, expect, it } from 'vitest';
import { database, ran } from './ran.ts';

const key = (id: string): string => `arn:aws:kms:us-east-1:111122223333:key/${id}`;
const keyed = (id: string): object => ({ customEncryption: { regions: { 'aws-us-east-1': { keyId: key(id) } } } });
const places = ['aws-us-east-1', 'aws-eu-central-1'];

/** The keys of all volumes by location, at the end of what was done; one location has a custom key at first. */
function keysAfter(timeline: readonly object[], settings: object = {}): { readonly [location: string]: unknown } {
  const spec = { staticPlacement: { locationLinks: places.map((name) => `//location/${name}`) } };
  const { run } = ran({
    for: '2h',
    resources: database({ initialCapacity: 20, ...keyed('first') }),
    timeline: [{ at: '+1m', patch: '/gvc/shop', with: { spec } }, ...timeline],
    ...settings,
  });
  const { body } = run.request({ method: 'GET', path: `/org/${run.scenario.org}/gvc/shop/volumeset/data` });
  const { status } = body as unknown as {
    readonly status: {
      readonly locations: readonly {
        readonly name: string;
        readonly volumes: readonly { readonly encrypted: boolean; readonly keyId: string | null }[];
      }[];
    };
  };
  for (const { volumes } of status.locations) expect(volumes.every(({ encrypted }) => encrypted)).toBe(true);
  return Object.fromEntries(status.locations.map(({ name, volumes }) => [name, volumes.map(({ keyId }) => keyId)]));
}

describe('the key that a volume is encrypted with', () => {
  it('ENC-1, ENC-2, ENC-5: is that of its region; elsewhere the provider has one of its own', () => {
    expect(keysAfter([])).toEqual({ 'aws-us-east-1': [key('first')], 'aws-eu-central-1': [null] });
  });

  const change = { at: '+10m', patch: '/gvc/shop/volumeset/data', with: { spec: keyed('second') } };
  const path = '/gvc/shop/volumeset/data/-command';
  const location = 'aws-us-east-1';
  const shrink = { type: 'shrinkVolume', spec: { location, volumeIndex: 0, newStorageCapacity: 10 } };
  const expand = { type: 'expandVolume', spec: { location, volumeIndex: 0, newStorageCapacity: 30 } };

  it('ENC-6: cannot change while the volume exists', () => {
    expect(keysAfter([{ ...change, answers: 400 }])).toMatchObject({ [location]: [key('first')] });
  });

  it('ENC-6: where a change is taken, is another one only for a device that is made after it (`api.immutable`)', () => {
    const free = { assumptions: { 'api.immutable': ['type', 'performanceClass', 'fileSystemType', 'name'] } };
    const taken = { ...change, answers: 200 };
    const larger = { at: '+20m', post: path, with: expand, answers: 201 };
    const smaller = { at: '+20m', post: path, with: shrink, answers: 201 };
    expect(keysAfter([taken], free)).toMatchObject({ [location]: [key('first')] });
    expect(keysAfter([taken, larger], free)).toMatchObject({ [location]: [key('first')] });
    expect(keysAfter([taken, smaller], free)).toMatchObject({ [location]: [key('second')] });
  });
});

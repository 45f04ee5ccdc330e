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
  const location = 'aws-us-east-1';

  it('ENC-6: cannot change while the volume exists', () => {
    expect(keysAfter([{ ...change, answers: 400 }])).toMatchObject({ [location]: [key('first')] });
  });

  it('ENC-6: may be given for a region without volumes: those that are made there have it', () => {
    const keyId = 'arn:aws:kms:eu-central-1:111122223333:key/other';
    const spec = { customEncryption: { regions: { 'aws-eu-central-1': { keyId } } } };
    const before = { at: '+30s', patch: '/gvc/shop/volumeset/data', with: { spec }, answers: 200 };
    expect(keysAfter([before])).toEqual({ [location]: [key('first')], 'aws-eu-central-1': [keyId] });
    expect(keysAfter([{ ...before, at: '+20m', answers: 400 }])).toMatchObject({ 'aws-eu-central-1': [null] });
  });
});

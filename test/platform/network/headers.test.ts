import { describe, expect, it } from 'vitest';
import type { Addressed } from '../../../src/platform/network/address.ts';
import { addressBook } from '../../../src/platform/network/book.ts';
import { type AnswerOnItsWay, debugHeaders, forwardedHeaders } from '../../../src/platform/network/headers.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';
import { shop } from '../api/acme.ts';
import { aliasOf, shopOf } from './shop.ts';

const control = shopOf();
const alias = aliasOf(control);

function workload(name: string): Addressed {
  const found = addressBook(control).workloads.get(`${shop}/workload/${name}`);
  if (found === undefined) throw new Error(name);
  return found;
}

describe('headers as they reach the container', () => {
  const domain = 'www.example.com';
  it('NET-10: a serverless one sees its canonical host, and the domain beside it', () => {
    const { headers, reason } = forwardedHeaders(
      { kind: 'custom', workload: workload('fn') },
      domain,
      defaultAssumptions,
    );
    expect(headers).toEqual({ Host: `fn-${alias}.app.example`, 'X-Forwarded-Host': domain });
    expect(reason.rules).toEqual(['NET-10']);
  });

  it.each(['api', 'db'])('NET-11: %s, of another type, sees the domain', (name) => {
    const { headers, reason } = forwardedHeaders(
      { kind: 'custom', workload: workload(name) },
      domain,
      defaultAssumptions,
    );
    expect(headers).toEqual({ Host: domain });
    expect(reason.rules).toEqual(['NET-11']);
  });

  it('any other host comes as it was asked', () => {
    const asked = `fn-${alias}.app.example:443`;
    const at = { kind: 'canonical', workload: workload('fn') } as const;
    expect(forwardedHeaders(at, asked, defaultAssumptions).headers).toEqual({ Host: asked });
  });

  it('`header.host` canonical: of any type, by any name that is not the canonical host itself', () => {
    const assumptions = { 'header.host': 'canonical' } as const;
    const host = `api-${alias}.app.example`;
    const [inside, canonical] = [`api.shop.internal.example:8080`, host];
    const seen = (kind: 'internal' | 'canonical', asked: string) =>
      forwardedHeaders({ kind, workload: workload('api') }, asked, assumptions).headers;
    expect(seen('internal', inside)).toEqual({ Host: host, 'X-Forwarded-Host': inside });
    expect(seen('canonical', canonical)).toEqual({ Host: host });
  });
});

describe('NET-12: who answered', () => {
  const answered: AnswerOnItsWay = {
    kind: 'canonical',
    request: { 'X-Svc-Debug': 'true' },
    debug: true,
    location: 'aws-us-east-1',
    replica: 'api-1-0',
  };
  const told = { 'x-svc-location': 'aws-us-east-1', 'x-svc-replica': 'api-1-0' };

  it.each<[why: string, given: Partial<AnswerOnItsWay>, isTold: boolean]>([
    ['is told by the canonical host', {}, true],
    ['and by a custom domain, one more global endpoint', { kind: 'custom' }, true],
    ['not where debug is off', { debug: false }, false],
    ['not where nobody asks', { request: {} }, false],
    ['not for another value', { request: { 'x-svc-debug': '1' } }, false],
    ['not for the header of another prefix', { request: { 'x-cpln-debug': 'true' } }, false],
    ['not by the host of a location', { kind: 'location' }, false],
    ['not inside', { kind: 'internal' }, false],
  ])('%s', (_, given, isTold) => {
    const found = debugHeaders({ ...answered, ...given }, 'svc', defaultAssumptions);
    expect(found?.headers ?? null).toEqual(isTold ? told : null);
  });

  it('debug.customDomain: not by a custom domain where so assumed', () => {
    expect(debugHeaders({ ...answered, kind: 'custom' }, 'svc', { 'debug.customDomain': 'no' })).toBeNull();
  });

  it('RES-6: under the prefix of the platform', () => {
    const found = debugHeaders({ ...answered, request: { 'x-cpln-debug': 'true' } }, 'cpln', defaultAssumptions);
    expect(found?.headers).toEqual({ 'x-cpln-location': 'aws-us-east-1', 'x-cpln-replica': 'api-1-0' });
  });
});

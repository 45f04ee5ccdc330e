import { describe, expect, it } from 'vitest';
import { head, parse, shop, told } from '../builders.ts';

/** The shop whose api has a port and these tags; what follows begins on line 15. */
function scenario(tags: string, rest: string): string {
  const api = shop.replace('    name: api\n', `    name: api\n    tags: ${tags}\n`);
  const cost = 'behavior: { shop/api: { request: { cpu: 1ms } } }\n';
  return head + api.replace('memory: 512Mi', 'memory: 512Mi, ports: [{ number: 80, protocol: http }]') + rest + cost;
}

const amount = '  - { to: shop/api, rate: 1/s }\n';
const single = '  - { to: shop/api, rate: 1/s, arrivals: poisson }\n';
const authorized = '{ svc/externalAuthAddress: a.example.com }';
const limited = '{ svc/rateLimitAddress: r.example.com }';

describe('what amounts do not meet', () => {
  it.each<[string, string, string, readonly string[]]>([
    ['amounts alone', '{}', amount + amount, []],
    ['single requests meet all', authorized, single, []],
    ['both, told once', '{}', amount + single + amount + single, ['18:11 not-simulated']],
    ['both, the amount second', '{}', single + amount, ['18:11 not-simulated']],
    ['an authorization, told once', authorized, amount + amount, ['17:11 not-simulated']],
    ['a rate limit', limited, amount, ['17:11 not-simulated']],
    ['a tag without an address', "{ svc/rateLimitAddress: '' }", amount, ['10:35 platform-doubts']],
  ])('%s', (_, tags, demand, expected) => {
    const text = scenario(tags, `demand:\n${demand}`);
    expect(parse(text).scenario).not.toBeNull();
    expect(told(text)).toEqual(expected);
  });

  it('a tag that comes in mid-run counts', () => {
    const patch = `timeline:\n  - { at: +1h, patch: /gvc/shop/workload/api, with: { tags: ${limited} } }\n`;
    expect(told(scenario('{}', `demand:\n${amount}${patch}`))).toEqual(['17:11 not-simulated']);
  });
});

describe('a fault of a service that is asked about requests', () => {
  const strike = (service: string): string =>
    `timeline:\n  - { at: +1h, fault: { failingService: { of: shop/api, service: ${service}, failure: 100% } }, for: 6m }\n`;
  it.each<[string, string, string, string, readonly string[]]>([
    ['single requests ask it', limited, single, 'rateLimit', []],
    ['amounts do not', limited, amount, 'rateLimit', ['17:11 not-simulated', '19:66 not-simulated']],
    ['no tag asks it', limited, single, 'authorization', ['19:66 no-service']],
    ['nothing comes as far as is known', authorized, '', 'authorization', []],
    ['requests themselves', '{}', amount, 'requests', []],
  ])('%s', (_, tags, demand, service, expected) => {
    const text = scenario(tags, (demand === '' ? '' : `demand:\n${demand}`) + strike(service));
    expect(parse(text).scenario).not.toBeNull();
    expect(told(text)).toEqual(expected);
  });
});

describe('a probe of what gets amounts', () => {
  const probe = (of: string): string => `  - { at: +1h, probe: { ${of} } }\n`;
  it.each<[string, string, string, readonly string[]]>([
    [
      'it does not meet them, told once',
      amount,
      probe('to: shop/api') + probe('to: shop/api'),
      ['19:29 not-simulated'],
    ],
    ['it meets single requests', single, probe('to: shop/api'), []],
    ['nothing comes', '', probe('to: shop/api'), []],
    ['for whom a host stands is not known', amount, probe('host: api.example'), []],
  ])('%s', (_, demand, timeline, expected) => {
    const text = scenario('{}', `${demand === '' ? '' : `demand:\n${demand}`}timeline:\n${timeline}`);
    expect(parse(text).scenario).not.toBeNull();
    expect(told(text)).toEqual(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { head, parse, shop, told } from '../builders.ts';

/** The shop whose api has an internal firewall: it stands on line 10. */
function withInside(internal: string): string {
  return `${head}${shop.replace('type: standard', `type: standard, firewallConfig: { internal: ${internal} }`)}`;
}

describe('NET-7: what an internal firewall says', () => {
  it.each<[string, string, readonly string[]]>([
    ['a type that there is', '{ inboundAllowType: same-gvc }', []],
    [
      'a list of workloads that there are',
      '{ inboundAllowType: workload-list, inboundAllowWorkload: [//gvc/shop/workload/nightly, //workload/nightly] }',
      [],
    ],
    ['a type in the place of the map', 'none', ['10:57 wrong-type']],
    ['a type that there is not', '{ inboundAllowType: same-vgc }', ['10:77 unknown-value']],
    ['no text', '{ inboundAllowType: 3 }', ['10:77 unknown-value']],
  ])('%s', (_, internal, problems) => {
    const { scenario } = parse(withInside(internal));
    expect(scenario).not.toBeNull();
    expect(told(withInside(internal))).toEqual(problems);
  });

  const stray = '{ inboundAllowWorkload: [//gvc/shop/workload/nigthly] }';

  it('says what was meant', () => {
    expect(parse(withInside('{ inboundAllowType: same-vgc }')).problems[0]?.hint).toBe("did you mean 'same-gvc'?");
    const { scenario, problems } = parse(withInside(stray));
    expect(scenario).toBeNull();
    expect(problems).toMatchObject([
      { code: 'platform-refuses', rule: 'api.links', hint: "did you mean '//gvc/shop/workload/nightly'?" },
    ]);
  });

  it('takes no name in the place of a link', () => {
    expect(told(withInside('{ inboundAllowWorkload: [nightly] }'))).toEqual(['10:82 platform-refuses']);
  });

  it('warns of a link to nothing where it is stored, and in a patch to come', () => {
    const stored = parse(`${withInside(stray)}assumptions: { api.links: store }\n`);
    expect(stored.scenario).not.toBeNull();
    const patch = `{ at: +1m, patch: /gvc/shop/workload/api, with: { spec: { firewallConfig: { internal: ${stray} } } } }`;
    const patched = parse(`${head}${shop}timeline:\n  - ${patch}\n`);
    for (const { problems } of [stored, patched])
      expect(problems).toMatchObject([
        { code: 'unknown-name', severity: 'warning', hint: "did you mean '//gvc/shop/workload/nightly'?" },
      ]);
  });
});

describe('an external firewall that is closed (`firewall.enforce`)', () => {
  const closed = `${head}${shop.replace('type: standard', 'type: standard, firewallConfig: { external: { inboundAllowCIDR: [] } }').replace('cpu: 500m', 'ports: [{ number: 80 }], cpu: 500m')}`;
  const called = 'demand:\n  - { to: shop/api, rate: 5/s }\n';

  it('is told where requests come from outside, which are let in', () => {
    expect(parse(`${closed}${called}`).problems.filter(({ rule }) => rule !== null)).toMatchObject([
      { code: 'no-effect', rule: 'firewall.enforce', severity: 'warning', line: 10 },
    ]);
  });

  it.each([
    ['nothing comes from outside', ''],
    ['a workload calls', called.replace('rate', 'by: shop/api, rate')],
    ['the firewall is enforced', `${called}assumptions: { firewall.enforce: external }\n`],
  ])('is not told where %s', (_, more) => {
    expect(parse(`${closed}${more}`).problems.filter(({ rule }) => rule === 'firewall.enforce')).toEqual([]);
  });
});

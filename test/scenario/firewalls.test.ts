import { describe, expect, it } from 'vitest';
import { head, parse, shop, told } from './builders.ts';

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
    [
      'a workload that there is not',
      '{ inboundAllowType: workload-list, inboundAllowWorkload: [//gvc/shop/workload/nigthly] }',
      ['10:115 unknown-name'],
    ],
    [
      'a name in place of a link',
      '{ inboundAllowType: workload-list, inboundAllowWorkload: [nightly] }',
      ['10:115 unknown-name'],
    ],
  ])('%s', (_, internal, problems) => {
    const { scenario } = parse(withInside(internal));
    expect(scenario).not.toBeNull();
    expect(told(withInside(internal))).toEqual(problems);
  });

  it('says what was meant', () => {
    expect(parse(withInside('{ inboundAllowType: same-vgc }')).problems[0]?.hint).toBe("did you mean 'same-gvc'?");
    const wrong = '{ inboundAllowWorkload: [//gvc/shop/workload/nigthly] }';
    expect(parse(withInside(wrong)).problems[0]?.hint).toBe("did you mean '//gvc/shop/workload/nightly'?");
  });
});

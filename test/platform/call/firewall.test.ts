import { describe, expect, it } from 'vitest';
import { type FirewallSettings, shutOut } from '../../../src/platform/call/firewall.ts';
import { type Assumptions, defaultAssumptions } from '../../../src/rules/assumptions.ts';

const [web, twin, other] = ['shop/workload/web', 'shopping/workload/web', 'shop/workload/other'].map(
  (link) => `/org/acme/gvc/${link}`,
) as [string, string, string];
const list = (...insideList: string[]): Partial<FirewallSettings> => ({ inside: 'workload-list', insideList });

function isLetIn(given: Partial<FirewallSettings>, by: string | null, assumed: Partial<Assumptions> = {}): boolean {
  const firewall: FirewallSettings = { opensOutside: false, inside: null, insideList: [], ...given };
  return shutOut({ org: 'acme', gvc: 'shop', firewall }, by, { ...defaultAssumptions, ...assumed }) === null;
}

describe('NET-7: whom the internal firewall lets in', () => {
  it.each<[string, Partial<FirewallSettings>, string, boolean]>([
    ['none: nobody', { inside: 'none' }, web, false],
    ['none: not even those of a list, which belongs to another type', { ...list(web), inside: 'none' }, web, false],
    ['same-gvc: a workload of it', { inside: 'same-gvc' }, web, true],
    ['same-gvc: one of another whose name begins alike', { inside: 'same-gvc' }, twin, false],
    ['same-org: everybody', { inside: 'same-org' }, twin, true],
    ['a list: who is in it, by a full link', list(web), web, true],
    ['... by a short one of any GVC', list('//gvc/shopping/workload/web'), twin, true],
    ['... by one of its own GVC', list('//workload/web'), web, true],
    ['... and nobody else', list(web, '//workload/web'), other, false],
    ['an empty list: nobody', list(), web, false],
    ['nothing written: everybody', {}, twin, true],
  ])('%s', (_, firewall, by, expected) => {
    expect(isLetIn(firewall, by)).toBe(expected);
  });

  it('nothing written means nobody, or nothing counts at all, where that is assumed (`firewall.internal`)', () => {
    expect(isLetIn({}, web, { 'firewall.internal': 'closed' })).toBe(false);
    expect(isLetIn({ inside: 'same-gvc' }, web, { 'firewall.internal': 'closed' })).toBe(true);
    expect(isLetIn({ inside: 'none' }, web, { 'firewall.internal': 'ignored' })).toBe(true);
  });

  it('is no matter of callers from outside, nor the external one of those inside (`firewall.enforce`)', () => {
    const enforced = { 'firewall.enforce': 'external' } as const;
    expect(isLetIn({ inside: 'none' }, null)).toBe(true);
    expect(isLetIn({ inside: 'same-org' }, null, enforced)).toBe(false);
    expect(isLetIn({ inside: 'none', opensOutside: true }, null, enforced)).toBe(true);
    expect(isLetIn({ inside: 'same-org' }, web, enforced)).toBe(true);
  });

  it('says what decided', () => {
    const firewall: FirewallSettings = { opensOutside: false, inside: 'none', insideList: [] };
    expect(shutOut({ org: 'acme', gvc: 'shop', firewall }, web, defaultAssumptions)).toEqual({
      rules: ['NET-7'],
      assumptions: ['firewall.internal', 'firewall.duration', 'traffic.status.firewall'],
    });
    const enforced: Assumptions = { ...defaultAssumptions, 'firewall.enforce': 'external' };
    expect(shutOut({ org: 'acme', gvc: 'shop', firewall }, null, enforced)).toEqual({
      rules: [],
      assumptions: ['firewall.enforce', 'firewall.duration', 'traffic.status.firewall'],
    });
  });
});

import { describe, expect, it } from 'vitest';
import { head, parse, shop, told } from '../builders.ts';

/** The shop whose api is tried again on these conditions: they stand on line 10. */
function withConditions(conditions: string): string {
  const policy = `type: standard, requestRetryPolicy: { retryOn: ${conditions} }`;
  return `${head}${shop.replace('type: standard', policy)}`;
}

describe('RETRY-3: conditions of a retry', () => {
  it('one by which no failure is known is warned of where it stands, with what was meant', () => {
    const { scenario, problems } = parse(withConditions('["503", conect-failure]'));
    expect(scenario).not.toBeNull();
    expect(problems).toEqual([
      expect.objectContaining({
        line: 10,
        column: 68,
        code: 'unknown-condition',
        rule: 'RETRY-3',
        severity: 'warning',
        hint: "did you mean 'connect-failure'?",
      }),
    ]);
    expect(problems[0]?.message).toContain("found 'conect-failure'");
  });

  it.each<[string, string, boolean]>([
    ['the default list', '[connect-failure, refused-stream, unavailable, cancelled, resource-exhausted]', false],
    ['other names of Envoy that a failure can have', '[5xx, reset, gateway-error, retriable-4xx, internal]', false],
    ['a status code', '["409"]', false],
    ['a name in capitals', '[Unavailable]', true],
    ['a number that is no status', '["5030"]', true],
    ['an empty string', '[""]', true],
    ['a name of Envoy that no simulated failure has', '[envoy-ratelimited]', true],
  ])('%s: %s, warned of: %s', (_, conditions, isWarned) => {
    expect(told(withConditions(conditions))).toHaveLength(isWarned ? 1 : 0);
  });

  it('a status code that is a number is refused: it is written as a string', () => {
    expect(parse(withConditions('[503]')).problems).toEqual([
      expect.objectContaining({ line: 10, severity: 'error', rule: 'RETRY-3' }),
    ]);
  });

  it.each<[string, string, boolean]>([
    ['replaced', '{ $replace/retryOn: [never] }', true],
    ['added', '{ $append/retryOn: [never] }', true],
    ['dropped', '{ $drop/retryOn: [never] }', false],
    ['patched', '{ retryOn: [never] }', true],
  ])('one that is %s by a patch of the timeline, %s, is warned of: %s', (_, policy, isWarned) => {
    const patch = `{ at: +1h, patch: /gvc/shop/workload/api, with: { spec: { requestRetryPolicy: ${policy} } } }`;
    const codes = parse(`${head}${shop}timeline: [${patch}]\n`).problems.map(({ code }) => code);
    expect(codes).toEqual(isWarned ? ['unknown-condition'] : []);
  });

  it('the list of known ones is an assumption (`retry.conditions`)', () => {
    const text = `${withConditions('[envoy-ratelimited]')}assumptions: { retry.conditions: [envoy-ratelimited] }\n`;
    expect(told(text)).toEqual([]);
  });
});

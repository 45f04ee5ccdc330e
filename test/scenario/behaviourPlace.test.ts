import { describe, expect, it } from 'vitest';
import { instantFromIso } from '../../src/engine/time.ts';
import { behaviourPlace } from '../../src/scenario/behaviourPlace.ts';
import { type ParseOptions, parseScenario } from '../../src/scenario/parse.ts';
import { head } from './builders.ts';

const late = `  - { at: +2h, post: /gvc/shop/workload, with: { name: late, spec: { type: standard, containers: [{ name: main, image: "a:1", cpu: 50m, memory: 64Mi }] } } }
`;
const resources = `resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: web
    spec: { type: standard, containers: [{ name: main, image: "a:1", cpu: 50m, memory: 64Mi }] }
`;

/** `file:line:column` of a part of a workload's behaviour at an instant. */
function placeOf(
  text: string,
  { name = 'web', part = 'ephemeral' as string | null, at = '2026-11-01T01:30:00Z' } = {},
  more: Partial<ParseOptions> = {},
): string | null {
  const options = { file: 'a.yaml', ...more };
  const { scenario, problems } = parseScenario(text, options);
  if (scenario === null) throw new Error(JSON.stringify(problems));
  const instant = instantFromIso(at);
  if (typeof instant !== 'number') throw new Error(at);
  const of = { kind: 'workload', gvc: 'shop', name } as const;
  const place = behaviourPlace({ scenario, text, options }, { of, part, at: instant });
  return place === null ? null : `${place.file}:${place.line}:${place.column}`;
}

describe('the place of a part of a behaviour', () => {
  const timeline = `timeline:
  - { at: +1h, behavior: { shop/web: { ephemeral: 2GB } } }
  - { at: +2h, behavior: { shop/web: { ephemeral: 3GB } } }
  - { at: +30m, behavior: { shop/web: { start: 1s } } }
`;
  const behaviour = `behavior:
  shop/*: { ephemeral: 1GB }
  shop/web: { start: 2s }
`;

  it('is that of the most specific key that says it', () => {
    expect(placeOf(`${head}${resources}${behaviour}`)).toBe('a.yaml:11:13');
    expect(placeOf(`${head}${resources}${behaviour.replace('start: 2s', 'ephemeral: 2MB')}`)).toBe('a.yaml:12:15');
  });

  it('is that of the last entry of the timeline that has changed it by then', () => {
    const text = `${head}${resources}${behaviour}${timeline}`;
    expect(placeOf(text)).toBe('a.yaml:14:40');
    expect(placeOf(text, { at: '2026-11-01T03:00:00Z' })).toBe('a.yaml:15:40');
    expect(placeOf(text, { at: '2026-11-01T00:45:00Z' })).toBe('a.yaml:11:13');
  });

  it('is that of the file or the flag that says it', () => {
    const included = { read: () => behaviour };
    expect(placeOf(`${head}include: [b.yaml]\n${resources}`, {}, included)).toBe('b.yaml:2:13');
    const set = [{ path: 'behavior.shop/web.ephemeral', value: '5GB' }];
    expect(placeOf(`${head}${resources}${behaviour}`, {}, { set })).toMatch(/^--set/);
  });

  it('is that of what makes the workload where nothing says it', () => {
    expect(placeOf(`${head}${resources}${behaviour}`, { part: null })).toBe('a.yaml:8:5');
    expect(placeOf(`${head}${resources}timeline:\n${late}`, { name: 'late' })).toBe('a.yaml:11:5');
    expect(placeOf(`${head}${resources}`, { name: 'none' })).toBeNull();
  });
});

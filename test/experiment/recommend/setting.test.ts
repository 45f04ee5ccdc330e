import { describe, expect, it } from 'vitest';
import { parse as yaml } from 'yaml';
import { applied } from '../../../src/experiment/recommend/plan.ts';
import { keyOf, mergeSettings, patchText, type Setting, setText } from '../../../src/experiment/recommend/setting.ts';
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import { applyPatch } from '../../../src/platform/api/document/patch.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';
import { good, head, shop } from '../../scenario/builders.ts';

const api = 'shop/workload/api';
const container = { by: 'name', is: 'main', index: 0 } as const;
const field = (steps: Extract<Setting, { kind: 'field' }>['steps'], value: string | number): Setting => ({
  kind: 'field',
  resource: api,
  steps,
  value,
});

const settings: readonly Setting[] = [
  field(['spec', 'containers', container, 'minCpu'], '250m'),
  field(['spec', 'containers', container, 'minMemory'], '256Mi'),
  field(['spec', 'defaultOptions', 'autoscaling', 'minScale'], 2),
];

describe('a change says the same', () => {
  it('to --set and as a patch of the resource', () => {
    const plan = { text: head + shop, options: { file: 's.yaml' } };
    const docOf = (
      one: { readonly resources: readonly { readonly name: string; readonly doc: JsonObject }[] } | null,
    ) => one?.resources.find(({ name }) => name === 'api')?.doc;
    const patch = yaml(patchText(settings, 'recommended')).variants.recommended.resources[api] as JsonObject;
    const patched = applyPatch(
      docOf(good(plan.text)) ?? {},
      patch,
      { org: 'acme', gvc: 'shop' },
      [],
      defaultAssumptions,
    );
    expect(docOf(applied(plan, settings).scenario)).toEqual(patched);
  });

  it.each<[Setting, string]>([
    [field(['spec', 'containers', container, 'minCpu'], '250m'), 'shop/workload/api.spec.containers[0].minCpu=250m'],
    [field(['spec', 'job', 'schedule'], '5 3 * * *'), 'shop/workload/api.spec.job.schedule="5 3 * * *"'],
    [field(['spec', 'job', 'schedule'], '500'), 'shop/workload/api.spec.job.schedule="500"'],
    [
      field(['spec', 'defaultOptions', 'autoscaling', 'minScale'], 2),
      'shop/workload/api.spec.defaultOptions.autoscaling.minScale=2',
    ],
    [{ kind: 'remove', resource: 'shop/volumeset/data' }, 'shop/volumeset/data=null'],
    [{ kind: 'request', entry: { at: '+1h', delete: '/gvc/shop' } }, 'timeline[+]={"at":"+1h","delete":"/gvc/shop"}'],
  ])('as a word for a shell: %s', (setting, text) => {
    expect(setText(setting)).toBe(text);
  });

  it('of two for one place the later one counts', () => {
    const [cpu] = settings;
    const later = field(['spec', 'containers', container, 'minCpu'], '300m');
    const both = mergeSettings(settings, [later]);
    expect(both).toHaveLength(settings.length);
    expect(both).toContain(later);
    expect(both).not.toContain(cpu);
    expect(keyOf(both)).toBe(keyOf([...both].reverse()));
  });

  it('with whole resources and entries of the timeline', () => {
    const text = patchText(
      [
        { kind: 'remove', resource: 'shop/volumeset/data' },
        { kind: 'request', entry: { at: '+1h', delete: '/gvc/shop/workload/api' } },
      ],
      'recommended',
    );
    expect(yaml(text)).toEqual({
      variants: {
        recommended: {
          resources: { 'shop/volumeset/data': null },
          timeline: [{ at: '+1h', delete: '/gvc/shop/workload/api' }],
        },
      },
    });
    expect(patchText([], 'recommended')).toBe('');
  });
});

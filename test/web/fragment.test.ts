import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fragmentOf, viewOf } from '../../src/web/view/fragment.ts';
import { type PanelTarget, targetOf, targetText } from '../../src/web/view/panelTarget.ts';
import { firstView, tabs, type View } from '../../src/web/view/view.ts';

const instant = fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1_000);
const text = fc.option(fc.string({ minLength: 1, unit: 'grapheme' }), { nil: null });

const views: fc.Arbitrary<View> = fc.record({
  tab: fc.constantFrom(...tabs),
  zoom: fc.option(
    fc
      .tuple(instant, fc.integer({ min: 1, max: 100_000 }))
      .map(([from, seconds]) => ({ from, until: from + seconds * 1_000 })),
    { nil: null },
  ),
  of: text,
  pivot: text,
  open: text,
});

describe('the view in the URL', () => {
  it('is the same view again, whatever it is', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(viewOf(`#${fragmentOf(view)}`)).toEqual(view);
      }),
      { seed: 1 },
    );
  });

  it.each([
    ['nothing for the first view', firstView, ''],
    [
      'names of things stay readable',
      { ...firstView, tab: 'costs', of: 'shop/volumeset/data@aws-us-east-1/0' },
      '/costs;of=shop/volumeset/data@aws-us-east-1/0',
    ],
    [
      'a zoom in dates',
      { ...firstView, tab: 'time', zoom: { from: Date.UTC(2026, 10, 3), until: Date.UTC(2026, 10, 4) } },
      '/time;zoom=2026-11-03T00:00:00Z..2026-11-04T00:00:00Z',
    ],
  ] as const)('has %s', (_, view, fragment) => {
    expect(fragmentOf(view)).toBe(fragment);
  });

  it.each([
    '#nowhere',
    '#time;zoom=yesterday',
    '#time;zoom=2026-11-04T00:00:00Z..2026-11-03T00:00:00Z',
    '#time;of=%E0%A4%A',
    '#;;=;',
  ])('leaves out what makes no sense: %s', (fragment) => {
    const { zoom, of } = viewOf(fragment);
    expect({ zoom, of }).toEqual({ zoom: null, of: null });
  });
});

describe('what is opened, in the URL', () => {
  const all: readonly PanelTarget[] = [
    { kind: 'entry', seq: 12 },
    { kind: 'finding', index: 0 },
    { kind: 'expectation', index: 3 },
    { kind: 'day', at: Date.UTC(2026, 10, 14) },
    { kind: 'moment', at: Date.UTC(2026, 10, 14, 3), chart: 'replicas/shop/workload/api@aws-us-east-1' },
    { kind: 'bar', index: 2, lane: 'versions/shop/workload/api@aws-us-east-1' },
    { kind: 'point', index: 0, lane: 'faults' },
    { kind: 'usage', where: 'resource=shop%2Fvolumeset%2Fdata&meter=volume-capacity' },
    { kind: 'rule', id: 'LIMIT-1' },
  ];

  it.each(all.map((opened) => [targetText(opened), opened] as const))('%s', (words, opened) => {
    expect(targetOf(words)).toEqual(opened);
  });

  it.each(['', 'entry', 'entry/x', 'entry/-1', 'day/2026-02-30', 'moment/never/replicas', 'nothing/1'])(
    'is nothing where it names nothing: %s',
    (words) => {
      expect(targetOf(words)).toBeNull();
    },
  );
});

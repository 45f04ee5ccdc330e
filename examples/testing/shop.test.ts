/**
 * Three properties of your own, for one scenario and for many, and the laws of svcsim beside them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import 'svcsim/testing/vitest';
import {
  documentOf,
  entriesOf,
  expectLaw,
  fourExpansions,
  lawOfInvariant,
  reached,
  runToEnd,
  type ScenarioDocument,
  saving,
  scenarioOf,
  scenarioWith,
} from 'svcsim/testing';

const shop = documentOf(readFileSync(new URL('shop.yaml', import.meta.url), 'utf8'));

/** The shop with a report that takes some minutes, and with some requests a second at noon. */
const shops: fc.Arbitrary<ScenarioDocument> = fc
  .record({ minutes: fc.integer({ min: 1, max: 30 }), peak: fc.integer({ min: 20, max: 200 }) })
  .map(({ minutes, peak }) => ({
    ...shop,
    behavior: { ...shop.behavior, 'shop/report': { execution: { duration: `${minutes}m` } } },
    demand: [
      {
        to: 'shop/api',
        rate: {
          steps: [
            ['0m', '20/s'],
            ['2h', `${peak}/s`],
            ['4h', '20/s'],
          ],
        },
      },
    ],
  }));

test('the api is never scaled outside of 2 to 10 replicas, whatever the peak', () => {
  fc.assert(
    fc.property(shops, (document) => {
      const { journal } = runToEnd(scenarioOf(document));
      const counts = entriesOf(journal, 'deployment.scaled').map(({ data }) => data.to);
      expect(counts.every((count) => count >= 2 && count <= 10)).toBe(true);
    }),
    { numRuns: 20, reporter: saving((text) => writeFileSync('broken.yaml', text)) },
  );
});

test('a report is skipped exactly if it takes longer than ten minutes, less the 14 seconds of its start', () => {
  fc.assert(
    fc.property(shops, (document) => {
      const { execution } = document.behavior['shop/report'] as { execution: { duration: string } };
      const { journal } = runToEnd(scenarioOf(document));
      expect(reached(journal).forbidSkip > 0).toBe(Number.parseInt(execution.duration, 10) >= 10);
    }),
    { numRuns: 20 },
  );
});

test('a volume that is refused a fifth expansion was given four, in any scenario that gets there', () => {
  fc.assert(
    fc.property(scenarioWith({ rules: ['LIMIT-1'], size: 'small' }), (document) => {
      const { journal } = runToEnd(scenarioOf(document));
      fc.pre(reached(journal).expansionRefused > 0);
      expectLaw(document, lawOfInvariant(fourExpansions));
    }),
    { numRuns: 10 },
  );
});

test('the laws hold for the shop', () => {
  expect(shop).toHoldLaws();
});

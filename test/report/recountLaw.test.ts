import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnMetering, drawnWorld } from './drawnWorld.ts';
import { differencesOf, tieredBook, watch } from './recountScenarios.ts';
import { drawnTerms, wholeBook } from './terms.ts';

describe('whatever is asked of the platform', () => {
  it('the recount agrees with the bill', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(drawnWorld, drawnMetering, drawnTerms, fc.boolean(), (scenario, metering, terms, isTiered) => {
        const assumptions = { ...scenario.assumptions, ...terms };
        const watched = watch(scenario, {
          assumptions,
          prices: isTiered ? tieredBook(metering) : wholeBook(metering),
        });
        expect(differencesOf(watched)).toEqual([]);
        for (const { type } of watched.journal) seen.add(type);
      }),
      { seed: 4, numRuns: 70 },
    );
    const billed = [
      'replica.restarted',
      'replica.evicted',
      'execution.retried',
      'execution.removed',
      'execution.gone',
      'volume.replaced',
      'volume.deleted',
      'volume.billing',
      'deployment.kept',
      'snapshot.expired',
    ];
    expect(
      [...billed, 'charges.tagged', 'volume.expanded', 'volume.created', 'mount.opened'].filter(
        (type) => !seen.has(type),
      ),
    ).toEqual([]);
  });
});

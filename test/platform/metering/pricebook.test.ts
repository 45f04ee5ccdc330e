import { describe, expect, it } from 'vitest';
import { instantFromCivil } from '../../../src/engine/time.ts';
import { formatDecimal } from '../../../src/platform/metering/decimal.ts';
import { exampleBook } from '../../../src/platform/metering/exampleBook.ts';
import { exampleDocument } from '../../../src/platform/metering/exampleDocument.ts';
import { parsePriceBook } from '../../../src/platform/metering/pricebook.ts';
import { entryAt, findGaps, priceCuts, skusFor } from '../../../src/platform/metering/priceMatch.ts';
import { statedMeters } from '../../../src/rules/meterNames.ts';
import { seriesOf, start } from './builders.ts';

const from = '2027-01-01T00:00:00Z';
const cpu = { id: 'cpu', meters: ['reserved-cpu'], unit: 'Core-Hours', prices: [{ from, list: '0.0312' }] };

function document(changes: object, skus: readonly object[] = [cpu]): object {
  return { kind: 'pricebook', name: 'test', currency: 'USD', issuer: 'Test', skus, ...changes };
}

function sku(changes: object): object {
  return document({}, [{ ...cpu, ...changes }]);
}

function prices(...list: object[]): object {
  return sku({ prices: list });
}

function tiered(beside: object, tiers: readonly object[]): object {
  return prices({ from, ...beside, tiers });
}

function credits(...changes: object[]): object {
  const credit = { id: 'trial', org: 'cedar', amount: '25.00', from, until: '2027-07-01T00:00:00Z' };
  return document({ credits: changes.map((change) => ({ ...credit, ...change })) });
}

function tax(...changes: object[]): object {
  return document({ tax: changes.map((change) => ({ id: 'vat', org: 'cedar', rate: '0.20', ...change })) });
}

function known(doc: unknown) {
  const { book, findings } = parsePriceBook(doc);
  if (book === null) throw new Error(JSON.stringify(findings));
  return book;
}

describe('what a price book may not say', () => {
  it.each([
    ['an unknown key', document({ vat: 1 }), 'vat', 'unknown key vat'],
    ['an unknown key of a SKU', sku({ price: '1' }), 'skus.0.price', 'unknown key price'],
    ['a key that was nearly right', document({ isuer: 'x' }), 'isuer', 'unknown key isuer (did you mean issuer?)'],
    [
      'a nearly right key below',
      prices({ from, list: '1', untill: from }),
      'skus.0.prices.0.untill',
      'unknown key untill (did you mean until?)',
    ],
    [
      'a nearly right key of a policy of one meter',
      document({ metering: { perMeter: { 'reserved-cpu': { minimun: '60s' } } } }),
      'metering.perMeter.reserved-cpu.minimun',
      'did you mean minimum?',
    ],
    ['a missing name', document({ name: undefined }), 'name', 'the key name is missing'],
    ['an empty name', document({ name: '' }), 'name', 'expected a string that is not empty; found an empty string'],
    ['another kind', document({ kind: 'workload' }), 'kind', 'expected pricebook; found workload'],
    ['a map for a list', document({ skus: {} }), 'skus', 'expected a list; found a map'],
    ['no SKU', document({ skus: [] }), 'skus', 'expected at least one entry; found an empty list'],
    ['a list for a map', sku({ match: [] }), 'skus.0.match', 'expected a map; found an empty list'],
    ['a number for a text', document({ issuer: 5 }), 'issuer', 'expected a string; found 5'],
    [
      'a wrong word',
      document({ invoice: { rounding: 'half-upp' } }),
      'invoice.rounding',
      'expected one of half-up, half-even, none; found half-upp (did you mean half-up?)',
    ],
    ['days below none', document({ invoice: { dueDays: -1 } }), 'invoice.dueDays', 'at least 0; found -1'],
    ['half a day', document({ invoice: { dueDays: 1.5 } }), 'invoice.dueDays', 'expected a whole number; found 1.5'],
    ['a currency that is none', document({ currency: 'usd' }), 'currency', 'ISO 4217'],
    ['an unknown meter', sku({ meters: ['cpu'] }), 'skus.0.meters.0', 'reserved-cpu'],
    ['a unit that does not fit', sku({ unit: 'GiB-Hours' }), 'skus.0.unit', 'Core-Seconds or Core-Hours'],
    [
      'a number for a price',
      prices({ from, list: 0.0312 }),
      'skus.0.prices.0.list',
      'expected a price as text in quotes, such as "0.0312"; found 0.0312: put quotes round it',
    ],
    ['a negative price', prices({ from, list: '-1' }), 'skus.0.prices.0.list', '0 or more'],
    [
      '31 digits',
      prices({ from, list: `1${'0'.repeat(40)}` }),
      'skus.0.prices.0.list',
      'and 30 digits before the point',
    ],
    ['ten decimals', prices({ from, list: '0.0000000001' }), 'skus.0.prices.0.list', 'at most 9 decimals'],
    ['no price', prices({ from }), 'skus.0.prices.0', '"0"'],
    ['no instant', prices({ from: '2027-01-01', list: '1' }), 'skus.0.prices.0.from', 'expected an instant'],
    [
      'a price from within an hour',
      prices({ from: '2027-01-01T00:30:00Z', list: '1' }),
      'skus.0.prices.0.from',
      'on a whole hour in UTC',
    ],
    ['a price that ends before it begins', prices({ from, until: from, list: '1' }), 'skus.0.prices.0.until', 'after'],
    [
      'prices that fall back in time',
      prices({ from, list: '1' }, { from, list: '2' }),
      'skus.0.prices.1.from',
      'in order of time',
    ],
    [
      'an overlap',
      prices({ from, until: '2027-03-01T00:00:00Z', list: '1' }, { from: '2027-02-01T00:00:00Z', list: '2' }),
      'skus.0.prices.1.from',
      'overlap',
    ],
    ['two SKUs of one name', document({}, [cpu, { ...cpu, match: { org: 'a' } }]), 'skus.1.meters.0', 'two SKUs cpu'],
    [
      'two SKUs for the same usage',
      document({}, [cpu, { ...cpu, id: 'also' }]),
      'skus.1.meters.0',
      'cpu and also match the same usage',
    ],
    ['two prices at once', tiered({ list: '1' }, [{ list: '1' }]), 'skus.0.prices.0.list', 'leave this one out'],
    [
      'a contracted price beside tiers',
      tiered({ contracted: '1' }, [{ list: '1' }]),
      'skus.0.prices.0.contracted',
      'each tier has its own contracted',
    ],
    ['no tier', tiered({}, []), 'skus.0.prices.0.tiers', 'expected at least one entry'],
    [
      'a tier without a price',
      tiered({}, [{ upTo: '1', list: '1' }, {}]),
      'skus.0.prices.0.tiers.1.list',
      'list is missing',
    ],
    [
      'a tier between without a bound',
      tiered({}, [{ list: '1' }, { list: '2' }]),
      'skus.0.prices.0.tiers.0',
      'expected upTo, such as "50": only the last tier has no upTo',
    ],
    [
      'a last tier with a bound',
      tiered({}, [
        { upTo: '1', list: '1' },
        { upTo: '2', list: '2' },
      ]),
      'skus.0.prices.0.tiers.1.upTo',
      'the last tier has no upper bound',
    ],
    [
      'bounds that do not rise',
      tiered({}, [{ upTo: '50', list: '1' }, { upTo: '50.0', list: '2' }, { list: '3' }]),
      'skus.0.prices.0.tiers.1.upTo',
      'expected a bound above 50.0, that of the tier before; found "50.0"',
    ],
    [
      'a bound of nothing',
      tiered({}, [{ upTo: '0', list: '1' }, { list: '3' }]),
      'skus.0.prices.0.tiers.0.upTo',
      'above 0',
    ],
    [
      'a number for a bound',
      tiered({}, [{ upTo: 50, list: '1' }, { list: '3' }]),
      'skus.0.prices.0.tiers.0.upTo',
      'expected a bound as text in quotes, such as "50"; found 50: put quotes round it',
    ],
    [
      'a bound of ten decimals',
      tiered({}, [{ upTo: '0.0000000001', list: '1' }, { list: '3' }]),
      'skus.0.prices.0.tiers.0.upTo',
      'at most 9 decimals',
    ],
    [
      'a nearly right key of a tier',
      tiered({}, [{ upto: '5', list: '1' }]),
      'skus.0.prices.0.tiers.0.upto',
      'did you mean upTo?',
    ],
    ['an unknown scope', sku({ tierScope: 'orgs' }), 'skus.0.tierScope', 'did you mean org?'],
    ['a credit as a number', credits({ amount: 25 }), 'credits.0.amount', 'in quotes, such as "25.00"; found 25: put'],
    [
      'a credit of nothing',
      credits({ amount: '0.00' }),
      'credits.0.amount',
      'expected an amount above 0; found "0.00"',
    ],
    ['a credit below 0', credits({ amount: '-1' }), 'credits.0.amount', 'expected an amount above 0'],
    ['a credit without an org', credits({ org: undefined }), 'credits.0.org', 'the key org is missing'],
    ['a credit that ends as it begins', credits({ until: from }), 'credits.0.until', 'expected an instant after'],
    [
      'a credit from within an hour',
      credits({ from: '2027-01-01T00:00:01Z' }),
      'credits.0.from',
      'on a whole hour in UTC',
    ],
    ['an unknown key of a credit', credits({ ammount: '1' }), 'credits.0.ammount', 'did you mean amount?'],
    [
      'two credits of one name',
      credits({}, {}),
      'credits.1.id',
      'the ids of credits must be unique in an org; found trial of cedar again',
    ],
    [
      'a tax as a number',
      tax({ rate: 0.2 }),
      'tax.0.rate',
      'in quotes, such as "0.20"; found 0.2: put quotes round it',
    ],
    ['a tax in percent', tax({ rate: '20%' }), 'tax.0.rate', 'expected a rate of 0 or more'],
    ['a tax below 0', tax({ rate: '-0.2' }), 'tax.0.rate', 'expected a rate of 0 or more'],
    [
      'two taxes of one name',
      tax({}, {}),
      'tax.1.id',
      'the ids of taxes must be unique in an org; found vat of cedar again',
    ],
    ['a policy without a unit', document({ metering: { granularity: '60' } }), 'metering.granularity', 'such as 60s'],
    [
      'a policy of no meter',
      document({ metering: { perMeter: { cpu: {} } } }),
      'metering.perMeter.cpu',
      'meter cpu does not exist',
    ],
  ])('%s', (_, doc, path, message) => {
    const { book, findings } = parsePriceBook(doc);
    expect(book).toBeNull();
    expect(findings.map((finding) => [finding.path.join('.'), finding.severity])).toEqual([[path, 'error']]);
    expect(findings[0]?.message).toContain(message);
    expect(findings[0]?.message).not.toMatch(/Invalid|Too (small|big)|Unrecognized|undefined/);
  });

  it.each([[null], ['text'], [[]]])('as a whole: %j is no price book', (doc) => {
    const { book, findings } = parsePriceBook(doc);
    expect(book).toBeNull();
    expect(findings.map(({ message }) => message)).toEqual([expect.stringMatching(/^expected a map; found /)]);
  });

  it('all mistakes are told at once, also those of values beside a part without its shape', () => {
    const { findings } = parsePriceBook(
      document(
        { tax: [{}], credits: [{ id: 'a', org: 'b', amount: 'much', from, until: from }], metering: { minimum: '9' } },
        [
          { ...cpu, unit: 'GB' },
          { ...cpu, meters: ['x', 'y'] },
          {
            ...cpu,
            id: 'mixed',
            meters: ['mount-cpu'],
            prices: [
              { from, list: 0.1 },
              { from, list: '-1' },
            ],
          },
          { ...cpu, id: 'odd', match: { colour: 'red' }, unit: 'GB' },
        ],
      ),
    );
    expect(findings.map((finding) => finding.path.join('.'))).toEqual([
      'skus.2.prices.0.list',
      'skus.3.match.colour',
      'tax.0.id',
      'tax.0.org',
      'tax.0.rate',
      'metering.minimum',
      'skus.0.unit',
      'skus.1.meters.0',
      'skus.1.meters.1',
      'skus.2.prices.1.list',
      'credits.0.amount',
      'credits.0.until',
    ]);
  });

  it('a scope without tiers, or a tier above its list price, is doubtful, not wrong', () => {
    const doubts = (doc: object) =>
      parsePriceBook(doc).findings.map(({ path, severity }) => [path.join('.'), severity]);
    expect(doubts(sku({ tierScope: 'gvc' }))).toEqual([['skus.0.tierScope', 'warning']]);
    expect(doubts(tiered({}, [{ upTo: '5', list: '1', contracted: '2' }, { list: '1' }]))).toEqual([
      ['skus.0.prices.0.tiers.0.contracted', 'warning'],
    ]);
  });

  it('a contracted price above the list is doubtful, not wrong', () => {
    const { book, findings } = parsePriceBook(prices({ from, list: '1', contracted: '2' }));
    expect(book).not.toBeNull();
    expect(findings.map((finding) => finding.severity)).toEqual(['warning']);
  });
});

describe('reading a price book', () => {
  it('several meters make a SKU each, one keeps its name', () => {
    const book = known(
      document({}, [
        { ...cpu, meters: ['reserved-cpu', 'mount-cpu'] },
        { ...cpu, id: 'mem', meters: ['reserved-memory'], unit: 'GiB-Hours' },
      ]),
    );
    expect(book.skus.map((one) => one.prices[0]?.tiers[0].id)).toEqual([
      'cpu.reserved-cpu/2027-01-01T00:00:00Z/t0',
      'cpu.mount-cpu/2027-01-01T00:00:00Z/t0',
      'mem/2027-01-01T00:00:00Z/t0',
    ]);
  });

  it('a price holds from its instant until the next', () => {
    const change = instantFromCivil(2028, 1, 1);
    const [read] = known(
      prices({ from, list: '0.0312' }, { from: '2028-01-01T00:00:00Z', list: '0.0294', contracted: '0.0265' }),
    ).skus;
    if (read === undefined) throw new Error('no SKU');
    const at = (instant: number) => {
      const price = entryAt(read, instant)?.tiers[0];
      return price === undefined ? null : [formatDecimal(price.list), formatDecimal(price.contracted)];
    };
    expect(at(instantFromCivil(2027, 1, 1) - 1)).toBeNull();
    expect(at(instantFromCivil(2027, 1, 1))).toEqual(['0.0312', '0.0312']);
    expect(at(change - 1)).toEqual(['0.0312', '0.0312']);
    expect(at(change)).toEqual(['0.0294', '0.0265']);
  });

  it('each tier has a price id of its own, and its units are counted for the org unless it says otherwise', () => {
    const doc = tiered({}, [
      { upTo: '50', list: '0' },
      { upTo: '800', list: '0.081', contracted: '0.08' },
      { list: '0.064' },
    ]);
    const [read] = known(doc).skus;
    expect(read?.tierScope).toBe('org');
    expect(
      read?.prices[0]?.tiers.map(({ id, upTo, list, contracted }) => {
        return [id, upTo === null ? null : formatDecimal(upTo), formatDecimal(list), formatDecimal(contracted)];
      }),
    ).toEqual([
      [`cpu/${from}/t0`, '50.0', '0.0', '0.0'],
      [`cpu/${from}/t1`, '800.0', '0.081', '0.08'],
      [`cpu/${from}/t2`, null, '0.064', '0.064'],
    ]);
  });

  it('credits come by their first instant and then by id, taxes by id, whatever their order in the book', () => {
    const later = '2027-02-01T00:00:00Z';
    const { credits: read } = known(credits({ id: 'c', from: later }, { id: 'b' }, { id: 'a', from: later }));
    expect(read.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
    expect(known(tax({ id: 'z' }, { id: 'a' }, { id: 'z', org: 'birch' })).tax.map(({ id, org }) => [id, org])).toEqual(
      [
        ['a', 'cedar'],
        ['z', 'cedar'],
        ['z', 'birch'],
      ],
    );
  });

  it('tells the gaps of a horizon, and where prices change', () => {
    const book = known(
      prices({ from, until: '2027-05-01T00:00:00Z', list: '1' }, { from: '2027-06-01T00:00:00Z', list: '1' }),
    );
    const day = (month: number, dayOfMonth: number) => instantFromCivil(2027, month, dayOfMonth);
    const gaps = (first: number, last: number) =>
      findGaps(book, { start: first, end: last }).map((finding) => finding.message);
    expect(gaps(day(1, 1), day(5, 1))).toEqual([]);
    expect(gaps(day(4, 1), day(5, 2))).toEqual([
      expect.stringContaining('gap: cpu has no price from 2027-05-01T00:00:00Z until 2027-05-02T00:00:00Z'),
    ]);
    expect(gaps(day(5, 15), day(7, 1))).toEqual([
      expect.stringContaining('gap: cpu has no price from 2027-05-15T00:00:00Z until 2027-06-01T00:00:00Z'),
    ]);
    expect(gaps(day(6, 1), day(7, 1))).toEqual([]);
    expect(gaps(instantFromCivil(2026, 12, 31), day(7, 1))).toHaveLength(2);
    expect(gaps(instantFromCivil(2026, 12, 31), instantFromCivil(2027, 1, 1))).toHaveLength(1);
    expect(priceCuts(book)).toEqual([day(1, 1), day(5, 1), day(6, 1)]);
  });

  it('tells a gap at the price before which or after which it lies, of an entry for several meters once', () => {
    const until = '2027-02-01T00:00:00Z';
    const book = known(
      document({}, [
        { ...cpu, meters: ['reserved-cpu', 'mount-cpu'], prices: [{ from, until, list: '1' }] },
        { ...cpu, id: 'mem', meters: ['reserved-memory'], unit: 'GiB-Hours' },
      ]),
    );
    const gaps = findGaps(book, { start: instantFromCivil(2026, 12, 1), end: instantFromCivil(2027, 3, 1) });
    expect(gaps.map(({ path, message }) => [path.join('.'), message.split(' has ')[0]])).toEqual([
      ['skus.0.prices.0.from', 'gap: cpu'],
      ['skus.0.prices.0.until', 'gap: cpu'],
      ['skus.1.prices.0.from', 'gap: mem'],
    ]);
  });

  it('the hash tells books apart, not the order of their keys', () => {
    const hash = known(sku({})).hash;
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(known(Object.fromEntries(Object.entries(sku({})).reverse())).hash).toBe(hash);
    expect(known(prices({ from, list: '0.0313' })).hash).not.toBe(hash);
  });
});

describe('which SKU prices a series', () => {
  const book = known(
    document({}, [
      cpu,
      { ...cpu, id: 'aws', match: { provider: 'aws' } },
      { ...cpu, id: 'cron', match: { workloadType: 'cron' } },
      { ...cpu, id: 'both', match: { provider: 'aws', org: 'cedar' } },
    ]),
  );

  it.each([
    ['the one without keys where nothing else fits', { provider: 'gcp' }, ['cpu']],
    ['a key more wins', {}, ['aws']],
    ['two keys win over one', { org: 'cedar' }, ['both']],
    ['as many keys are a tie', { workloadType: 'cron' }, ['aws', 'cron']],
    ['another meter has none', { meter: 'reserved-memory' }, []],
  ] as const)('%s', (_, changes, ids) => {
    expect(skusFor(book, seriesOf(changes)).map((one) => one.id)).toEqual(ids);
  });
});

describe('the built-in book', () => {
  it('prices every meter with a stated charge, hosted and on own clusters, and says that it is invented', () => {
    for (const meter of statedMeters) {
      for (const locationType of ['hosted', 'byok'] as const) {
        expect(skusFor(exampleBook, seriesOf({ meter, locationType }))).toHaveLength(1);
      }
    }
    expect(findGaps(exampleBook, { start: 0, end: start })).toEqual([]);
    expect(exampleBook.notice).toContain('Invented');
    expect(exampleDocument.name).toBe('example-invented');
  });
});

import { describe, expect, it } from 'vitest';
import { emptySeries, type Series } from '../../../../src/scenario/read/recording/series.ts';
import { type ColumnClaim, whoseColumns } from '../../../../src/scenario/read/recording/whose.ts';

const owners = ['site', 'shop-nocodb', 'shop-nocodb-redis', 'api-v2', 'batch'].map((name) => ({ gvc: 'shop', name }));
const column = (name: string): Series => ({ ...emptySeries(name), at: [0], values: [1], marks: [0] });

/** The workload of each group of columns, with the words about it; or what is wrong. */
function whose(names: readonly string[] | null, wanted: readonly ColumnClaim[] = [], all = owners): unknown {
  const found = whoseColumns(names === null ? null : names.map(column), all, wanted);
  if ('problem' in found) return found.problem;
  const owned = found.owned.map(({ owner, names: series, told }) => [owner.name, series, told]);
  return { owned, left: found.left.map(({ name }) => name) };
}
const to = (name: string, of: string | null = null): ColumnClaim => ({ to: name, column: of });
const alone = (name: string, of: string, series: readonly string[] = [of]) => [name, series, `column '${of}'`];

describe('whose requests columns count', () => {
  it.each([
    ['its whole name', 'site', 'site'],
    ['its name in its GVC', 'shop/site', 'site'],
    ['its name in other letters', 'Site', 'site'],
    ['the end of its name', 'redis', 'shop-nocodb-redis'],
    ['the beginning of its name', 'api', 'api-v2'],
    ['the name of a label', 'rate{workload="site"}', 'site'],
    ['the name of a label without a metric', '{app="batch", code="200"}', 'batch'],
  ])('a column has %s', (_, name, owner) => {
    expect(whose([name, 'x'])).toEqual({ owned: [alone(owner, name)], left: ['x'] });
  });

  it.each([['nocod'], ['shop'], ['odb-redis'], ['codb']])('%s is a part of no one name', (name) => {
    expect(whose([name, 'site'])).toEqual({ owned: [alone('site', 'site')], left: [name] });
  });

  it('a whole name goes before a part of one', () => {
    expect(whose(['nocodb', 'shop-nocodb'])).toEqual({
      owned: [alone('shop-nocodb', 'shop-nocodb')],
      left: ['nocodb'],
    });
  });

  it('columns that differ in labels only are summed, others are not', () => {
    const ok = 'rate{workload="site", code="200"}';
    const bad = 'rate{workload="site", code="500"}';
    expect(whose([ok, bad, 'batch'])).toEqual({
      owned: [['site', [ok, bad], `the sum of columns '${ok}', '${bad}'`], alone('batch', 'batch')],
      left: [],
    });
    expect(whose([ok, 'errors{workload="site"}'])).toContain('all fit shop/site. Say which: --to shop/site=');
    expect(whose(['site', 'Site'])).toContain("columns 'site', 'Site' all fit shop/site");
  });

  it('of a histogram the bucket that counts all is taken', () => {
    const bucket = (le: string): string => `b{workload="site", le="${le}"}`;
    expect(whose([bucket('1'), bucket('+Inf'), 'batch'])).toMatchObject({
      owned: [alone('site', bucket('+Inf')), alone('batch', 'batch')],
    });
  });

  it('workloads of one name are told apart by a label with their GVC, and without it get nothing', () => {
    const twins = [
      { gvc: 'eu', name: 'site' },
      { gvc: 'us', name: 'site' },
    ];
    const found = whoseColumns([column('{gvc="us", workload="site"}'), column('x')], twins, []);
    expect(found).toMatchObject({ owned: [{ owner: { gvc: 'us' } }] });
    expect(whose(['site', 'x'], [], twins)).toContain('no column is named like a workload');
    expect(whose(['x'], [to('site')], twins)).toBe('several workloads are named site: eu/site, us/site');
  });

  it('several columns of no workload are refused, with what to write', () => {
    expect(whose(['a', 'b'])).toBe(
      "no column is named like a workload. Columns: 'a', 'b'; workloads: shop/site, shop/shop-nocodb, shop/shop-nocodb-redis, shop/api-v2, shop/batch. Say whose they are: --to shop/site='a' (repeatable), or --to shop/site=all for the sum of all",
    );
  });

  it('a single column, or a plain file, is the first workload’s where no name says otherwise', () => {
    expect(whose(['x'])).toEqual({ owned: [['site', [], "column 'x'"]], left: [] });
    expect(whose(['batch'])).toEqual({ owned: [['batch', [], "column 'batch'"]], left: [] });
    expect(whose(null)).toEqual({ owned: [['site', [], 'the values of the file']], left: [] });
    expect(whose(null, [to('batch')])).toEqual({ owned: [['batch', [], 'the values of the file']], left: [] });
    expect(whose(['x'], [], [])).toBe('no workload has a port, so nothing can be called');
    const found = whoseColumns([column('x')], owners, []);
    expect('owned' in found && found.owned[0]?.because).toContain('the first');
  });

  it('what the user says goes first; the other columns are still found by name', () => {
    expect(whose(['a', 'site', 'batch'], [to('shop/api-v2', 'a'), to('batch', 'site')])).toEqual({
      owned: [alone('api-v2', 'a'), alone('batch', 'site')],
      left: ['batch'],
    });
    expect(whose(['a', 'redis'], [to('shop-nocodb-redis')])).toMatchObject({ left: ['a'] });
    expect(whose(['a', 'b'], [to('site', 'all')])).toEqual({
      owned: [['site', ['all'], 'the sum of all 2 columns']],
      left: [],
    });
  });

  it.each([
    ['a workload that is not there', [to('web')], 'no workload with a port is named web; there are shop/site, '],
    ['a column that is not there', [to('site', 'c')], "no series is 'c'; the file has 'a', 'b'"],
    [
      'a workload that no column fits',
      [to('site')],
      "no column is named like shop/site. Columns: 'a', 'b'. Say which:",
    ],
    ['a column twice', [to('site', 'a'), to('batch', 'all')], 'two workloads would get the same requests'],
    ['a workload twice', [to('site', 'a'), to('site', 'b')], 'write shop/site=all'],
  ])('%s is refused', (_, wanted, message) => {
    expect(whose(['a', 'b'], wanted)).toContain(message);
  });
});

import { describe, expect, it } from 'vitest';
import { measureRun } from '../../../../src/experiment/study/measuredRun.ts';
import { capturePlan } from '../../../../src/experiment/study/planText.ts';
import { pointsOf } from '../../../../src/experiment/study/spec/points.ts';
import { parseStudies } from '../../../../src/experiment/study/spec/readStudies.ts';
import { parseScenario } from '../../../../src/scenario/parse.ts';
import { wholeDocument } from '../../../../src/scenario/whole.ts';
import { head, shop } from '../../../scenario/builders.ts';
import { measureOf } from '../plans.ts';
import { fileOf, parsed, scale, shopWithVariants, studyOf, told } from './studies.ts';

const pricesIn = (currency: string): string =>
  `{ kind: pricebook, name: mine, currency: ${currency}, issuer: Me, skus: [{ id: cpu, meters: [reserved-cpu], unit: Core-Hours, prices: [{ from: 1970-01-01T00:00:00Z, list: "0.03" }] }] }\n`;

describe('a study', () => {
  it('without any keys is of the scenario as it is, with all defaults', () => {
    const { place: _, plans, ...others } = studyOf([]);
    expect(plans.map(({ name, changes }) => ({ name, changes }))).toEqual([
      { name: 'today', changes: { file: null, variants: [], assume: {}, prices: null, set: [] } },
    ]);
    expect(others).toEqual({
      name: 's',
      description: '',
      axes: [],
      together: [],
      where: null,
      measures: [],
      requirements: [],
      confidence: 0.95,
      objectives: [],
      racing: null,
      runs: { least: 20, most: 400, hasMost: false, until: [] },
      window: null,
    });
  });

  it.each([
    [
      'window: { from: +29d23h30m, for: 30m }',
      '1:21 bad-date: expected a whole UTC hour, such as 2026-11-30T23:00:00Z, because costs are computed by the hour, found 2026-11-30T23:30:00Z',
    ],
    [
      `vary: { max: { path: ${scale('maxScale')}, values: [2, 3] } }\n    where: max > 9`,
      "2:12 bad-condition: 'where' leaves none of the 2 combinations of the axes",
    ],
    [
      `vary: { max: { path: ${scale('maxScale')}, values: [0, 3] } }\n    where: 6 / max > 1`,
      "2:12 bad-condition: 'where' fails at max=0, column 1: division by zero",
    ],
    ['wher: min < 2', "1:5 unknown-key: unknown key 'wher'; did you mean 'where'?"],
    ['plans: []', '1:12 wrong-type: expected a map, found an empty list'],
  ])('%s is refused with its place', (line, problem) => {
    expect(told([line])).toEqual([problem]);
  });

  it('has a name that can name a folder', () => {
    const { problems } = parseStudies(`${head}${shop}studies: { "../x": {} }\n`, { file: 's.yaml' });
    expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      "bad-name: expected a name of letters, digits, ., _ and -, which begins with a letter or digit, found '../x'",
    ]);
  });

  it('is not read if the scenario has an error', () => {
    const found = parseStudies('svcsim: 1\nstudies: { s: { plans: { a: { variant: x } } } }\n', { file: 's.yaml' });
    expect(found.studies).toBeNull();
    expect(found.problems.map(({ message }) => message)).toContain("the key 'start' is missing");
  });

  it('can be read alone: mistakes in another one do not stop it', () => {
    const text = `${shopWithVariants}studies:\n  good: { minimise: bill.total }\n  bad: { minimise: bill.totl }\n  worse: { minimize: x }\n`;
    const found = parseStudies(text, { file: 's.yaml' }, ['good']);
    expect(found.names).toEqual(['good', 'bad', 'worse']);
    expect(found.studies?.map(({ name }) => name)).toEqual(['good']);
    expect(found.problems.map(({ code, severity }) => [code, severity])).toEqual([['unknown-key', 'warning']]);
    expect(parseStudies(text, { file: 's.yaml' }).studies).toBeNull();
    expect(parseStudies(text, { file: 's.yaml' }, ['none']).studies).toEqual([]);
  });

  it('may stand in a file that is included, with paths from there', () => {
    const files: Record<string, string> = {
      'more/studies.yaml': 'studies: { s: { plans: { next: { prices: ./next.yaml } } }, t: {} }\n',
      'more/next.yaml': pricesIn('USD'),
    };
    const read = (path: string) => files[path] ?? { error: 'no such file' };
    const text = `include: more/studies.yaml\n${head}${shop}studies: { t: { confidence: 90% } }\n`;
    const { studies } = parseStudies(text, { file: 's.yaml', read });
    const [t, s] = (studies ?? []).toSorted((a, b) => (a.name > b.name ? -1 : 1));
    expect(t?.confidence).toBe(0.9);
    expect(s?.plans[0]?.changes.prices).toBe('more/next.yaml');
  });
});

describe('a run knows nothing of studies', () => {
  const lines = [
    'plans: { leaner: { variant: leaner } }',
    `vary: { max: { path: ${scale('maxScale')}, values: [2, 3] } }`,
    'require: [{ metric: bill.total, is: "<= 5 USD" }]',
  ];

  it('its fingerprint and its problems are those of the file without them', () => {
    const [one, other] = [shopWithVariants, fileOf(lines)].map((text) => parseScenario(text, { file: 's.yaml' }));
    expect(other?.problems).toEqual(one?.problems);
    expect(other?.scenario).toEqual(one?.scenario);
    const [first, second] = [one, other].map((found) => {
      if (found?.scenario == null) throw new Error('expected a scenario');
      return measureRun(found.scenario, 0, [measureOf('bill.total')]);
    });
    expect(second).toEqual(first);
  });

  it('a mistake in the shape of a study is a warning there', () => {
    const { scenario, problems } = parseScenario(fileOf(['wher: x']), { file: 's.yaml' });
    expect(scenario).not.toBeNull();
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([['unknown-key', 'warning']]);
    const broken = parseScenario(`${head}${shop}studies: 5\n`, { file: 's.yaml' });
    expect(broken.problems.map(({ severity }) => severity)).toEqual(['warning']);
    expect(parseStudies(`${head}${shop}studies: 5\n`, { file: 's.yaml' }).studies).toBeNull();
  });

  it('what only a study uses counts as used', () => {
    const more = 'locations: { aws-eu-central-1: { zones: 2 } }\nparams: { growth: 5 }\n';
    const unused = `${more}${shopWithVariants}`;
    const codes = (text: string) => parseScenario(text, { file: 's.yaml' }).problems.map(({ code }) => code);
    expect(codes(unused)).toEqual(['no-effect', 'no-effect']);
    const vary = `studies: { s: { vary: { where_: { path: "gvc/shop.spec.staticPlacement.locationLinks[0]", values: [//location/aws-eu-central-1, "\${growth}"] } } } }\n`;
    expect(codes(`${unused}${vary}`)).toEqual([]);
  });

  it('a change of a study by path has no effect, so it is refused', () => {
    const { problems } = parseScenario(fileOf(['confidence: 90%']), {
      file: 's.yaml',
      set: [{ path: 'studies.s.confidence', value: '80%' }],
    });
    expect(problems.map(({ message }) => message)).toEqual([
      "'studies' cannot be changed by a path, because it is read before paths are applied: change it in the file",
    ]);
  });

  it('a document that is exported has none, because their variants are gone', () => {
    expect(Object.keys(wholeDocument(fileOf(lines), { file: 's.yaml' }))).not.toContain('studies');
  });
});

describe('a point of a study', () => {
  it('is read with its plan, its prices and its axes', () => {
    const files: Record<string, string> = { 'next.yaml': pricesIn('USD') };
    const read = (path: string) => files[path] ?? { error: 'no such file' };
    const lines = [
      'plans: { next: { variant: leaner, prices: ./next.yaml, assume: { hpa.tolerance: 0.05 }, set: { for: 10d } } }',
      `vary: { max: { path: ${scale('maxScale')}, values: [3] } }`,
    ];
    const points = pointsOf(studyOf(lines, files));
    const [point] = typeof points === 'string' ? [] : points;
    if (point === undefined) throw new Error('expected a point');
    const { plan, parsed: own } = capturePlan(fileOf(lines), { file: 's.yaml', read }, point.changes);
    expect(own.scenario?.variants.taken).toEqual(['leaner']);
    expect(own.scenario?.prices?.skus).toHaveLength(1);
    expect(own.scenario?.assumptions['hpa.tolerance']).toBe(0.05);
    expect(own.scenario?.changes.slice(1)).toEqual(['for=10d', `${scale('maxScale')}=3`]);
    expect(Object.keys(plan.files)).toEqual(['next.yaml']);
  });

  it('that the platform refuses is no mistake of the study', () => {
    const lines = ['plans: { none: { set: { shop/workload/api.spec.containers.main.cpu: 1m } } }'];
    expect(parsed(lines).studies).toHaveLength(1);
  });
});

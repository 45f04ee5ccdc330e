import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Run } from '../../../src/experiment/run.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { billText } from '../../laws/play.ts';
import { good, head, parse, shop } from '../builders.ts';

const file = 'scenarios/tour/04-a-stateful-set.yaml';
const text = readFileSync(file, 'utf8');
const read = (path: string) => readFileSync(path, 'utf8');
const asked = { set: [{ path: 'prefix', value: 'cpln' }] };

describe('a scenario that is told another prefix', () => {
  it('RES-6: speaks it throughout, and comes to the same', () => {
    const [own, other] = [
      parseScenario(text, { file, read }).scenario,
      parseScenario(text, { file, read, ...asked }).scenario,
    ];
    if (own === null || other === null) throw new Error('no scenario');
    expect(JSON.stringify(own.resources)).toContain('svc://volumeset/');
    expect(JSON.stringify(other.resources)).toBe(JSON.stringify(own.resources).replaceAll('svc://', 'cpln://'));
    const [first, second] = [own, other].map((scenario) => {
      const run = new Run(scenario, {});
      run.advance();
      return billText(run);
    });
    expect(second).toBe(first);
  });

  it('in tags and in the bodies of requests, too; a mistake keeps its place', () => {
    const ignored = `${head}${shop}    tags: { svc/ignore: "true", svc/largeDisc: "true" }
timeline:
  - { at: +1h, put: /gvc/shop/workload, with: { name: more, tags: { svc/ignore: "true" } } }
`;
    const { problems } = parse(ignored, {}, asked);
    expect(problems.map(({ line, column }) => [line, column])).toEqual(
      parse(ignored).problems.map(({ line, column }) => [line, column]),
    );
    expect(problems.map(({ message }) => message).join()).toMatch(/cpln\/largeDisc/);
    const { resources, timeline } = good(ignored.replace(', svc/largeDisc: "true"', ''), {}, asked);
    expect(resources.at(-1)?.doc.tags).toEqual({ 'cpln/ignore': 'true' });
    expect(timeline[0]?.action).toMatchObject({ body: { tags: { 'cpln/ignore': 'true' } } });
  });

  it('what the file itself says is what it is written in', () => {
    const { problems } = parseScenario(text.replace('svcsim: 1', 'svcsim: 1\nprefix: cpln'), { file, read });
    expect(problems[0]?.message).toMatch(/must be cpln:\/\/volumeset\//);
  });
});

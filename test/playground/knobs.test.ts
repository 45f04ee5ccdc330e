import { describe, expect, it } from 'vitest';
import { knobsIn, turnedKnob } from '../../src/playground/engine/knobs.ts';

function scenario(spec: string, kind = 'volumeset'): string {
  return `svcsim: 1\nresources:\n  - kind: gvc\n    name: g\n  - kind: ${kind}\n    gvc: g\n    name: x\n    spec: { ${spec} }\n`;
}

describe('a knob writes its value as YAML needs it', () => {
  it.each([
    ['quotes stay', 'a: "*/10 * * * *"', '*/30 * * * *', 'a: "*/30 * * * *"'],
    ['single quotes stay, those within are doubled', "a: 'it'", "it's", "a: 'it''s'"],
    ['a plain word stays plain', 'a: Forbid', 'Replace', 'a: Replace'],
    ['a plain percentage stays plain', 'a: 25%', '9%', 'a: 9%'],
    ['an alias would be none', 'a: b', '*/30 * * * *', 'a: "*/30 * * * *"'],
    ['a comma would end the value', 'a: b', 'c, d', 'a: "c, d"'],
    ['a brace would end the map', 'a: b', 'c }', 'a: "c }"'],
    ['a comment would hide the rest', 'a: b', 'c # d', 'a: "c # d"'],
    ['nothing would be null', 'a: b', '', 'a: ""'],
  ])('%s', (_, before, value, after) => {
    const text = scenario(before);
    const turn = turnedKnob({ text, edit: ['g/volumeset/x.spec'], path: 'g/volumeset/x.spec.a', value });
    if (turn === null) throw new Error('no knob');
    expect(text.slice(0, turn.from) + turn.text + text.slice(turn.to)).toBe(scenario(after));
  });

  it('a path that the text does not have, or that may not change, is not written', () => {
    const text = scenario('a: 1, b: 2');
    const edit = ['g/volumeset/x.spec.a'];
    expect(turnedKnob({ text, edit, path: 'g/volumeset/x.spec.c', value: '3' })).toBeNull();
    expect(turnedKnob({ text, edit, path: 'g/volumeset/x.spec.b', value: '3' })).toBeNull();
  });
});

describe('the ends and steps of a slider', () => {
  const value = (spec: string, kind: string): unknown =>
    knobsIn(scenario(spec, kind), [`g/${kind}/x.spec`]).at(-1)?.value;

  it.each([
    [
      'tenths where the schema has a fraction, from its minimum',
      'autoscaling: { scalingFactor: 2 }',
      'volumeset',
      { least: 1, most: 10, step: 0.1 },
    ],
    [
      'whole numbers where it has none',
      'rolloutOptions: { minReadySeconds: 20 }',
      'workload',
      { least: 0, most: 100, step: 1 },
    ],
    [
      'a percentage above 100 is in reach',
      'rolloutOptions: { maxSurgeReplicas: 150% }',
      'workload',
      { least: 0, most: 150, step: 1 },
    ],
  ])('%s', (_, spec, kind, ends) => {
    expect(value(spec, kind)).toMatchObject(ends);
  });
});

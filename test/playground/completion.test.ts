import { describe, expect, it } from 'vitest';
import { completionAt } from '../../src/playground/engine/editing/completion.ts';
import { hoverAt } from '../../src/playground/engine/editing/hover.ts';

const head = `svcsim: 1
start: 2026-11-01T00:00:00Z
for: 2h
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: web
    spec:
      type: standard
      containers:
        - { name: main, image: "shop/web:1", cpu: 500m, memory: 512Mi }
      defaultOptions:
        autoscaling: { metric: cpu, target: 60 }
  - { kind: volumeset, gvc: shop, name: data, spec: { initialCapacity: 10 } }
`;

/** What is offered at the `|` of a text that follows the resources. */
function offered(tail: string): readonly string[] {
  return labelsAt(head + tail);
}

function labelsAt(text: string): readonly string[] {
  const offset = text.indexOf('|');
  return completionAt(text.slice(0, offset) + text.slice(offset + 1), offset).options.map(({ label }) => label);
}

/** Where a learner's cursor is, what must be offered there, and what must not. */
const places: readonly (readonly [what: string, tail: string, has: string, hasNot: string])[] = [
  ['a key of the file', 'tim|', 'timeline', 'start'],
  ['a key of the file on an empty line', '|\n', 'expect', 'svcsim'],
  ['a key of a list entry in block style', 'expect:\n  - |', 'metric', 'svcsim'],
  ['the next key of a list entry', 'expect:\n  - metric: replicas.ready\n    |', 'always', 'metric'],
  ['a metric in block style', 'expect:\n  - metric: repl|', 'replicas.available', 'always'],
  ['a metric in flow style', 'expect:\n  - { metric: | }', 'replicas.available', 'always'],
  ['a key in flow style', 'expect:\n  - { metric: replicas.ready, | }', 'of', 'metric'],
  ['a flow map that is still open', 'expect:\n  - { metric: replicas.ready, al|', 'always', 'metric'],
  ['of what a metric is', 'expect:\n  - { metric: replicas.ready, of: sh| }', 'shop/web', 'metric'],
  ['a key of the timeline', 'timeline:\n  - { at: +30m, | }', 'patch', 'at'],
  ['the path of a request', 'timeline:\n  - { at: +30m, patch: /gvc/| }', '/gvc/shop/workload/web', 'patch'],
  [
    'the body of a request',
    'timeline:\n  - at: +30m\n    patch: /gvc/shop/workload/web\n    with:\n      spec:\n        ro|',
    'rolloutOptions',
    'initialCapacity',
  ],
  [
    'a body in flow style',
    'timeline:\n  - { at: +30m, patch: /gvc/shop/volumeset/data, with: { spec: { auto| } } }',
    'autoscaling',
    'containers',
  ],
  ['the name of a fault', 'timeline:\n  - { at: +1h, fault: { repl| } }', 'replicaCrash', 'at'],
  ['a field of a fault', 'timeline:\n  - { at: +1h, fault: { replicaCrash: { | } } }', 'of', 'patch'],
  ['the target of a fault', 'timeline:\n  - { at: +1h, fault: { replicaCrash: { of: | } } }', 'shop/web', 'patch'],
  ['an assumption', 'assumptions:\n  cron.for|', 'cron.forbid.missed', 'svcsim'],
  ['the value of an assumption', 'assumptions:\n  rollout.rounding: |', 'bothUp', 'cron.forbid.missed'],
  ['the value of an assumption in flow style', 'assumptions: { replica.pull.cache: loc| }', 'location', 'expect'],
  ['a workload under behavior', 'behavior:\n  sh|', 'shop/web', 'shop'],
  ['a key of a behaviour', 'behavior:\n  shop/web:\n    |', 'request', 'svcsim'],
  ['a key of a behaviour in flow style', 'behavior: { shop/web: { | } }', 'request', 'svcsim'],
  ['the target of a demand', 'demand:\n  - { to: | }', 'shop/web', 'to'],
  ['a key of a demand', 'demand:\n  - to: shop/web\n    ra|', 'rate', 'to'],
  ['the timing', 'timing: |', 'observed', 'expect'],
  ['a quota', 'quotas:\n  |', 'domains', 'svcsim'],
  ['a location', 'locations:\n  aws-|', 'aws-us-east-1', 'svcsim'],
  ['a field of a location', 'locations:\n  aws-us-east-1: { | }', 'zones', 'svcsim'],
  ['a key of a variant', 'variants:\n  big:\n    |', 'resources', 'svcsim'],
  [
    'a resource of a variant',
    'variants:\n  big:\n    resources:\n      shop/workload/web: { spec: { def| } }',
    'defaultOptions',
    'svcsim',
  ],
];

/** The same inside of the resources. */
const inside: readonly (readonly [what: string, find: string, written: string, has: string, hasNot: string])[] = [
  ['the type of a workload', 'type: standard', 'type: |', 'stateful', 'containers'],
  ['the type, right after its colon', 'type: standard', 'type:|', 'serverless', 'containers'],
  ['a key between others', '      type: standard\n', '      type: standard\n      ro|\n', 'rolloutOptions', 'type'],
  ['a key of a container', 'memory: 512Mi }', 'memory: 512Mi, | }', 'readinessProbe', 'memory'],
  ['the metric of autoscaling', 'metric: cpu', 'metric: |', 'concurrency', 'target'],
  ['a key of autoscaling', 'target: 60 }', 'target: 60, max| }', 'maxScale', 'target'],
  ['a key that is changed', 'target: 60', 'tar|get: 60', 'target', 'metric'],
  ['a key of a volume set', 'initialCapacity: 10', 'initialCapacity: 10, | ', 'performanceClass', 'containers'],
  ['the kind of a resource', 'kind: volumeset', 'kind: |', 'identity', 'spec'],
  ['the gvc of a workload', 'gvc: shop\n    name: web', 'gvc: |\n    name: web', 'shop', 'web'],
  ['the link of a location', '[//location/aws-us-east-1]', '[|]', '//location/aws-eu-central-1', 'gvc'],
  ['a key of a resource', 'name: web\n', 'name: web\n    ta|\n', 'tags', 'name'],
];

describe('completion in YAML', () => {
  it.each(places)('%s', (_, tail, has, hasNot) => {
    const labels = offered(tail);
    expect(labels).toContain(has);
    expect(labels).not.toContain(hasNot);
  });

  it.each(inside)('%s', (_, find, written, has, hasNot) => {
    expect(head).toContain(find);
    const labels = labelsAt(head.replace(find, written));
    expect(labels).toContain(has);
    expect(labels).not.toContain(hasNot);
  });

  it.each([
    ['a comment', '# tim|'],
    ['a comment after a value', 'name: x # na|'],
    ['a block of text', 'description: |-\n  some wor|'.replace('|-', '>-')],
    ['a duration', 'expect:\n  - { metric: replicas.ready, always: "| }'],
  ])('nothing is offered in %s', (_, tail) => {
    expect(offered(tail)).toEqual([]);
  });

  it('replaces the whole word, and adds the blank after a colon', () => {
    const text = `${head}timing:`;
    expect(completionAt(text, text.length).options[0]).toMatchObject({ label: 'measured', apply: ' measured' });
    const word = `${head}timeline`;
    expect(completionAt(word, word.length - 3)).toMatchObject({ from: word.length - 8, to: word.length });
  });

  it('never throws, wherever the cursor is and whatever is missing after it', () => {
    for (let offset = 0; offset <= head.length; offset += 7) {
      expect(() => completionAt(head, offset)).not.toThrow();
      expect(() => completionAt(head.slice(0, offset), offset)).not.toThrow();
      expect(() => hoverAt(head, offset)).not.toThrow();
    }
  });
});

describe('hover', () => {
  it('says what a key means, and which values it takes', () => {
    const at = head.indexOf('type: standard');
    expect(hoverAt(head, at + 1)?.text).toContain('stateful');
    expect(hoverAt(head, head.indexOf('for: 2h'))?.text).toContain('length of the run');
    const text = `${head}assumptions: { replica.pull.cache: location }`;
    const said = hoverAt(text, text.indexOf('pull.cache'))?.text ?? '';
    expect(said).toContain('Which images a replica does not pull again');
    expect(said).toContain('Default: never.');
  });

  it.each([
    ['a map: its keys', 'autoscaling', 'A map with'],
    ['a number without a rule: its type and default', 'target', 'A number.\nDefault: 95.'],
    ['a field of a list entry: the rule that names it', 'cpu: 500m', 'WL-'],
    ['a field of a volume set: its rule', 'initialCapacity', 'VOL-3'],
  ])('says of %s', (_, key, words) => {
    expect(hoverAt(head, head.indexOf(key) + 1)?.text).toContain(words);
  });

  it('what a rule says of behaviour comes before what it says of the form', () => {
    const set = head.replace('initialCapacity: 10', 'initialCapacity: 10, autoscaling: { scalingFactor: 2 }');
    const said = hoverAt(set, set.indexOf('scalingFactor'))?.text ?? '';
    expect(said).toMatch(/^A number of at least 1\.\nVOLAUTO-12: .*\nVOLAUTO-3: /);
  });

  it('a parameter that may be written instead is not what a field means', () => {
    expect(hoverAt(head, head.indexOf('metric: cpu'))?.text).not.toContain('A parameter of this file');
  });

  it('says nothing of a comment', () => {
    expect(hoverAt(`# type\n${head}`, 3)).toBeNull();
  });
});

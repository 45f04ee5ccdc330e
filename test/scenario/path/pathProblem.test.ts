import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { pathProblem } from '../../../src/scenario/path/pathProblem.ts';
import type { TreeMap } from '../../../src/scenario/text/tree.ts';
import { head, shop } from '../builders.ts';

const more = `  - { kind: domain, name: www.example }
  - { kind: domain, name: www.example.com, spec: { routes: [{ prefix: /, workloadLink: //gvc/shop/workload/api }] } }
  - { kind: mk8s, name: own, spec: { any: thing } }
behavior: { shop/api: { keda: { queue.length: 4 } }, shop/later: { start: 3s } }
demand: [{ to: shop/api, rate: 2/s, name: users }]
timeline:
  - { at: +1h, post: /gvc/shop/workload, with: { name: made, spec: { type: standard } } }
  - { at: +2h, fault: { replicaCrash: { of: shop/api } } }
params: { growth: 5, peak: { uniform: { from: 1, to: 2 } } }
variants: { lean: { seed: 2 } }
x-spec: { cpu: 500m }
`;
const env = 'memory: 512Mi, env: [{ name: LOG, value: warn }]';
const resources = shop
  .replace('memory: 512Mi', env)
  .replace('type: cron,', 'type: cron, localOptions: [{ location: aws-us-east-1, suspend: true }],')
  .replace('//location/aws-us-east-1', '//location/aws-us-west-1');
const root = parseYaml(head + resources + more) as TreeMap;
const api = 'shop/workload/api';

describe('a path that leads to a known field has no problem', () => {
  it.each([
    ['a key of the scenario', 'seed'],
    ['a key that is absent', 'timing'],
    ['a key below one that is absent', 'installation.appDomain'],
    ['a field of a resource', `${api}.spec.type`],
    ['a field below maps that are absent', `${api}.spec.defaultOptions.autoscaling.keda.fallback.replicas`],
    ['an entry by its index', `${api}.spec.containers.0.cpu`],
    ['an entry in brackets', `${api}.spec.containers[0].cpu`],
    ['an entry by its name', `${api}.spec.containers.main.cpu`],
    ['an entry by its location', 'shop/workload/nightly.spec.localOptions.aws-us-east-1.suspend'],
    ['a name in brackets', `${api}.spec.containers[main].cpu`],
    ['the index behind the last entry', `${api}.spec.containers[1]`],
    ['one more entry', `${api}.spec.containers[+].name`],
    ['one more entry of a list that is absent', `${api}.spec.localOptions.+.suspend`],
    ['an environment variable by its name', `${api}.spec.containers.main.env.LOG.value`],
    ['a tag of any name', `${api}.tags.svc/anything`],
    ['what no schema lists', `${api}.spec.firewallConfig.external.inboundAllowCIDR`],
    ['a resource outside of a GVC', 'gvc/shop.spec.staticPlacement.locationLinks[0]'],
    ['a resource with dots in its name', 'domain/www.example.com.spec.routes[0].prefix'],
    ['a kind that is kept as it is sent', 'mk8s/own.spec.whatever.it.is'],
    ['a whole resource', api],
    ['a resource by its index', 'resources.2.spec.type'],
    ['a behaviour of a workload', 'behavior.shop/api.start'],
    ['a behaviour that is absent', 'behavior.shop/nightly.execution.duration'],
    ['a behaviour by kind', 'behavior.shop/volumeset/data.usage.growth'],
    ['a behaviour by a pattern', 'behavior.shop/*.start'],
    ['a behaviour of a workload that the timeline makes', 'behavior.shop/made.start'],
    ['a behaviour that the file has, whomever it means', 'behavior.shop/later.start'],
    ['a key with a dot', 'behavior.shop/api.keda.queue.length'],
    ['a value that is a distribution', 'behavior.shop/api.start.exponential.mean'],
    ['a demand', 'demand[0].growth'],
    ['a demand by its name', 'demand.users.rate'],
    ['a point of a profile', 'demand[0].rate.daily[+]'],
    ['an entry of the timeline', 'timeline[1].fault.replicaCrash.replicas'],
    ['the body of a request', 'timeline[0].with.spec.anything[3].below'],
    ['a scale of demand in the timeline', 'timeline[1].demand.shop/api.scale'],
    ['a parameter', 'params.growth'],
    ['a part of a parameter', 'params.peak.uniform.from'],
    ['another distribution of a parameter', 'params.growth.triangular.mode'],
    ['an assumption', 'assumptions.cron.forbid.missed'],
    ['a family of assumptions', 'assumptions.cron.forbid'],
    ['a quota', 'quotas.domains'],
    ['a location of the catalogue', 'locations.aws-us-east-1.zones'],
    ['a location that the catalogue lacks and a GVC has', 'locations.aws-us-west-1.zones'],
    ['the whole of a new location', 'locations.byok-lab'],
    ['a latency', 'locations.aws-us-east-1.latencies.aws-eu-central-1'],
    ['a price', 'prices.invoice.dueDays'],
    ['an expectation', 'expect[+].metric'],
    ['a text of a file', 'files.trace'],
  ])('%s: %s', (_, path) => {
    expect(pathProblem(root, path)).toBeNull();
  });
});

describe('a path that leads nowhere names its unknown part and the nearest path', () => {
  it.each([
    [
      'another case',
      `${api}.spec.defaultOptions.autoscaling.minscale`,
      'minscale',
      `${api}.spec.defaultOptions.autoscaling.minScale`,
    ],
    ['a slip', `${api}.spec.typpe`, 'typpe', `${api}.spec.type`],
    [
      'half of a word',
      `${api}.spec.rolloutOptions.maxSurge`,
      'maxSurge',
      `${api}.spec.rolloutOptions.maxSurgeReplicas`,
    ],
    [
      'two slips',
      `${api}.spec.defaultoptions.autoscaling.minscal`,
      'defaultoptions',
      `${api}.spec.defaultOptions.autoscaling.minScale`,
    ],
    ['a step that was left out', `${api}.spec.suspend`, 'suspend', `${api}.spec.defaultOptions.suspend`],
    ['all steps left out', `${api}.minScale`, 'minScale', `${api}.spec.defaultOptions.autoscaling.minScale`],
    ['below an entry of a list', `${api}.minCpu`, 'minCpu', `${api}.spec.containers.main.minCpu`],
    [
      'of several fields of one name, the one that shares most words',
      `${api}.spec.livenessProbe.periodSeconds`,
      'livenessProbe',
      `${api}.spec.containers.main.livenessProbe.periodSeconds`,
    ],
    ['a field of a GVC', 'gvc/shop.spec.locationLinks', 'locationLinks', 'gvc/shop.spec.staticPlacement.locationLinks'],
    ['in brackets', `${api}.spec.containers[0].minCPU`, 'minCPU', `${api}.spec.containers[0].minCpu`],
    ['a name of an entry', `${api}.spec.containers[mian].cpu`, 'mian', `${api}.spec.containers[main].cpu`],
    ['a name of an entry and a field', `${api}.spec.containers.mian.CPU`, 'mian', `${api}.spec.containers.main.cpu`],
    [
      'an environment variable',
      `${api}.spec.containers.main.env.LOGS.value`,
      'LOGS',
      `${api}.spec.containers.main.env.LOG.value`,
    ],
    ['an index beyond the list', `${api}.spec.containers[5].cpu`, '5', `${api}.spec.containers[0].cpu`],
    [
      'an index of a list that is absent',
      `${api}.spec.localOptions[0].suspend`,
      '0',
      `${api}.spec.localOptions[+].suspend`,
    ],
    ['a field of a single value', `${api}.spec.type.x`, 'x', null],
    ['a field that only the platform writes', `${api}.status`, 'status', null],
    ['nothing near', `${api}.spec.flavour`, 'flavour', null],
    ['a resource', 'shop/workload/apy.spec.type', 'shop/workload/apy', `${api}.spec.type`],
    [
      'a resource and a field',
      'shop/workload/apy.spec.suspend',
      'shop/workload/apy',
      `${api}.spec.defaultOptions.suspend`,
    ],
    ['a resource and a field near nothing', 'shop/workload/apy.flavour', 'shop/workload/apy', api],
    ['a gvc of a resource', 'shp/workload/api.spec.type', 'shp/workload/api', `${api}.spec.type`],
    ['a resource without its kind', 'shop/api.spec.type', 'shop/api', `${api}.spec.type`],
    ['a resource without its gvc', 'workload/api.spec.type', 'workload/api', `${api}.spec.type`],
    ['a resource by its name alone', 'api.spec.type', 'api', `${api}.spec.type`],
    ['a gvc by its name alone', 'shop.spec.endpointPrefix', 'shop', 'gvc/shop.spec.endpointPrefix'],
    ['a resource of a dotted name', 'domain/www.exmple.com.spec', 'domain/www', null],
    [
      'a resource that the timeline makes',
      'shop/workload/made.spec.type',
      'shop/workload/made',
      'timeline[0].with.spec.type',
    ],
    ['a key of the scenario', 'sede', 'sede', 'seed'],
    ['a key of the scenario and one below', 'instalation.apDomain', 'instalation', 'installation.appDomain'],
    ['a behaviour of nothing', 'behavior.shop/apo.start', 'shop/apo', 'behavior.shop/api.start'],
    [
      'a behaviour by kind',
      'behavior.shop/workload/apo.strat',
      'shop/workload/apo',
      'behavior.shop/workload/api.start',
    ],
    ['a pattern that nothing matches', 'behavior.shop/x*.start', 'shop/x*', null],
    ['a part of a behaviour', 'behavior.shop/api.strat', 'strat', 'behavior.shop/api.start'],
    ['a part of a behaviour elsewhere', 'behavior.shop/api.failure', 'failure', 'behavior.shop/api.request.failure'],
    [
      'a distribution',
      'behavior.shop/api.start.exponentail.mean',
      'exponentail',
      'behavior.shop/api.start.exponential.mean',
    ],
    ['a demand by an index', 'demand[3].rate', '3', 'demand[0].rate'],
    ['a demand by its name', 'demand.user.rate', 'user', 'demand.users.rate'],
    ['a key of a demand', 'demand[0].rates', 'rates', 'demand[0].rate'],
    ['a fault', 'timeline[1].fault.replicaCrsh.of', 'replicaCrsh', 'timeline[1].fault.replicaCrash.of'],
    [
      'a behaviour in the timeline',
      'timeline[1].behavior.shop/apo.start',
      'shop/apo',
      'timeline[1].behavior.shop/api.start',
    ],
    ['a parameter that is not declared', 'params.growht', 'growht', 'params.growth'],
    ['a distribution of a parameter', 'params.peak.unifrm.from', 'unifrm', 'params.peak.uniform.from'],
    ['an assumption', 'assumptions.cron.forbid.mised', 'cron.forbid.mised', 'assumptions.cron.forbid.missed'],
    ['an assumption without its key', 'cron.forbid.missed', 'cron', 'assumptions.cron.forbid.missed'],
    ['a part of an assumption', 'assumptions.api.tagLimits.count', 'api.tagLimits.count', 'assumptions.api.tagLimits'],
    ['a quota', 'quotas.domain', 'domain', 'quotas.domains'],
    ['a location', 'locations.aws-us-wset-1.zones', 'aws-us-wset-1', 'locations.aws-us-west-1.zones'],
    ['a key of a location', 'locations.aws-us-east-1.zone', 'zone', 'locations.aws-us-east-1.zones'],
    ['a price', 'prices.invoice.duedays', 'duedays', 'prices.invoice.dueDays'],
    ['what has been merged already', 'variants.lean.seed', 'variants', null],
    ['a key of the author', 'x-spec.cpu', 'x-spec', null],
  ])('%s: %s', (_, path, unknown, nearest) => {
    const problem = pathProblem(root, path);
    expect(problem).toMatchObject({ nearest });
    expect(path.slice(problem?.from, problem?.to)).toBe(unknown);
    if (nearest !== null) expect(pathProblem(root, nearest)).toBeNull();
  });

  it('and what is wrong', () => {
    const messageOf = (path: string) => pathProblem(root, path)?.message;
    expect(messageOf(`${api}.spec.containers[0].minCPU`)).toBe(
      "'shop/workload/api.spec.containers[0]' has no field 'minCPU': this change would have no effect",
    );
    expect(messageOf(`${api}.spec.type.x`)).toBe(
      "'shop/workload/api.spec.type' is a single value, so it has no field 'x': this change would have no effect",
    );
    expect(messageOf(`${api}.spec.containers.mian`)).toBe(
      "'shop/workload/api.spec.containers' has no entry 'mian': write an index, the name of an entry, or + for one more",
    );
    expect(messageOf('shop/workload/apy')).toBe("expected gvc/kind/name of a resource, found 'shop/workload/apy'");
    expect(messageOf('behavior.shop/apo')).toMatch(
      /^no workload or volume set of this scenario has the name 'shop\/apo'/,
    );
    expect(messageOf('variants.lean.seed')).toBe(
      "'variants' cannot be changed by a path, because it is read before paths are applied: change it in the file",
    );
    expect(messageOf('x-spec.cpu')).toBe("svcsim does not read 'x-spec': this change would have no effect");
    expect(messageOf('sede')).toBe("a scenario has no key 'sede': this change would have no effect");
  });

  it('without a near one, the names that are known there', () => {
    expect(pathProblem(root, `${api}.spec.containers.sidecar`)?.hint).toBe('known there: main');
    expect(pathProblem(root, 'demand[0].x')?.hint).toBe(
      'known there: name, to, from, by, rate, scale, growth, noise, arrivals',
    );
    expect(pathProblem(root, 'zzzzzz')?.hint).toBeNull();
  });
});

describe('what is wrong in another way is no problem of a path', () => {
  it('a value of the wrong type', () => {
    expect(pathProblem({ seed: [1] }, 'seed[0]')).toBeNull();
    expect(pathProblem({ seed: { a: 1 } }, 'seed.b')).toBeNull();
  });

  it('a behaviour of workloads that are made later, where there are none yet', () => {
    expect(pathProblem({}, 'behavior.shop/*.start')).toBeNull();
    expect(pathProblem({}, 'behavior.shop/api.start')).toMatchObject({ nearest: null });
  });
});

describe('whatever the document is, nothing is thrown', () => {
  it.each([
    ['nothing', {}],
    ['resources that are no list', { resources: 5 }],
    ['an entry that is no resource', { resources: [null, 5, { kind: 'workload' }, { kind: 5, name: [] }] }],
    ['a list where none belongs', { seed: [1, 2], behavior: [3] }],
    ['a map where a list belongs', { demand: { a: 1 }, timeline: 'no' }],
  ])('%s', (_, document) => {
    for (const path of [
      '',
      '.',
      '[',
      'seed.x',
      'seed[0]',
      'behavior.a/b.start',
      'demand.a.rate',
      'resources[1].spec.x',
    ])
      expect(() => pathProblem(document as TreeMap, path)).not.toThrow();
  });
});

/**
 * Simpler versions of a scenario, for shrinking: a whole resource is left out together with everything that refers to
 * it, so that what is left is a scenario that a reader understands.
 */
import fc from 'fast-check';
import { parseDuration } from '../../rules/duration.ts';
import { errorsIn, isDocument, type ResourceDocument, type ScenarioDocument, type StepDocument } from '../document.ts';

/**
 * An arbitrary of scenarios with the shrinking of `simplerScenarios`, whatever the given one generates.
 *
 * It also shrinks a scenario that it has not generated (an example of `fc.assert`, a file).
 */
export function shrinkingScenarios(generated: fc.Arbitrary<ScenarioDocument>): fc.Arbitrary<ScenarioDocument> {
  return new ShrinkingScenarios(generated);
}

class ShrinkingScenarios extends fc.Arbitrary<ScenarioDocument> {
  private readonly generated: fc.Arbitrary<ScenarioDocument>;

  constructor(generated: fc.Arbitrary<ScenarioDocument>) {
    super();
    this.generated = generated;
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<ScenarioDocument> {
    return new fc.Value(this.generated.generate(random, biasFactor).value, undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is ScenarioDocument {
    return isDocument(value);
  }

  override shrink(value: ScenarioDocument): fc.Stream<fc.Value<ScenarioDocument>> {
    return fc.stream(simplerScenarios(value)[Symbol.iterator]()).map((one) => new fc.Value(one, undefined));
  }
}

/**
 * Simpler versions of a scenario, each by one step, the greatest step first; all are valid. Empty if none is simpler.
 *
 * In this order: without a gvc, a workload, a volume set or another resource; without a part of the timeline, the
 * demand or the assumptions; with measured durations; half as long; in one location; with a plainer resource; with a
 * step of the timeline in half the time; with seed 1.
 */
export function* simplerScenarios(document: ScenarioDocument): Generator<ScenarioDocument, void> {
  for (const candidate of simplerDocuments(document)) if (errorsIn(candidate).length === 0) yield candidate;
}

/** What `simplerScenarios` tries, in the same order; some of it is no valid scenario. */
export function* simplerDocuments(document: ScenarioDocument): Generator<ScenarioDocument, void> {
  const ranks = ['volumeset', 'workload', 'gvc'];
  const byRank = [...document.resources].sort((a, b) => ranks.indexOf(b.kind) - ranks.indexOf(a.kind));
  for (const one of byRank) yield withoutResource(document, one);
  for (const timeline of shorterLists(document.timeline)) yield { ...document, timeline };
  for (const demand of shorterLists(document.demand ?? [])) yield { ...document, demand };
  for (const name of Object.keys(document.assumptions)) {
    const { [name]: _, ...assumptions } = document.assumptions;
    yield { ...document, assumptions };
  }
  if (document['timing'] !== undefined) {
    const { timing: _, ...measured } = document;
    yield measured;
  }
  yield* halved(document);
  for (const one of document.resources)
    for (const nearer of inOneLocation(one))
      yield { ...document, resources: document.resources.map((other) => (other === one ? nearer : other)) };
  for (const one of document.resources)
    for (const plainer of plainerResources(one)) {
      yield { ...document, resources: document.resources.map((other) => (other === one ? plainer : other)) };
    }
  for (const name of Object.keys(document.behavior)) {
    const { [name]: own = {}, ...others } = document.behavior;
    yield { ...document, behavior: others };
    for (const key of Object.keys(own)) {
      const { [key]: _, ...kept } = own as { readonly [key: string]: unknown };
      yield { ...document, behavior: { ...others, [name]: kept } };
    }
  }
  yield* sooner(document);
  if (document.seed !== 1) yield { ...document, seed: 1 };
}

/** A GVC with the first of its locations alone, or the last. */
function* inOneLocation(one: ResourceDocument): Generator<ResourceDocument, void> {
  const { staticPlacement, ...spec } = (one.spec ?? {}) as {
    readonly staticPlacement?: { readonly locationLinks?: unknown };
  };
  const links = staticPlacement?.locationLinks;
  if (one.kind !== 'gvc' || !Array.isArray(links) || links.length < 2) return;
  for (const link of [links[0], links.at(-1)])
    yield { ...one, spec: { ...spec, staticPlacement: { ...staticPlacement, locationLinks: [link] } } };
}

/** One step of the timeline in half the time since the start: in whole minutes, before the first in whole seconds. */
function* sooner({ timeline, ...rest }: ScenarioDocument): Generator<ScenarioDocument, void> {
  for (const [index, step] of timeline.entries()) {
    const after = /^\+/.test(step.at) ? (parseDuration(step.at.slice(1)) ?? 0) : 0;
    const minutes = Math.floor(after / 120_000);
    const at = minutes > 0 ? `+${minutes}m` : `+${Math.floor(after / 2_000)}s`;
    if (after >= 2_000) yield { ...rest, timeline: timeline.with(index, { ...step, at }) } as ScenarioDocument;
  }
}

/** Lists without a half, then without a quarter, and so on, then without one item: each from the front to the back. */
function* shorterLists<T>(list: readonly T[]): Generator<readonly T[], void> {
  for (let size = Math.ceil(list.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < list.length; from += size) yield [...list.slice(0, from), ...list.slice(from + size)];
}

/** Half as long, in whole hours, then in whole minutes; what would come after the end is left out. */
function* halved(document: ScenarioDocument): Generator<ScenarioDocument, void> {
  const length = parseDuration(document.for);
  if (length === null || length < 120_000) return;
  const hours = Math.floor(length / 7_200_000);
  const half = hours > 0 ? hours * 3_600_000 : Math.floor(length / 120_000) * 60_000;
  const timeline = document.timeline.filter((step) => {
    const after = /^\+/.test(step.at) ? parseDuration(step.at.slice(1)) : null;
    return after === null || after < half;
  });
  yield { ...document, for: hours > 0 ? `${hours}h` : `${half / 60_000}m`, timeline };
}

/**
 * A scenario without one of its resources, and without everything that refers to it: what is in it, mounts it, asks it,
 * says how it behaves, and what the timeline does to it.
 */
export function withoutResource(document: ScenarioDocument, gone: ResourceDocument): ScenarioDocument {
  const isGone = (one: ResourceDocument): boolean => one === gone || (gone.kind === 'gvc' && one.gvc === gone.name);
  const removed = document.resources.filter(isGone);
  const left = document.resources.filter((one) => !isGone(one)).map((one) => withoutMounts(one, removed));
  const unused = left.filter((one) => isUnmounted(one, left) && !isUnmounted(one, document.resources));
  const names = [...removed, ...unused].flatMap(namesOf);
  const isAbout = (value: unknown): boolean => {
    const text = JSON.stringify(value);
    return names.some((name) => mentions(text, name));
  };
  const { demand, ...rest } = document;
  return {
    ...rest,
    resources: left.filter((one) => !unused.includes(one)),
    behavior: Object.fromEntries(Object.entries(document.behavior).filter(([name]) => !isAbout(name))),
    timeline: document.timeline.filter((step: StepDocument) => !isAbout(step)),
    ...(demand === undefined ? {} : { demand: demand.filter((one) => !isAbout(one)) }),
    ...(Array.isArray(document.expect) ? { expect: document.expect.filter((one) => !isAbout(one)) } : {}),
  };
}

/** How other parts of a scenario name a resource. */
function namesOf({ kind, gvc, name }: ResourceDocument): string[] {
  if (gvc !== undefined) return [`${gvc}/${name}`, `${gvc}/${kind}/${name}`];
  return [`${kind}/${name}`, ...(kind === 'gvc' ? [`${name}/`] : [])];
}

/** Whether a text has a name that does not go on: `ash/web` is not in `ash/web-2`. */
function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const [before, after] = [text.charAt(at - 1), text.charAt(at + name.length)];
    if (!/[a-z0-9-]/.test(before) && (name.endsWith('/') || !/[a-z0-9-]/.test(after))) return true;
  }
  return false;
}

interface ContainerOfDocument {
  readonly volumes?: readonly { readonly uri?: string }[];
}

function containersOf({ spec = {} }: ResourceDocument): readonly ContainerOfDocument[] {
  const { containers } = spec as { readonly containers?: unknown };
  return Array.isArray(containers) ? (containers as readonly ContainerOfDocument[]) : [];
}

function isUnmounted(one: ResourceDocument, resources: readonly ResourceDocument[]): boolean {
  if (one.kind !== 'volumeset') return false;
  return !resources.some((other) => other.gvc === one.gvc && mounts(other, one.name));
}

function mounts(workload: ResourceDocument, volumeset: string): boolean {
  return containersOf(workload).some(({ volumes = [] }) =>
    volumes.some(({ uri = '' }) => uri === `svc://volumeset/${volumeset}`),
  );
}

/** A workload without the mounts of volume sets that are gone. */
function withoutMounts(one: ResourceDocument, removed: readonly ResourceDocument[]): ResourceDocument {
  const gone = removed.filter(({ kind, gvc }) => kind === 'volumeset' && gvc === one.gvc).map(({ name }) => name);
  if (gone.length === 0 || !gone.some((name) => mounts(one, name))) return one;
  const uris = gone.map((name) => `svc://volumeset/${name}`);
  const containers = containersOf(one).map(({ volumes = [], ...container }) => {
    const kept = volumes.filter(({ uri = '' }) => !uris.includes(uri));
    return kept.length === 0 ? container : { ...container, volumes: kept };
  });
  return { ...one, spec: { ...one.spec, containers } };
}

/** What a container keeps: without these it would be another one, or none. */
const neededInContainer = ['name', 'image', 'cpu', 'memory', 'volumes'];

/** The same resource with a field less, or with one container, or with one replica. */
function* plainerResources(one: ResourceDocument): Generator<ResourceDocument, void> {
  for (const field of Object.keys(one).filter((name) => !['kind', 'name', 'gvc', 'spec'].includes(name))) {
    const { [field]: _, ...kept } = one;
    yield { ...kept, kind: one.kind, name: one.name };
  }
  const spec = (one.spec ?? {}) as { readonly [key: string]: unknown };
  const needed = ['type', 'containers', 'staticPlacement', 'initialCapacity', 'job', 'defaultOptions'];
  for (const key of Object.keys(spec).filter((name) => !needed.includes(name))) {
    const { [key]: _, ...kept } = spec;
    yield { ...one, spec: kept };
  }
  const containers = containersOf(one);
  for (const [index, container] of containers.entries())
    for (const key of Object.keys(container).filter((name) => !neededInContainer.includes(name))) {
      const { [key]: _, ...kept } = container as { readonly [key: string]: unknown };
      yield { ...one, spec: { ...spec, containers: containers.with(index, kept) } };
    }
  if (containers.length > 1) yield { ...one, spec: { ...spec, containers: containers.slice(0, 1) } };
  const options = spec.defaultOptions as { readonly autoscaling?: { readonly [key: string]: unknown } } | undefined;
  const { minScale, maxScale } = options?.autoscaling ?? {};
  if (typeof minScale !== 'number' || typeof maxScale !== 'number' || maxScale <= 1) return;
  const scales = [1, Math.floor(maxScale / 2)].map((most) => ({ minScale: Math.min(minScale, most), maxScale: most }));
  for (const scale of scales) {
    const autoscaling = { ...options?.autoscaling, ...scale };
    yield { ...one, spec: { ...spec, defaultOptions: { ...options, autoscaling } } };
  }
}

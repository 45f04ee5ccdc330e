/** Generated scenarios that have certain workloads and reach certain situations. */
import fc from 'fast-check';
import { errorsIn, type ScenarioDocument } from '../document.ts';
import type { Corner } from '../reached.ts';
import { cornerParts } from './cornerParts.ts';
import { scenarios } from './scenarios.ts';
import { shrinkingScenarios } from './simpler.ts';
import { type GeneratedType, resourcesOf, workloadShapes } from './workloads.ts';

/** The rules whose situation `scenarioWith` can reach. */
const cornerOfRule = {
  'LIMIT-1': 'expansionRefused',
  'CRON-3': 'forbidSkip',
  'CRON-4': 'executionReplaced',
  'CRON-10': 'executionAtDeadline',
  'EPH-3': 'eviction',
  'SNAP-4': 'snapshotExpired',
  'SUSP-2': 'suspendedMidway',
  'RETRY-2': 'requestRetried',
} as const satisfies Readonly<Record<string, Corner>>;

/** A rule whose situation `scenarioWith` can reach. */
export type ReachableRule = keyof typeof cornerOfRule;

/** How large a scenario is: its length, its workloads, and what happens to them. */
export type ScenarioSize = 'small' | 'medium' | 'large';

/** What a generated scenario must have; what is absent is drawn. */
export interface ScenarioNeeds {
  /** Types of which it has at least one workload each. */
  readonly kinds?: readonly GeneratedType[];
  /** Rules whose situation its run reaches. */
  readonly rules?: readonly ReachableRule[];
  /** Situations that its run reaches. */
  readonly corners?: readonly Corner[];
  /** Default `medium`: up to 9 hours, 4 drawn workloads and 6 bursts of changes. */
  readonly size?: ScenarioSize;
  /** Values for `assumptions:`, in the place of the usual ones; those that make no valid scenario are left out. */
  readonly assumptions?: fc.Arbitrary<{ readonly [name: string]: unknown }>;
}

const sizes = {
  small: { hours: [2], workloadsMax: 1, burstsMax: 2 },
  medium: { hours: [2, 4, 9], workloadsMax: 4, burstsMax: 6 },
  large: { hours: [9, 27, 50], workloadsMax: 8, burstsMax: 12 },
} as const;

/**
 * Scenarios that have certain workloads and whose runs reach certain situations, amid everything that `scenarios`
 * generates. They are valid, and shrink by whole resources; a shrunk one may no longer reach its situations.
 *
 *   scenarioWith({ rules: ['LIMIT-1'], size: 'small' })     a refused expansion, and up to one more workload
 */
export function scenarioWith({
  kinds = [],
  rules = [],
  corners = [],
  size = 'medium',
  assumptions,
}: ScenarioNeeds = {}): fc.Arbitrary<ScenarioDocument> {
  const needed = [...new Set([...rules.map(reachedBy), ...corners])];
  const drawn = fc
    .tuple(
      scenarios(sizes[size]),
      fc.tuple(...kinds.map((type) => workloadShapes.map((shape) => ({ ...shape, type })))),
      assumptions ?? fc.constant(null),
    )
    .map(([document, shapes, values]) => {
      // The first resource is a GVC.
      const home = document.resources[0]?.name ?? '';
      const locations = locationsIn(document);
      const more = shapes.map((shape, index) =>
        resourcesOf({ ...shape, gvc: home, locations, name: `more-${index}` }, false),
      );
      return withParts(
        needed.length === 0 ? document : asMeasured(document),
        [...more.map((part) => ({ ...part, timeline: [], demand: [], hours: 0 })), ...needed.map(cornerParts)],
        values,
      );
    });
  return shrinkingScenarios(drawn);
}

/** Situations are made of instants that fit the measured durations. */
function asMeasured({ timing: _, ...document }: ScenarioDocument): ScenarioDocument {
  return document;
}

/** @throws if no situation of it is known, where a caller's types do not say so */
function reachedBy(rule: ReachableRule): Corner {
  const corner: Corner | undefined = cornerOfRule[rule];
  if (corner !== undefined) return corner;
  throw new Error(`no situation is known that reaches ${rule}; rules: ${Object.keys(cornerOfRule).join(', ')}`);
}

function withParts(
  document: ScenarioDocument,
  parts: readonly ReturnType<typeof cornerParts>[],
  values: { readonly [name: string]: unknown } | null,
): ScenarioDocument {
  const demand = [...(document.demand ?? []), ...parts.flatMap((part) => part.demand)];
  const hours = Math.max(Number.parseInt(document.for, 10), ...parts.map((part) => part.hours));
  const whole: ScenarioDocument = {
    ...document,
    for: `${hours}h`,
    resources: [...document.resources, ...parts.flatMap(({ resources }) => resources)],
    behavior: Object.assign({}, document.behavior, ...parts.map(({ behavior }) => behavior)),
    timeline: [...document.timeline, ...parts.flatMap(({ timeline }) => timeline)],
    ...(demand.length === 0 ? {} : { demand }),
  };
  return values === null ? whole : withAssumptions(whole, values);
}

/** The scenario under other assumptions, without those under which it would be none. */
export function withAssumptions(
  document: ScenarioDocument,
  values: { readonly [name: string]: unknown },
): ScenarioDocument {
  const whole = { ...document, assumptions: values };
  if (errorsIn(whole).length === 0) return whole;
  let kept: ScenarioDocument = { ...document, assumptions: {} };
  for (const [name, value] of Object.entries(values)) {
    const more = { ...kept, assumptions: { ...kept.assumptions, [name]: value } };
    if (errorsIn(more).length === 0) kept = more;
  }
  return kept;
}

/** The locations of the first GVC. */
function locationsIn({ resources }: ScenarioDocument): readonly string[] {
  const { staticPlacement } = (resources[0]?.spec ?? {}) as {
    readonly staticPlacement?: { readonly locationLinks: readonly string[] };
  };
  return (staticPlacement?.locationLinks ?? []).map((link) => link.slice(link.lastIndexOf('/') + 1));
}

/**
 * A scenario in the form that the simulation uses: plain, immutable data, every text parsed, every default applied.
 * `schema.ts` describes the file format; `parse.ts` converts it to this form.
 */

import type { Distribution } from '../engine/distribution.ts';
import type { Duration, Instant } from '../engine/time.ts';
import type { DeclaredPrincipal } from '../platform/api/access/declared.ts';
import type { JsonObject } from '../platform/api/document/json.ts';
import type { Installation, Quotas } from '../platform/api/records/state.ts';
import type { BehaviourChange } from '../platform/behaviour.ts';
import type { TestRequest } from '../platform/call/probe.ts';
import type { Fault } from '../platform/fault/fault.ts';
import type { PriceBook } from '../platform/metering/prices.ts';
import type { Demand } from '../platform/traffic/demand.ts';
import type { AssumptionName, Assumptions } from '../rules/assumptions.ts';
import type { Timing } from '../rules/resolveAssumptions.ts';
import type { Parameter } from './params/parameter.ts';
import type { Behaviours } from './read/behaviours.ts';
import type { PlacedExpectation } from './read/expectation.ts';
import type { RequestAction } from './read/requestAction.ts';
import type { RunWindow } from './read/window.ts';
import type { FilePlace } from './text/problem.ts';

export interface Scenario {
  /** `name:` of the file, else the file's stem; then the variants that are applied: `shop.leaner`. */
  readonly name: string;
  readonly description: string;
  /** First instant of the run, included. */
  readonly start: Instant;
  /** End of the run, excluded; always after `start` (`run.window`). */
  readonly end: Instant;
  /** The part of the run that studies measure, up to its end; null: they measure all of it. */
  readonly window: RunWindow | null;
  /** As text, since `1` and `"1"` are one seed; `1` where the file has none. */
  readonly seed: string;
  /** Which replication of the seed this is, from 0: its parameters were drawn for it, and a run draws by it. */
  readonly replication: number;
  /** Paths of inputs that nobody has measured, as `guessed` has them. */
  readonly guessed: readonly string[];
  /** Files of manifests that are left out because they are templates, from the folder of the scenario. */
  readonly leftOut: readonly string[];
  /** `params`, in the order of the file. */
  readonly parameters: readonly Parameter[];
  readonly org: string;
  readonly timing: Timing;
  /** Stem of the platform's tags, variables and headers. */
  readonly prefix: 'svc' | 'cpln';
  readonly installation: Installation;
  /** By name: what the file says about a location, whether the catalogue has it or not. */
  readonly locations: ReadonlyMap<string, LocationSetting>;
  /** In the order of their links. */
  readonly principals: readonly DeclaredPrincipal[];
  /** Upper bounds, in the order of their names (`api.quotas`). */
  readonly quotas: Quotas;
  /** What stands at `start`, in the order of their links. */
  readonly resources: readonly ScenarioResource[];
  /** Names of the GVCs among them that no manifest has: they are made for those that name them. */
  readonly madeGvcs: readonly string[];
  readonly behaviours: Behaviours;
  /** In the order of the file. */
  readonly demand: readonly Demand[];
  /** By first instant, then first before last, then by place in the file (`order.*`). */
  readonly timeline: readonly TimelineEntry[];
  /**
   * How many of the timeline's last entries a session was asked, whose export this is; null: it is none. Nothing is
   * closed at the end of an export.
   */
  readonly session: number | null;
  readonly assumptions: Assumptions;
  /** The assumptions that the file or the command line sets, in the order of their names. */
  readonly assumptionsGiven: readonly AssumptionName[];
  /** Names of variants: those of the file in its order, and those that are applied, in theirs. */
  readonly variants: { readonly known: readonly string[]; readonly taken: readonly string[] };
  /** The changes of `--set` to the file, as given. */
  readonly changes: readonly string[];
  /** null: none given, the built-in book holds. */
  readonly prices: PriceBook | null;
  /** Where parts of that book stand, by their paths, joined by dots: for what only a run can find wrong with it. */
  readonly pricePlaces: ReadonlyMap<string, FilePlace>;
  readonly expect: readonly PlacedExpectation[];
  /** Every file that was read, the scenario's own first, then by name; for digests in a report. */
  readonly files: readonly string[];
}

export interface LocationSetting {
  /** Absent: as the catalogue, else as the name says (`aws-us-east-1` is provider aws, region us-east-1). */
  readonly provider?: string;
  readonly region?: string;
  /** Availability zones (`location.zones`). */
  readonly zones?: number;
  /** Its part of what is asked (`traffic.route.location`); absent: 1. */
  readonly weight?: number;
  readonly enabled?: boolean;
  readonly geo?: JsonObject;
  /** How far callers in the named location are, in ms. */
  readonly latencies: ReadonlyMap<string, Duration>;
}

/** A platform document that exists when the run starts. */
export interface ScenarioResource {
  readonly kind: string;
  readonly name: string;
  /** null for a kind that no gvc owns. */
  readonly gvc: string | null;
  /** `/org/acme/gvc/shop/workload/api`. */
  readonly link: string;
  /** The document as written, without `gvc`: kind, name, description, tags, spec and whatever else stood there. */
  readonly doc: JsonObject;
  readonly place: FilePlace;
}

export interface TimelineEntry {
  /** When it comes, rising, one or more: `start` <= at < `end`. */
  readonly instants: readonly Instant[];
  /** `first`: before all that is due at the instant; `last`: after it (`order.*`). */
  readonly order: 'first' | 'last';
  /** Rank among the entries of the timeline. */
  readonly index: number;
  /** Whether a session was asked it. */
  readonly isAsked: boolean;
  readonly action: TimelineAction;
  readonly place: FilePlace;
}

export type TimelineAction = RequestAction | BehaviourAction | DemandAction | FaultAction | ProbeAction;

/** So many times what `demand` says comes from now on. */
export interface DemandAction {
  readonly kind: 'demand';
  /** By `gvc/workload/name`: 0 or more. */
  readonly scales: ReadonlyMap<string, number>;
}

/** One request to a workload, followed on its way. */
export interface ProbeAction {
  readonly kind: 'probe';
  readonly probe: Omit<TestRequest, 'name'>;
}

/** Things behave otherwise from now on. */
export interface BehaviourAction {
  readonly kind: 'behaviour';
  /** By `gvc/workload/name` or `gvc/volumeset/name`, wildcards resolved. */
  readonly changes: ReadonlyMap<string, BehaviourChange>;
}

/** Something goes wrong. */
export interface FaultAction {
  readonly kind: 'fault';
  readonly fault: Fault;
  /** How long it lasts; null: an instant, or to the end of the run. */
  readonly duration: Duration | null;
  /**
   * From the entry's instant on, it comes after a gap by chance, and after another again and again; null: it comes at
   * that instant.
   */
  readonly gap: Distribution | null;
  /** When it ceases to come, excluded; null: never, or it comes once. */
  readonly until: Instant | null;
}

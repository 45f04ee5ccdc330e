/**
 * The standard deployments of a run, rebuilt from its journal, and where one leaves the bounds of its rollout options.
 */
import type { Entry } from '../../engine/journal.ts';
import { type Violation, violationAt } from './invariant.ts';

interface Member {
  available: boolean;
}

interface RebuiltFleet {
  desired: number;
  surge: number;
  unavailable: number;
  /** Whether the bounds are known. */
  isBounded: boolean;
  /** By ordinal; terminating replicas are left out. */
  readonly members: Map<number | string, Member>;
  /** The last entry about it at the present instant; null: none. */
  changed: Entry | null;
  /** What happened at the present instant. */
  isScaled: boolean;
  taken: number;
  lost: number;
  before: { total: number; available: number };
}

/** The bounds of a rollout, as counts or percentages. */
export interface RolloutOptionsBounds {
  readonly surge: number | string;
  readonly unavailable: number | string;
}

/** Receives the entries of one run in order. */
export class Fleets {
  readonly breaches: Violation[] = [];
  /** How often a deployment with known bounds was checked, once for each instant at which it changed. */
  looked = 0;
  private readonly fleets = new Map<string, RebuiltFleet>();
  private readonly boundsOf: ((deployment: string) => RolloutOptionsBounds | null) | null;
  private at = 0;

  /**
   * @param boundsOf the bounds of a deployment by its name, for the whole run; null: the bounds that the journal names,
   * which are known from the start of a rollout until it ends or the deployment is scaled
   */
  constructor(boundsOf: ((deployment: string) => RolloutOptionsBounds | null) | null) {
    this.boundsOf = boundsOf;
  }

  hear(entry: Entry): void {
    const { at, type, subject, ordinal, data } = entry;
    const { name } = subject;
    if (at !== this.at) this.look();
    this.at = at;
    if (type === 'deployment.opened' && data.type === 'standard') this.open(name, Number(data.desired));
    const fleet = this.fleets.get(name);
    if (fleet === undefined) return;
    fleet.changed = entry;
    const which = ordinal ?? '';
    const member = fleet.members.get(which);
    switch (type) {
      case 'deployment.scaled':
      case 'deployment.resumed':
        this.scale(name, fleet, Number(data.to));
        break;
      case 'deployment.suspended':
      case 'deployment.closed':
        this.scale(name, fleet, 0);
        break;
      case 'rollout.started':
        if (this.boundsOf === null)
          Object.assign(fleet, {
            desired: Number(data.desired),
            surge: Number(data.surge),
            unavailable: Number(data.unavailable),
            isBounded: true,
          });
        break;
      case 'rollout.completed':
        if (this.boundsOf === null) fleet.isBounded = false;
        break;
      case 'replica.settled':
        fleet.members.set(which, { available: true });
        fleet.before = countsOf(fleet);
        break;
      case 'replica.created':
        fleet.members.set(which, { available: false });
        break;
      case 'replica.available':
        if (member !== undefined) member.available = true;
        break;
      case 'replica.unavailable':
      case 'replica.unready':
      case 'replica.exited':
      case 'replica.evicted':
        if (member?.available === true) fleet.lost += 1;
        if (member !== undefined) member.available = false;
        break;
      case 'replica.terminating':
        if (member?.available === true) {
          if (data.why === 'stopped by command') fleet.lost += 1;
          else fleet.taken += 1;
        }
        fleet.members.delete(which);
        break;
      case 'replica.gone':
        fleet.members.delete(which);
    }
  }

  /** Checks the deployments that changed at the present instant; call it after the last entry. */
  look(): void {
    for (const fleet of this.fleets.values()) {
      const { changed, desired, surge, unavailable, isScaled, taken, lost, before } = fleet;
      if (changed === null) continue;
      const counts = countsOf(fleet);
      if (fleet.isBounded) {
        this.looked += 1;
        const most = desired + surge;
        if (counts.total > most)
          this.breaches.push(violationAt(changed, `it has ${counts.total} replicas, at most ${most} are allowed`));
        const least = Math.min(desired - unavailable, before.available - lost);
        if (taken > 0 && !isScaled && counts.available < least)
          this.breaches.push(
            violationAt(changed, `it has ${counts.available} available replicas, at least ${least} are required`),
          );
      }
      Object.assign(fleet, { changed: null, isScaled: false, taken: 0, lost: 0, before: counts });
    }
  }

  private open(name: string, desired: number): void {
    const fleet: RebuiltFleet = {
      desired: 0,
      surge: 0,
      unavailable: 0,
      isBounded: false,
      members: new Map(),
      changed: null,
      isScaled: true,
      taken: 0,
      lost: 0,
      before: { total: 0, available: 0 },
    };
    this.fleets.set(name, fleet);
    this.scale(name, fleet, desired);
  }

  private scale(name: string, fleet: RebuiltFleet, desired: number): void {
    const bounds = this.boundsOf?.(name) ?? null;
    fleet.desired = desired;
    fleet.isScaled = true;
    fleet.isBounded = this.boundsOf !== null;
    fleet.surge = bounds === null ? 0 : shareOf(bounds.surge, desired, Math.ceil);
    fleet.unavailable = bounds === null ? 0 : shareOf(bounds.unavailable, desired, Math.floor);
    if (fleet.surge === 0 && fleet.unavailable === 0) fleet.unavailable = 1;
  }
}

function countsOf({ members }: RebuiltFleet): { total: number; available: number } {
  return { total: members.size, available: [...members.values()].filter(({ available }) => available).length };
}

function shareOf(amount: number | string, desired: number, round: (value: number) => number): number {
  if (typeof amount === 'number') return amount;
  return round((desired * Number.parseInt(amount, 10)) / 100);
}

/**
 * The standard deployments of a run, rebuilt from its journal, and where one leaves the bounds that its rollout options
 * set.
 */
import type { Entry } from '../../src/engine/journal.ts';

interface Member {
  available: boolean;
}

interface Fleet {
  desired: number;
  surge: number;
  unavailable: number;
  /** By ordinal; those that are not terminating. */
  readonly members: Map<number | string, Member>;
  /** What happened at the instant that goes on. */
  isChanged: boolean;
  isScaled: boolean;
  taken: number;
  lost: number;
  before: { total: number; available: number };
}

/** Rollout options, as counts or percentages. */
export interface Bounds {
  readonly surge: number | string;
  readonly unavailable: number | string;
}

export class Fleets {
  readonly breaches: object[] = [];
  /** Instants at which a deployment was looked at while it was changing. */
  looked = 0;
  private readonly fleets = new Map<string, Fleet>();
  private readonly boundsOf: (deployment: string) => Bounds | null;
  private at = 0;

  constructor(boundsOf: (deployment: string) => Bounds | null) {
    this.boundsOf = boundsOf;
  }

  hear({ at, type, subject: { name }, ordinal, data }: Entry): void {
    if (at !== this.at) this.look();
    this.at = at;
    if (type === 'deployment.opened' && data.type === 'standard') this.open(name, Number(data.desired));
    const fleet = this.fleets.get(name);
    if (fleet === undefined) return;
    fleet.isChanged = true;
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

  /** Looks at the deployments now that an instant is over. */
  look(): void {
    for (const [name, fleet] of this.fleets) {
      if (!fleet.isChanged) continue;
      this.looked += 1;
      const { desired, surge, unavailable, isScaled, taken, lost, before } = fleet;
      const counts = countsOf(fleet);
      const most = desired + surge;
      if (counts.total > most) this.breaches.push({ at: new Date(this.at).toISOString(), name, most, ...counts });
      const least = Math.min(desired - unavailable, before.available - lost);
      if (taken > 0 && !isScaled && counts.available < least)
        this.breaches.push({ at: new Date(this.at).toISOString(), name, least, before, lost, ...counts });
      Object.assign(fleet, { isChanged: false, isScaled: false, taken: 0, lost: 0, before: counts });
    }
  }

  private open(name: string, desired: number): void {
    const before = { total: 0, available: 0 };
    const fleet = { desired: 0, surge: 0, unavailable: 0, members: new Map(), before };
    this.fleets.set(name, { ...fleet, isChanged: true, isScaled: true, taken: 0, lost: 0 });
    const opened = this.fleets.get(name);
    if (opened !== undefined) this.scale(name, opened, desired);
  }

  private scale(name: string, fleet: Fleet, desired: number): void {
    const bounds = this.boundsOf(name);
    fleet.desired = desired;
    fleet.surge = bounds === null ? 0 : shareOf(bounds.surge, desired, Math.ceil);
    fleet.unavailable = bounds === null ? 0 : shareOf(bounds.unavailable, desired, Math.floor);
    if (fleet.surge === 0 && fleet.unavailable === 0) fleet.unavailable = 1;
    fleet.isScaled = true;
  }
}

function countsOf({ members }: Fleet): { total: number; available: number } {
  return { total: members.size, available: [...members.values()].filter(({ available }) => available).length };
}

function shareOf(amount: number | string, desired: number, round: (value: number) => number): number {
  if (typeof amount === 'number') return amount;
  return round((desired * Number.parseInt(amount, 10)) / 100);
}

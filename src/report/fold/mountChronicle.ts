/**
 * Which replicas mounted which shared volume set, and for how long: the basis for splitting its cost.
 */
import type { Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { factOf, placeOfSubject } from './fact.ts';

/** One mount point: a shared volume in one replica. */
export interface Mount {
  /** `shop/volumeset/media@aws-us-east-1` */
  readonly volume: string;
  /** `shop/workload/images` */
  readonly workload: string;
  readonly from: Instant;
  /** Excluded. */
  readonly until: Instant;
  /** What the containers of its replica reserve. */
  readonly cpuMillicores: number;
}

/** Keeps every mount of a run; used only if a report needs it. */
export class MountChronicle {
  private readonly ended: Mount[] = [];
  /** By replica: those that are open, without their end. */
  private readonly open: Map<string, Mount[]> = new Map();
  /** By replica: what it reserves. */
  private readonly reserved: Map<string, number> = new Map();
  private readonly endType: string;

  constructor(assumptions: Pick<Assumptions, 'billing.replicaUntil'>) {
    this.endType = assumptions['billing.replicaUntil'] === 'terminating' ? 'replica.terminating' : 'replica.gone';
  }

  listen(entry: Entry): void {
    const fact = factOf(entry);
    const replica = `${fact.subject.name}/${fact.ordinal}`;
    switch (fact.type) {
      case 'replica.settled':
      case 'replica.created':
        this.reserved.set(
          replica,
          fact.data.reserved.reduce((sum, { cpuMillicores }) => sum + cpuMillicores, 0),
        );
        return;
      case 'mount.opened': {
        const place = placeOfSubject(fact.subject.name);
        if (place === null) return;
        const mount = {
          volume: `${place.gvc}/volumeset/${fact.data.volumeset}@${place.location}`,
          workload: `${place.gvc}/workload/${place.name}`,
          from: fact.data.fromAt,
          until: fact.data.fromAt,
          cpuMillicores: this.reserved.get(replica) ?? 0,
        };
        this.open.set(replica, [...(this.open.get(replica) ?? []), mount]);
        return;
      }
      case 'replica.terminating':
      case 'replica.gone':
        if (fact.type === this.endType || fact.type === 'replica.gone') this.end(replica, fact.at);
        if (fact.type === 'replica.gone') this.reserved.delete(replica);
        return;
      default:
    }
  }

  /** All of them up to an instant, in the order in which they ended; those that are open end there. */
  upTo(until: Instant): readonly Mount[] {
    const open = [...this.open.values()].flat().map((mount) => ({ ...mount, until }));
    return [...this.ended, ...open].filter(({ from, until: end }) => end > from);
  }

  private end(replica: string, at: Instant): void {
    for (const mount of this.open.get(replica) ?? []) this.ended.push({ ...mount, until: at });
    this.open.delete(replica);
  }
}

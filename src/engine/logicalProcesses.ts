/**
 * Logical processes: groups of subjects whose events touch nothing but their own group, each with an agenda of its own.
 */
import { Agenda } from './agenda/agenda.ts';
import type { PendingEvent } from './agenda/pendingEvent.ts';

export class Processes {
  /** By subject; absent: it goes with all others. */
  private readonly agendas: (Agenda | undefined)[] = [];

  /** The agenda that a subject has beside the common one, shared by its group; undefined: none. */
  agendaOf(subject: number): Agenda | undefined {
    return this.agendas[subject];
  }

  /** Makes a group of subjects of which nothing waits yet. */
  separate(subjects: readonly number[]): void {
    const agenda = new Agenda();
    for (const subject of subjects) this.set(subject, agenda);
  }

  /** Ends the group that has this agenda; what waits in it is the caller's from then on. */
  rejoin(agenda: Agenda): void {
    this.agendas.forEach((one, subject) => {
      if (one === agenda) this.agendas[subject] = undefined;
    });
  }

  /** All that waits, by group, the next first: as `Agenda.pending`. */
  pending(): PendingEvent[][] {
    return [...new Set(this.agendas)].flatMap((agenda) => (agenda === undefined ? [] : [agenda.pending()]));
  }

  fork(): Processes {
    const fork = new Processes();
    const copies = new Map<Agenda, Agenda>();
    this.agendas.forEach((agenda, subject) => {
      if (agenda === undefined) return;
      const copy = copies.get(agenda) ?? agenda.fork();
      copies.set(agenda, copy);
      fork.set(subject, copy);
    });
    return fork;
  }

  private set(subject: number, agenda: Agenda): void {
    // Without holes, which are slow to read.
    while (this.agendas.length <= subject) this.agendas.push(undefined);
    this.agendas[subject] = agenda;
  }
}

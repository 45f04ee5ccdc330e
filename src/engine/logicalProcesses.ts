/**
 * Logical processes, the engine's part of deferred workloads: groups of subjects, each with an agenda of its own, whose
 * events affect only their own group.
 *
 * They skip the global order of events. The events of a group happen when a caller asks for them, each at its own
 * instant. `test/laws/deferred.slow.test.ts` guards it: fingerprint and reports are the same as in global order.
 */
import { Agenda } from './agenda/agenda.ts';
import type { PendingEvent } from './agenda/pendingEvent.ts';

export class Processes {
  /** By subject; undefined: its events are in the common agenda. */
  private readonly agendas: (Agenda | undefined)[] = [];

  /** The separate agenda of a subject's group; undefined: its events are in the common agenda. */
  agendaOf(subject: number): Agenda | undefined {
    return this.agendas[subject];
  }

  /** Makes a group of these subjects, which must have no event in any agenda. */
  separate(subjects: readonly number[]): void {
    const agenda = new Agenda();
    for (const subject of subjects) this.set(subject, agenda);
  }

  /** Dissolves the group of this agenda; the caller takes over the events that are left in it. */
  rejoin(agenda: Agenda): void {
    this.agendas.forEach((one, subject) => {
      if (one === agenda) this.agendas[subject] = undefined;
    });
  }

  /** The waiting events by group, earliest first, as `Agenda.pending` returns them. */
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

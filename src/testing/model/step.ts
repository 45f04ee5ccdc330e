/** One step of a session beside the model: what all commands have in common. */
import type fc from 'fast-check';
import { type ApiModel, type Caller, compareRecords, type LiveApi, org, promised } from './apiModel.ts';

/** One step of a session, and what the model promises of it. */
export type SessionCommand = fc.Command<ApiModel, LiveApi>;

/** The location of every GVC of the model. */
export const location = 'aws-us-east-1';

export const gvcLink = (gvc: string): string => `${org}/gvc/${gvc}`;

/** Link of a record in a GVC. */
export const linkIn = (gvc: string, kind: string, name: string): string => `${gvcLink(gvc)}/${kind}/${name}`;

/** The kind of the record that a link names. */
export const kindOf = (link: string): string => link.split('/').at(-2) ?? '';

/** How the text of a command says who asks; nothing of the superuser. */
export const asCaller = (as: Caller): string => (as === null ? '' : ` as ${as}`);

/** A command that compares every record before and after what it does; time passes only where it says so. */
export class ModelStep implements SessionCommand {
  private readonly text: string;
  private readonly does: (model: ApiModel, real: LiveApi) => void;

  /** @param text names the command in saved failures: it never changes */
  constructor(text: string, does: ModelStep['does']) {
    this.text = text;
    this.does = does;
  }

  check(): boolean {
    return true;
  }

  run(model: ApiModel, real: LiveApi): void {
    compareRecords(model, real);
    this.does(model, real);
    compareRecords(model, real);
    promised('the time of the session', model.now, real.session.now);
  }

  toString(): string {
    return this.text;
  }
}

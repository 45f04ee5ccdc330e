/** A session and what it exports, played again: the same in all that anybody can be shown of it. */
import { expect } from 'vitest';
import type { Entry } from '../../../src/engine/journal.ts';
import { isoFromInstant } from '../../../src/engine/time.ts';
import { Run } from '../../../src/experiment/run.ts';
import { Session } from '../../../src/experiment/session/session.ts';
import { type ParseOptions, parseScenario } from '../../../src/scenario/parse.ts';
import type { Scenario } from '../../../src/scenario/scenario.ts';
import { billText, expectSameJournal } from '../../laws/play.ts';

export interface Begun {
  readonly session: Session;
  /** All that its journal gets. */
  readonly journal: Entry[];
}

/** A session of a document. */
export function begun(
  doc: object,
  files: Readonly<Record<string, string>> = {},
  more: Pick<ParseOptions, 'replication'> = {},
): Begun {
  const text = JSON.stringify(doc);
  const options = { file: 'shop.json', read: (path: string) => files[path] ?? { error: 'no such file' }, ...more };
  const { scenario, problems } = parseScenario(text, options);
  if (scenario === null) throw new Error(JSON.stringify(problems));
  return heard(new Session({ scenario, text, options }));
}

/** A fork of a session, which knows of what was before it. */
export function forkOf({ session, journal }: Begun): Begun {
  const fork = session.fork();
  const all = [...journal];
  fork.listen((entry) => all.push(entry));
  return { session: fork, journal: all };
}

/** What a session exported, as a scenario. */
export function scenarioOf(text: string): Scenario {
  const { scenario, problems } = parseScenario(text, { file: 'session.json' });
  if (scenario === null) throw new Error(JSON.stringify(problems.filter(({ severity }) => severity === 'error')));
  return scenario;
}

/**
 * Expects a run of what a session exports to have its journal and its fingerprint, and a session of that to tell the
 * same.
 */
export function expectSame({ session, journal }: Begun): void {
  const text = session.exported();
  const scenario = scenarioOf(text);
  const entries: Entry[] = [];
  const run = new Run(scenario, { sink: (entry) => entries.push(entry) });
  run.advance();
  expectSameJournal(journal, entries);
  expect(run.sim.journal.fingerprint()).toBe(session.fingerprint);
  expect(run.sim.journal.seq).toBe(session.sequence);
  const again = new Session({ scenario, text, options: { file: 'session.json' } });
  again.advance({ until: session.now });
  expect(again.fingerprint).toBe(session.fingerprint);
  expect(billText(again.run)).toBe(billText(session.run));
  expect(toldBy(again)).toEqual(toldBy(session));
}

/** What a session answers of its past and of what there is, as text. */
function toldBy(session: Session): readonly string[] {
  const { start } = session.origin.scenario;
  const trail = `/audit/org/acme?fromEvent=${isoFromInstant(start)}`;
  const kinds = ['workload', 'volumeset', 'gvc', 'policy', 'group', 'user', 'serviceaccount', 'location', 'quota'];
  const paths = [
    trail,
    ...kinds.map((kind) => `/org/acme/${kind}?max=1000`),
    ...['workload/api', 'workload/nightly', 'volumeset/data'].flatMap((name) => [
      `/org/acme/gvc/shop/${name}/-eventlog`,
      `/org/acme/gvc/shop/${name}/-command?max=1000`,
    ]),
  ];
  return paths.map((path) => `${path} ${JSON.stringify(session.request({ method: 'GET', path }))}`);
}

function heard(session: Session): Begun {
  const journal = [...(session.entriesAfter(0, 1_000_000) ?? [])];
  session.listen((entry) => journal.push(entry));
  return { session, journal };
}

/**
 * Laws of runs that must be the same: a fork and its origin, every tick and the next that matters, another order of the
 * file, a stranger beside it, a refusal in the middle, a longer run.
 */
import type { Entry } from '../../engine/journal.ts';
import { Chronicle } from '../../report/fold/chronicle.ts';
import { journalLine } from '../../report/render/journalLine.ts';
import { reportOf } from '../../report/report.ts';
import { jsonText } from '../../report/words/jsonText.ts';
import { type ResourceDocument, type ScenarioDocument, scenarioOf } from '../document.ts';
import { courseOf } from './courses.ts';
import { allOf, beginRun, billTextOf, type EndedRun, type Law, runToEnd, sameLines, skipped } from './law.ts';
import { reordered } from './reordered.ts';

/** A fork ends as the run that it came from. */
export const forkEqualsRun: Law = {
  id: 'forkEqualsRun',
  rules: [],
  sentence:
    'A fork ends in the same state and with the same bill as the run that it came from, and does not disturb it.',
  judge: ({ scenario, ended }) => {
    const { run } = beginRun(scenario);
    run.sim.runUntil(scenario.start + Math.floor((scenario.end - scenario.start) / 2));
    // Some events further, in the middle of an instant.
    run.sim.runUntil(scenario.end, { eventsMax: 5 });
    const fork = run.fork();
    fork.advance();
    run.advance();
    return allOf(
      () => sameLines([ended.run.sim.digest()], [run.sim.digest()]),
      () => sameLines([run.sim.digest()], [fork.sim.digest()]),
      () => sameLines(billTextOf(run).split('\n'), billTextOf(fork).split('\n')),
    );
  },
};

/** Looking ahead decides as evaluating every tick does. */
export const literalEqualsAhead: Law = {
  id: 'literalEqualsAhead',
  rules: [],
  sentence: 'A run that evaluates every tick has the same journal, bill and capacity report as one that looks ahead.',
  judge: ({ scenario, ended }) => {
    const literal = runToEnd(scenario, { isLiteral: true });
    return allOf(
      () => sameLines(literal.journal.map(journalLine), ended.journal.map(journalLine)),
      () => sameLines(billTextOf(literal.run).split('\n'), billTextOf(ended.run).split('\n')),
      () => sameLines(capacityLines(literal), capacityLines(ended)),
    );
  },
};

function capacityLines({ run, journal }: EndedRun): string[] {
  const chronicle = new Chronicle(run.scenario);
  for (const entry of journal) chronicle.listen(entry);
  return jsonText(reportOf(run, chronicle).capacity).split('\n');
}

/** The order of resources, of keys, and of timeline entries at different instants carries no meaning. */
export const orderDoesNotMatter: Law = {
  id: 'orderDoesNotMatter',
  rules: [],
  sentence: 'The order of resources, of keys, and of timeline entries at different instants changes nothing.',
  judge: ({ document, ended }) => {
    const other = runToEnd(scenarioOf(reordered(document)));
    return allOf(
      () => sameLines(ended.journal.map(journalLine), other.journal.map(journalLine)),
      () => sameLines(billTextOf(ended.run).split('\n'), billTextOf(other.run).split('\n')),
    );
  },
};

const strange = 'zz-stranger';
const container = { name: 'main', image: 'stranger:1', cpu: '100m', memory: '128Mi' };
const strangers: readonly ResourceDocument[] = [
  { kind: 'gvc', name: strange, spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } },
  {
    kind: 'workload',
    gvc: strange,
    name: 'web',
    spec: {
      type: 'standard',
      containers: [container],
      defaultOptions: { autoscaling: { metric: 'disabled', minScale: 2, maxScale: 2 } },
    },
  },
  {
    kind: 'workload',
    gvc: strange,
    name: 'job',
    spec: { type: 'cron', containers: [container], job: { schedule: '*/5 * * * *' } },
  },
];

/** The strangers draw numbers from streams of their own, and go on doing so while the others draw theirs. */
const strangeBehavior = {
  [`${strange}/web`]: {
    start: { uniform: { from: '1s', to: '9s' } },
    stop: { uniform: { from: '1s', to: '9s' } },
    crash: { every: { exponential: { mean: '1h' } } },
  },
  [`${strange}/job`]: { execution: { duration: { exponential: { mean: '1m' } }, failure: '20%' } },
};

/** Workloads of another GVC change nothing. */
export const unrelatedDoesNotMatter: Law = {
  id: 'unrelatedDoesNotMatter',
  rules: [],
  sentence: 'A GVC that has nothing to do with the others changes nothing of what happens to them, nor of their bill.',
  judge: ({ document, scenario, ended }) => {
    if (scenario.prices !== null) return skipped('the price book may have tiers or credits that all resources share');
    if (scenario.quotas.size > 0) return skipped('the scenario has quotas, which all resources share');
    if (document.resources.some(({ gvc, name }) => gvc === strange || name === strange))
      return skipped(`the scenario has a GVC '${strange}'`);
    const other = runToEnd(
      scenarioOf({
        ...document,
        resources: [...document.resources, ...strangers],
        behavior: { ...document.behavior, ...strangeBehavior },
      }),
    );
    const isOther = (name: string): boolean => !name.startsWith(`${strange}/`) && name !== `gvc/${strange}`;
    // A fault of a whole location counts whom it strikes there.
    const isOwn = ({ type, subject }: Entry): boolean =>
      isOther(subject.name) && !(type.startsWith('fault.') && subject.name.startsWith('location/'));
    const rows = ({ run }: EndedRun): string[] =>
      run
        .bill()
        .bill.usage.filter(({ gvc }) => gvc !== strange)
        .map(({ id: _, ...row }) => JSON.stringify(row));
    return allOf(
      () => sameLines(courseOf(ended.journal.filter(isOwn)), courseOf(other.journal.filter(isOwn))),
      () => sameLines(rows(ended), rows(other)),
    );
  },
};

/** A refused request has no effect. */
export const refusalChangesNothing: Law = {
  id: 'refusalChangesNothing',
  rules: [],
  sentence: 'A request that the API refuses changes nothing of what happens afterwards, nor of the bill.',
  judge: ({ document, scenario, ended }) => {
    const { run, journal } = beginRun(scenario);
    const refused = new Set<number>();
    for (const quarter of [1, 2, 3]) {
      run.sim.runUntil(scenario.start + Math.floor(((scenario.end - scenario.start) * quarter) / 4), {
        included: true,
      });
      for (const request of wrongRequests(document, scenario.org)) {
        const { status } = run.request(request);
        if (status < 400) return skipped(`the API accepted ${request.method} ${request.path}`);
        refused.add(run.sim.journal.seq);
      }
    }
    run.advance();
    const others = journal.filter(({ type, seq }) => !(type === 'request.refused' && refused.has(seq)));
    return allOf(
      () => sameLines(courseOf(ended.journal), courseOf(others)),
      () => sameLines(billTextOf(ended.run).split('\n'), billTextOf(run).split('\n')),
    );
  },
};

/** Requests that no platform accepts: of a missing record, with a wrong body, of a wrong type. */
function wrongRequests(
  { resources }: ScenarioDocument,
  org: string,
): { readonly method: 'DELETE' | 'POST' | 'PATCH'; readonly path: string; readonly body?: unknown }[] {
  const first = resources.find(({ kind }) => kind === 'workload');
  const path = `/org/${org}/gvc/${first?.gvc ?? 'none'}/workload`;
  const missing = `${path}/zz-missing`;
  return [
    { method: 'DELETE', path: missing },
    { method: 'PATCH', path: missing, body: { description: 'missing' } },
    { method: 'POST', path, body: { name: 'NOT A NAME', spec: { type: 'standard', containers: [] } } },
    { method: 'PATCH', path: `${path}/${first?.name ?? 'none'}`, body: { spec: { containers: 5 } } },
  ];
}

/** What happens does not depend on when the run ends. */
export const longerBeginsWithShorter: Law = {
  id: 'longerBeginsWithShorter',
  rules: [],
  sentence: 'A run of half the length has the journal with which the longer run begins.',
  judge: ({ scenario, ended }) => {
    const end = scenario.start + Math.floor((scenario.end - scenario.start) / 2);
    const timeline = scenario.timeline.flatMap((entry) => {
      const instants = entry.instants.filter((at) => at < end);
      return instants.length === 0 ? [] : [{ ...entry, instants }];
    });
    const shorter = runToEnd({ ...scenario, end, window: null, timeline });
    // What is told only when all is over has the instant of the end.
    const before = (journal: readonly Entry[]): string[] => courseOf(journal.filter(({ at }) => at < end));
    return sameLines(before(ended.journal), before(shorter.journal));
  },
};

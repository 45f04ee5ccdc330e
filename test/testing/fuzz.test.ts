import { describe, expect, it } from 'vitest';
import { laws } from '../../src/testing/checkLaws.ts';
import { errorsIn } from '../../src/testing/document.ts';
import { failureText, replayed } from '../../src/testing/fuzz/failureFile.ts';
import { brokenIn, fuzzChecks, lawsAt, refusedBy, sessionVerdict } from '../../src/testing/fuzz/fuzzChecks.ts';
import { FuzzTally, fuzzDocument } from '../../src/testing/fuzz/fuzzDocument.ts';
import { performTrial, shrinkStep } from '../../src/testing/fuzz/performTrial.ts';
import { type FuzzTrial, trialAt } from '../../src/testing/fuzz/trials.ts';
import { commandsOf } from '../../src/testing/model/commands.ts';

const first = Array.from({ length: 23 }, (_, index) => trialAt('7', index));

function ofKind<Kind extends FuzzTrial['kind']>(kind: Kind): Extract<FuzzTrial, { kind: Kind }> {
  const found = first.find((trial) => trial.kind === kind);
  if (found === undefined) throw new Error(`no trial of kind ${kind}`);
  return found as Extract<FuzzTrial, { kind: Kind }>;
}

describe('the trials of a seed', () => {
  it('are the same each time, and others with another seed or number', () => {
    expect(Array.from({ length: 23 }, (_, index) => trialAt('7', index))).toEqual(first);
    expect(trialAt('8', 0)).not.toEqual(first[0]);
    expect(trialAt('7', 23)).not.toEqual(first[0]);
  });

  it('are scenarios, scenarios that must be refused, and sessions', () => {
    for (const trial of first) {
      if (trial.kind === 'scenario') expect(errorsIn(trial.document)).toEqual([]);
      if (trial.kind === 'refused') expect(refusedBy(trial.document, trial.rule).kind).toBe('holds');
      if (trial.kind === 'session') expect(sessionVerdict(trial.commands).kind).toBe('holds');
    }
    expect(new Set(first.map(({ kind }) => kind)).size).toBe(3);
    expect(new Set(first.map(({ source }) => source)).size).toBe(11);
  });

  it('check every law within a few turns', () => {
    const checked = Array.from({ length: 60 }, (_, index) => lawsAt('7', index, null).map(({ id }) => id)).flat();
    for (const { id } of laws) expect([id, checked.filter((one) => one === id).length > 5]).toEqual([id, true]);
    expect(lawsAt('7', 0, ['littlesLaw']).map(({ id }) => id)).toEqual(['littlesLaw']);
  });

  it('of a session can be read again from their texts', () => {
    const { commands } = ofKind('session');
    expect(commandsOf(commands).map(String)).toEqual(commands);
    expect(() => commandsOf(['make tea'])).toThrow("there is no command 'make tea'");
  });
});

describe('a trial', () => {
  it('reports what it checked and what its run cites', () => {
    const index = first.findIndex(({ kind }) => kind === 'scenario');
    const report = performTrial({ seed: '7', index, chosen: null });
    expect(report.broken).toEqual([]);
    expect([...report.held, ...report.skipped].sort()).toEqual(
      [...lawsAt('7', index, null).map(({ id }) => id), 'scenarioIsValid', 'runsToItsEnd'].sort(),
    );
    expect(report.exercised.length).toBeGreaterThan(5);
    expect(report.journalEntries).toBeGreaterThan(0);
  });

  it('that must be refused is broken if it is accepted, or refused by another rule', () => {
    const { document, rule } = ofKind('refused');
    const { document: valid } = ofKind('scenario');
    expect(refusedBy(valid, rule)).toEqual({
      kind: 'broken',
      expected: `errors that cite ${rule}`,
      observed: 'no error: the scenario is accepted',
    });
    const other = rule === 'LIMIT-1' ? 'WL-1' : 'LIMIT-1';
    expect(refusedBy(document, other)).toMatchObject({ kind: 'broken', observed: `errors that cite ${rule}` });
  });

  it('is counted in whatever order trials end', () => {
    const reports = [0, 1, 2, 3].map((index) => performTrial({ seed: '7', index, chosen: null }));
    const documentOf = (list: typeof reports): unknown => {
      const tally = new FuzzTally();
      for (const report of list) tally.add(report);
      return fuzzDocument({ seed: '7', tally, isInterrupted: false, failures: [], replayed: [] });
    };
    expect(documentOf([...reports].reverse())).toEqual(documentOf(reports));
  });
});

describe('a failure', () => {
  const { document } = ofKind('scenario');
  const broken = { id: 'littlesLaw', expected: 'one\n# check: forkEqualsRun', observed: 'two' };
  const about = { broken, seed: '7', index: 3, shrunk: 2 };

  it('is a scenario file whose run is the same as before', () => {
    for (const trial of first) {
      if (trial.kind !== 'scenario') continue;
      const text = failureText({ trial, ...about });
      expect(text).toMatch(/^# svcsim fuzz found .*\n# check: littlesLaw\n/);
      const [, body = ''] = text.split('\n\n', 2);
      expect(body).toContain('svcsim: 1');
      expect(replayed(text)).toEqual({ kind: 'holds', id: 'littlesLaw' });
    }
    const saved = failureText({ trial: { kind: 'scenario', source: 'x', document }, ...about });
    expect(saved).toContain('replay: svcsim fuzz --runs 0');
  });

  it('of a scenario that must be refused names the rule, and is checked by it again', () => {
    const trial = ofKind('refused');
    const text = failureText({ trial, ...about, broken: { ...broken, id: 'refusedByItsRule' } });
    expect(replayed(text)).toEqual({ kind: 'holds', id: 'refusedByItsRule' });
    const wrong = text.replace(/^# refused by: .*$/m, '# refused by: LIMIT-1');
    expect(replayed(wrong)).toMatchObject({ kind: 'broken', broken: { expected: 'errors that cite LIMIT-1' } });
  });

  it('of a session keeps its commands', () => {
    const text = failureText({
      trial: ofKind('session'),
      ...about,
      broken: { ...broken, id: 'sessionKeepsPromises' },
    });
    expect(replayed(text)).toEqual({ kind: 'holds', id: 'sessionKeepsPromises' });
  });

  it('without a check in its head, or with errors, says so', () => {
    expect(replayed('svcsim: 1\n')).toMatchObject({ kind: 'unreadable' });
    expect(replayed('# check: nothing\nsvcsim: 1\n')).toMatchObject({ kind: 'unreadable' });
    expect(replayed('# check: littlesLaw\nsvcsim: 1\nfor: nothing\n')).toMatchObject({ kind: 'unreadable' });
  });
});

describe('a trial is made smaller', () => {
  it('in the same steps, however often it stops on the way', () => {
    // A scenario is "broken" as long as it is refused by this rule.
    const { document, rule } = ofKind('refused');
    const trial: FuzzTrial = { kind: 'refused', source: 'x', document, rule: 'LIMIT-1' };
    expect(brokenIn(trial, 'refusedByItsRule')?.observed).toBe(`errors that cite ${rule}`);
    const smallest = (isTimeUp: () => boolean): FuzzTrial => {
      let [now, tried] = [trial as FuzzTrial, 0];
      for (;;) {
        const step = shrinkStep({ trial: now, id: 'refusedByItsRule', tried }, isTimeUp);
        if (step.kind === 'smallest') return now;
        if (step.kind === 'smaller') [now, tried] = [step.trial, 0];
        else tried = step.tried;
      }
    };
    const small = smallest(() => false);
    expect(smallest(() => true)).toEqual(small);
    expect(JSON.stringify(small).length).toBeLessThan(JSON.stringify(trial).length);
  });
});

it('every check has a name of its own', () => {
  expect(new Set(fuzzChecks.map(({ id }) => id)).size).toBe(fuzzChecks.length);
});

describe('the answer', () => {
  const outcome = { seed: '7', tally: new FuzzTally(), isInterrupted: false, failures: [] };

  it('of saved files alone is broken if one still fails or cannot be checked', () => {
    const said = (...outcomes: ('holds' | 'broken' | 'unreadable')[]) => {
      const replayed = outcomes.map((one, index) => ({ file: `fuzz/${index}.yaml`, outcome: one, text: one }));
      const { verdict, sentence } = fuzzDocument({ ...outcome, replayed });
      return `${verdict}: ${sentence}`;
    };
    expect(said('holds', 'holds')).toBe('clean: No trials were asked for. 2 saved failures held.');
    expect(said('holds', 'broken')).toBe('broken: No trials were asked for. 1 saved failure still fails.');
    expect(said('broken', 'unreadable', 'broken')).toBe(
      'broken: No trials were asked for. 2 saved failures still fail. 1 saved file cannot be checked.',
    );
  });
});

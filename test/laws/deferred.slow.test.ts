import { describe, expect, it } from 'vitest';
import { hour, minute } from '../../src/engine/time.ts';
import { Run } from '../../src/experiment/run.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { expectQuietSame } from './deferredSame.ts';
import { loaded } from './loaded.ts';
import { billText, holds, scenarioOf } from './play.ts';
import { restingSchedules, schedules } from './schedules.ts';
import { scenarioAt, shipped } from './shipped.ts';
import { type Doc, world } from './worlds.ts';

function deploymentsOf({ org }: Scenario, gvc: string, name: string): string {
  return `/org/${org}/gvc/${gvc}/workload/${name}/deployment`;
}

describe('a run that nobody hears', () => {
  it.each(shipped.short)('comes to the same in %s', (file) => {
    expectQuietSame(scenarioAt(file));
  });

  it('comes to the same in worlds of all kinds', () => {
    let fewer = 0;
    holds(40, world({ hours: [4, 27, 50], burstsMax: 9 }), (doc: Doc) => {
      if (expectQuietSame(scenarioOf(doc)) > 20) fewer += 1;
    });
    expect(fewer).toBeGreaterThan(15);
  });

  it('comes to the same in schedules that run for long', () => {
    holds(25, schedules, (doc) => {
      expectQuietSame(scenarioOf(doc));
    });
  });

  it('comes to the same where a workload goes by itself', () => {
    let apart = 0;
    holds(40, loaded, (doc) => {
      const scenario = scenarioOf(doc);
      expectQuietSame(scenario);
      if (new Run(scenario, { events: false }).sim.isSeparate(1)) apart += 1;
    });
    expect(apart).toBeGreaterThan(15);
  });

  it('comes to the same in schedules that rest, and draws the same after that', () => {
    let fewer = 0;
    holds(30, restingSchedules, (doc) => {
      if (expectQuietSame(scenarioOf(doc)) > 500) fewer += 1;
    });
    expect(fewer).toBeGreaterThan(20);
  });

  it('forks at any time into one that ends the same', () => {
    const forks = (at: number) => (doc: Doc) => {
      const run = new Run(scenarioOf(doc), { events: false });
      run.sim.runUntil(run.scenario.start + at);
      const fork = run.fork();
      for (const one of [run, fork]) one.advance();
      expect(fork.sim.digest()).toBe(run.sim.digest());
    };
    holds(15, world({ hours: [27], burstsMax: 4 }), forks(13 * hour + 1_001));
    holds(12, loaded, forks(2 * hour + 1_001));
  });

  it('shows at any time where a workload that goes by itself has come to', () => {
    holds(20, loaded, (doc) => {
      const scenario = scenarioOf(doc);
      const runs = [true, false].map((isLiteral) => new Run(scenario, { events: false, isLiteral }));
      for (let at = scenario.start; at < scenario.end; at += 29 * minute + 1_001) {
        for (const path of [deploymentsOf(scenario, 'ash', 'api'), `/org/${scenario.org}/gvc/ash`]) {
          const [shouldBe, is] = runs.map((run) => {
            run.sim.runUntil(at);
            return run.request({ method: 'GET', path });
          });
          expect(is).toEqual(shouldBe);
        }
        const [shouldBe, is] = runs.map(billText);
        expect(is).toBe(shouldBe);
      }
    });
  });

  it('forks while schedules rest into one that ends the same', () => {
    holds(15, restingSchedules, (doc) => {
      const run = new Run(scenarioOf(doc), { events: false });
      run.sim.runUntil(run.scenario.start + 30 * hour + 1_001);
      run.settle();
      const fork = run.fork();
      for (const one of [run, fork]) one.advance();
      expect(fork.sim.digest()).toBe(run.sim.digest());
    });
  });

  it('is the same to the last bit, looked at often or at its end', () => {
    holds(15, restingSchedules, (doc) => {
      // One of them: what was skipped stands in the order in which schedules rested first.
      const resources = doc.resources.slice(0, 2).map(({ spec = {}, ...rest }) => {
        const isJob = 'job' in spec;
        return { ...rest, spec: isJob ? { ...spec, job: { ...(spec.job as object), suspend: true } } : spec };
      });
      const scenario = scenarioOf({ ...doc, resources, timeline: [] });
      const [often, once] = [new Run(scenario, { events: false }), new Run(scenario, { events: false })];
      for (let at = scenario.start; at < scenario.end; at += 97 * minute + 1_001) {
        often.sim.runUntil(at);
        often.settle();
      }
      for (const one of [often, once]) one.advance();
      expect(often.sim.digest()).toBe(once.sim.digest());
    });
  });

  it('shows at any time what has happened by then', () => {
    let shown = 0;
    holds(20, world({ hours: [27], burstsMax: 4 }), (doc: Doc) => {
      const scenario = scenarioOf(doc);
      const [literal, quiet] = [true, false].map((isLiteral) => new Run(scenario, { events: false, isLiteral }));
      if (literal === undefined || quiet === undefined) throw new Error('two runs');
      const crons = doc.resources.filter(({ kind, spec = {} }) => kind === 'workload' && 'job' in spec);
      for (let at = scenario.start; at < scenario.end; at += 97 * minute + 1_001) {
        for (const { sim } of [literal, quiet]) sim.runUntil(at);
        for (const { gvc, name } of crons) {
          const path = deploymentsOf(scenario, gvc ?? '', name);
          const [shouldBe, is] = [literal, quiet].map((run) => run.request({ method: 'GET', path }));
          expect(is).toEqual(shouldBe);
          shown += 1;
        }
        expect(billText(quiet)).toBe(billText(literal));
      }
    });
    expect(shown).toBeGreaterThan(100);
  });
});

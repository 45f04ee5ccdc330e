import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/engine/journal.ts';
import { Run } from '../../src/experiment/run.ts';
import type { WorldView } from '../../src/playground/protocol.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { engineOf, opened, scenarioText } from './runs.ts';

/** Counts replicas from journal entries alone, with no code of the world. */
class ReplicaCount {
  private readonly present = new Map<string, Set<string>>();
  private readonly ready = new Map<string, Set<string>>();

  take({ type, subject, ordinal }: Entry): void {
    const { name } = subject;
    const own = String(ordinal);
    switch (type) {
      case 'replica.settled':
        this.in(this.present, name).add(own);
        this.in(this.ready, name).add(own);
        break;
      case 'replica.created':
        this.in(this.present, name).add(own);
        break;
      case 'replica.ready':
        this.in(this.ready, name).add(own);
        break;
      case 'replica.unready':
      case 'replica.exited':
      case 'replica.terminating':
      case 'replica.unresponsive':
        this.in(this.ready, name).delete(own);
        break;
      case 'replica.lost':
      case 'replica.gone':
        this.in(this.ready, name).delete(own);
        this.in(this.present, name).delete(own);
        break;
      default:
    }
  }

  counts(name: string): { readonly replicas: number; readonly ready: number } {
    return { replicas: this.in(this.present, name).size, ready: this.in(this.ready, name).size };
  }

  private in(sets: Map<string, Set<string>>, name: string): Set<string> {
    const known = sets.get(name) ?? new Set();
    sets.set(name, known);
    return known;
  }
}

describe('the world at a cursor is what the journal says', () => {
  it.each([
    'scenarios/tour/02-a-rollout.yaml',
    'scenarios/tour/04-a-stateful-set.yaml',
    'scenarios/tour/05-predictive-or-reactive.yaml',
    'scenarios/tour/06-a-bad-day.yaml',
    'scenarios/tour/08-autoscaling.yaml',
    'scenarios/tour/09-scale-to-zero.yaml',
    'scenarios/tour/10-a-location-lost.yaml',
  ])('%s: replicas and ready replicas of every workload', (file) => {
    const ask = engineOf();
    const source = scenarioText(file);
    const { instants, page } = opened(ask, source);
    const { scenario } = parseScenario(source.text, { file });
    if (scenario === null) throw new Error(`${file} cannot be read`);
    const entries: Entry[] = [];
    new Run(scenario, { sink: (entry) => void entries.push(entry) }).advance();
    entries.sort((a, b) => a.at - b.at || a.seq - b.seq);
    const asked = [...instants].filter((at, index) => at < page.end && index % Math.ceil(instants.length / 60) === 0);
    const count = new ReplicaCount();
    let next = 0;
    let compared = 0;
    for (const at of asked) {
      while (next < entries.length && entries[next]!.at <= at) count.take(entries[next++]!);
      for (const { subject, ready, terminating, replicas, replicasLeftOut, type } of ask('glance', { at }).workloads) {
        if (type === 'cron') continue;
        const seen = { replicas: replicas.length + replicasLeftOut, ready };
        expect(seen, `${subject} at ${new Date(at).toISOString()}`).toEqual(count.counts(subject));
        expect(replicas.filter(({ phase }) => phase === 'terminating')).toHaveLength(terminating);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(10);
  });

  it('is the same whether one comes from before or from after', () => {
    const ask = engineOf();
    const { instants } = opened(ask, scenarioText('scenarios/tour/06-a-bad-day.yaml'));
    const forwards = [...instants].map((at) => ask('glance', { at }));
    const backwards = [...instants].reverse().map((at) => ask('glance', { at }));
    expect(backwards.reverse()).toEqual(forwards);
  });

  it('expansion tokens are spent and come back after 24 hours', () => {
    const ask = engineOf();
    const { instants } = opened(ask, scenarioText('scenarios/tour/01-one-volume.yaml'));
    const seen = [...instants].map((at): WorldView => ask('glance', { at }));
    const left = seen.flatMap(({ volumes }) => volumes.slice(0, 1).map(({ tokensLeft }) => tokensLeft));
    expect(Math.min(...left)).toBeLessThan(4);
    for (const { at, volumes } of seen)
      for (const { tokensLeft, tokensMost, refillsAt, usedGB, sizeGB } of volumes) {
        expect(refillsAt).toHaveLength(tokensMost - tokensLeft);
        for (const one of refillsAt) expect(one).toBeGreaterThan(at);
        expect(usedGB).toBeLessThanOrEqual(sizeGB);
      }
  });
});

import { describe, expect, it } from 'vitest';
import { cpuBaseOf, fullPercentOf } from '../../../src/platform/autoscaling/cpuBase.ts';

const main = { cpuMillicores: 1000, minCpuMillicores: 250 };
const side = { cpuMillicores: 200, minCpuMillicores: 100 };
const none = { cpuMillicores: 200, minCpuMillicores: 0 };

describe('what cpu utilisation is a share of (`hpa.cpu.base`)', () => {
  it.each([
    ['limit', [main], 1000, 100],
    ['reserve', [main], 250, 400],
    ['limit', [main, side], 1200, 100],
    ['reserve', [main, side], 350, 342],
    ['reserve', [none], 0, 100],
  ] as const)('%s of %j: 100 %% are %im, and a full replica uses %i %%', (base, containers, millicores, percent) => {
    const terms = { 'hpa.cpu.base': base };
    expect([cpuBaseOf(containers, terms), fullPercentOf(containers, terms)]).toEqual([millicores, percent]);
  });
});

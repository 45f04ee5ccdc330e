import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answeredFacts } from '../scripts/calibration/answers.ts';
import { measuredFacts } from '../scripts/calibration/durations.ts';
import { unsimulatedFacts } from '../scripts/calibration/unsimulated.ts';
import { type Calibration, found, pageOf, simulated, tally } from '../scripts/calibration.ts';
import { assumptionNames, assumptionOf } from '../src/rules/assumptions.ts';

const table = JSON.parse(readFileSync('evidence/calibration.json', 'utf8')) as Calibration;
const ids = [...measuredFacts, ...answeredFacts, ...unsimulatedFacts].map(({ id }) => id);

describe('the table of recorded and simulated durations (else run npm run calibration)', () => {
  it('has each fact once', () => {
    expect(new Set(ids).size).toBe(ids.length);
    const written = [...table.measured, ...table.answered, ...table.unsimulated].map(({ id }) => id);
    expect(written).toEqual(ids);
  });

  it('is the one on the page', () => {
    expect(readFileSync('docs/calibration.md', 'utf8')).toBe(pageOf(table));
  });

  it('has 85 % of the facts inside under `timing: observed`, and more than under the defaults', () => {
    expect(tally(table, 'observed').share).toBeGreaterThanOrEqual(0.85);
    expect(tally(table, 'observed').share).toBeGreaterThan(tally(table, 'measured').share + 0.2);
    expect(tally(table, 'observed').strictShare).toBeGreaterThan(tally(table, 'measured').strictShare + 0.2);
  });

  it('has every fact that the register names for an observed value', () => {
    const named = assumptionNames.flatMap((name) => assumptionOf(name).observed?.why.match(/\b[MO]\d{3}\b/g) ?? []);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it.each(['M001', 'M005', 'M033', 'M060', 'M067'])('is recomputed: %s', (id) => {
    const fact = measuredFacts.find((one) => one.id === id)!;
    const row = table.measured.find((one) => one.id === id)!;
    expect(simulated(fact, 'observed')).toEqual(row.simulated.observed);
    expect(simulated(fact, 'measured', 1).median).toBe(row.simulated.measured.median);
  });

  it.each(['M063', 'M071', 'M092', 'M094', 'M106', 'M080', 'M102', 'M114'])('is asked again: %s', (id) => {
    const fact = answeredFacts.find((one) => one.id === id)!;
    expect(found(fact)).toEqual({ found: fact.expected, isInside: true });
  });
});

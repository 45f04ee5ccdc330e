/** Figures of docs/MODEL.md, compared with their sources. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { excerptOf } from '../../scripts/site/browser/excerpt.ts';
import { assumptionNames } from '../../src/rules/assumptions.ts';
import { ruleStatus } from '../../src/rules/built.ts';
import { rules } from '../../src/rules/register.ts';

const root = resolve(import.meta.dirname, '../..');
const model = readFileSync(resolve(root, 'docs/MODEL.md'), 'utf8').replace(/\s+/g, ' ');

it('counts rules and assumptions as the registers do', () => {
  const simulated = rules.filter(({ id }) => ruleStatus(id).status === 'built').length;
  expect(model).toContain(`has ${rules.length} rules. Of these, ${simulated} rules are simulated`);
  expect(model).toContain(`silent on ${assumptionNames.length} points`);
});

it('tells the result of the calibration as its page does', () => {
  const page = readFileSync(resolve(root, 'docs/calibration.md'), 'utf8');
  const [, measured] = /^\| measured \| ([^|]+) \|/m.exec(page) ?? [];
  const [, observed, , aside] = /^\| observed \| ([^|]+) \| ([^|]+) \| ([^|]+) \|/m.exec(page) ?? [];
  expect(model).toContain(`With \`measured\`, ${measured} recorded amounts`);
  expect(model).toContain(`with \`observed\`, ${observed} do, and ${aside} of those that were kept aside`);
});

it('an excerpt shows the searched word, marked, and is cut at words', () => {
  const text = `${'early '.repeat(40)}needle ${'late '.repeat(60)}`;
  const parts = excerptOf(text, ['NEEDLE']);
  expect(parts.filter(({ isHit }) => isHit).map((part) => part.text)).toEqual(['needle']);
  const whole = parts.map((part) => part.text).join('');
  expect(whole.length).toBeLessThan(200);
  expect(whole).toMatch(/^\.\.\. early .* late \.\.\.$/);
  expect(excerptOf('short', ['absent'])).toEqual([{ text: 'short', isHit: false }]);
});

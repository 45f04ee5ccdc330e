import { describe, expect, it } from 'vitest';
import { aboutAssumption } from '../../src/rules/about.ts';
import { assumptionNames, assumptionOf } from '../../src/rules/assumptions.ts';
import { rules } from '../../src/rules/register.ts';

/** The longest sentence that a reader follows at once, in words; code in backticks counts as one word. */
const wordsMax = 33;

function longSentences(text: string): readonly string[] {
  const sentences = text.replaceAll(/`[^`]*`/g, 'code').split(/(?<=[.:;]) /);
  return sentences.filter((sentence) => sentence.split(' ').length > wordsMax);
}

describe('what an assumption is about', () => {
  const texts = assumptionNames.map(aboutAssumption);

  it('is said of each in whole sentences, no two alike', () => {
    expect(texts.filter((text) => !/^[A-Z].*\.$/.test(text))).toEqual([]);
    expect(new Set(texts).size).toBe(assumptionNames.length);
  });

  it('and why its default was chosen, in whole sentences', () => {
    const reasons = assumptionNames.map((name) => assumptionOf(name).why);
    expect(reasons.filter((why) => !/^[A-Z`].*\.$/.test(why))).toEqual([]);
  });

  it('is said in short sentences, as rules are', () => {
    const statements = rules.filter(({ id }) => id !== 'QUERY-7').map(({ statement }) => statement);
    const reasons = assumptionNames.map((name) => assumptionOf(name).why);
    expect([...texts, ...reasons, ...statements].flatMap(longSentences)).toEqual([]);
  });
});

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AssumptionName, assumptionNames, assumptionOf } from '../../src/rules/assumptions.ts';
import { assumptionStatus } from '../../src/rules/built.ts';
import { isEverNamed } from '../../src/rules/unnamed.ts';

/** Every file of the platform but its registers, without the places where the value of an assumption is read. */
function sourceOf(folder: string): string {
  return readdirSync(folder)
    .filter((name) => name !== 'rules')
    .map((name) => join(folder, name))
    .map((path) => (statSync(path).isDirectory() ? sourceOf(path) : readFileSync(path, 'utf8')))
    .join('\n')
    .replace(/readonly '[\w.]+':/g, '')
    .replace(/Pick<\s*Assumptions,[^>]*>/g, '')
    .replace(/assumptions\[[^\]]*\]/gi, '')
    .replace(/\{ '[^}]*\} = [\w.]*assumptions;/g, '')
    .replace(/\bdecided\((?:\w+\.)?world,[^;]*;/g, '')
    .replace(/\? 'fields\.[\w.]+'\s*: 'fields\.[\w.]+';/g, '');
}

describe('what no journal entry names', () => {
  const source = sourceOf('src/platform');
  /** `metric.sample.${metric}Window` names each of its family. */
  const isCited = (name: string): boolean => source.includes(`'${name}'`) || name.startsWith('metric.sample.');
  /** Where nothing else can be chosen there is nothing to name. */
  const isChoice = (name: AssumptionName): boolean => assumptionOf(name).alternatives.length > 0;
  const built = assumptionNames.filter((name) => assumptionStatus(name).status === 'built' && isChoice(name));

  it('is what stands in no reason', () => {
    expect(built.filter((name) => !isEverNamed(name) && isCited(name))).toEqual([]);
  });

  it('all else stands in one, but for bounds that are never broken as such', () => {
    const silent = built.filter((name) => isEverNamed(name) && !isCited(name));
    expect(silent.filter((name) => !name.startsWith('fields.bounds.'))).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { headerOf, isCurrent, scenariosIn } from '../scripts/scenarios.ts';
import { Run } from '../src/experiment/run.ts';
import { Chronicle } from '../src/report/chronicle.ts';
import { judgeExpectations } from '../src/report/expectations.ts';
import { parseScenario } from '../src/scenario/parse.ts';

const shipped = ['tour', 'real', 'rules', 'regressions'].flatMap((folder) =>
  scenariosIn(folder).map((name) => `scenarios/${folder}/${name}.yaml`),
);

describe('the scenarios that come along', () => {
  it('are listed in scenarios/README.md as their headers are now', () => {
    expect(isCurrent()).toBe(true);
  });

  it('say in their headers what they are about, what one should see and what they show', () => {
    const files = ['tour', 'real', 'rules'].flatMap((folder) =>
      scenariosIn(folder).map((name) => `scenarios/${folder}/${name}.yaml`),
    );
    const poor = files.filter((file) => {
      const text = readFileSync(file, 'utf8');
      const { title, see, shows } = headerOf(text);
      return title === '' || see === '' || shows.length === 0 || !text.startsWith('# yaml-language-server: $schema=');
    });
    expect(poor).toEqual([]);
  });

  it.each(shipped)('%s keeps its promises', (file) => {
    const { scenario, problems } = parseScenario(readFileSync(file, 'utf8'), {
      file,
      read: (path: string) => readFileSync(path, 'utf8'),
    });
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    if (scenario === null) throw new Error(`${file} has no scenario`);
    const chronicle = new Chronicle(scenario);
    const run = new Run(scenario, { sink: (entry) => chronicle.listen(entry), events: false });
    run.advance();
    chronicle.settle(run.now);
    const outcome = { chronicle, world: run.sim.world, bill: run.bill().bill, now: run.now };
    const broken = judgeExpectations(outcome).filter(({ pass }) => !pass);
    expect(broken.map(({ expectation, message }) => `${expectation.text}: ${message}`)).toEqual([]);
  });
});

/** Each row: the reason, the header, and what is read from it. */
const headers = [
  [
    'paragraphs, and numbers indented below what one sees',
    '# x\n#\n# Lesson 1: a volume\n# that grows.\n#\n# More.\n#\n# shows: VOL-1, unit.gb\n#\n# What you should see: three\n# expansions.\n#   the first\n# At last.\n#\n# Try next: 2\nsvcsim: 1\n# shows: VOL-2\n',
    { title: 'Lesson 1: a volume that grows.', see: 'three expansions.', shows: ['VOL-1', 'unit.gb'] },
  ],
  [
    'no empty lines',
    '# x\n# A tick is skipped.\n# shows: CRON-3\n# You should see: one\n# skipped.\nsvcsim: 1\n',
    { title: 'A tick is skipped.', see: 'one skipped.', shows: ['CRON-3'] },
  ],
  ['no header', 'svcsim: 1\nname: a\n', { title: '', see: '', shows: [] }],
] as const;

describe('the header of a scenario', () => {
  it.each(headers)('%s', (_, text, header) => {
    expect(headerOf(text)).toEqual(header);
  });
});

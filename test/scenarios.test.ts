import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { headerOf, isCurrent, scenariosIn } from '../scripts/scenarios.ts';
import { day } from '../src/engine/time.ts';
import { Run } from '../src/experiment/run.ts';
import { exampleBook } from '../src/platform/metering/exampleBook.ts';
import { cellsOf } from '../src/platform/metering/handlers/egress.ts';
import { loadsOf } from '../src/report/capacity/capacityLoad.ts';
import { focusLines } from '../src/report/focus/focus.ts';
import { Chronicle } from '../src/report/fold/chronicle.ts';
import { judgeExpectations } from '../src/report/verdict/expectations.ts';
import { parseScenario } from '../src/scenario/parse.ts';
import { focusProblems } from './report/focusRules.ts';

/** Of a longer run the charges are looked at by day: by hour they are tens of thousands of rows. */
const week = 7 * day;

const shipped = ['tour', 'studies', 'real', 'rules', 'findings', 'regressions'].flatMap((folder) =>
  scenariosIn(folder).map((name) => `scenarios/${folder}/${name}.yaml`),
);

describe('the scenarios that come along', () => {
  it('are listed in scenarios/README.md as their headers are now', () => {
    expect(isCurrent()).toBe(true);
  });

  it('say in their headers what they are about, what one should see and what they show', () => {
    const files = ['tour', 'studies', 'real', 'rules', 'findings'].flatMap((folder) =>
      scenariosIn(folder).map((name) => `scenarios/${folder}/${name}.yaml`),
    );
    const poor = files.filter((file) => {
      const text = readFileSync(file, 'utf8');
      const { title, see, shows } = headerOf(text);
      // The course asks what one will see: its lessons have the answers.
      const isTold = file.startsWith('scenarios/tour/') ? see === '' : /[^:]$/.test(see);
      const isWhole = title !== '' && isTold && shows.length > 0;
      return !isWhole || !text.startsWith('# yaml-language-server: $schema=');
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
    const { bill } = run.bill();
    const load = loadsOf(chronicle, run.sim.world, run.now);
    const hourly = () => run.bill('hour').bill;
    const outcome = { chronicle, world: run.sim.world, bill, hourly, load, now: run.now };
    const broken = judgeExpectations(outcome).filter(({ pass }) => !pass);
    expect(broken.map(({ expectation, message }) => `${expectation.text}: ${message}`)).toEqual([]);
    const horizon = { start: scenario.start, end: run.now };
    const about = { cells: cellsOf(run.sim.world, run.now), book: scenario.prices ?? exampleBook, horizon };
    const { assumptions, seed } = scenario;
    const focus = {
      ...about,
      assumptions,
      seed,
      invoices: bill.invoices,
      rowsPer: run.now - scenario.start > week ? ('day' as const) : ('hour' as const),
      scenarioHash: '0'.repeat(64),
    };
    const lines = [...focusLines(focus)].map((line) => `${line}\n`);
    expect(focusProblems(lines.join(''), { bill, cells: about.cells }).slice(0, 5)).toEqual([]);
    const cents = outcome.bill.invoices.reduce((sum, { payable }) => sum + Math.round(Number(payable) * 100), 0);
    const found = { bill: (cents / 100).toFixed(2), events: `${run.sim.events}` };
    expect({ ...found, ...figuresOf(readFileSync(file, 'utf8')) }).toEqual(found);
  });
});

describe('scenarios/studies/unknown-growth.yaml', () => {
  const file = 'scenarios/studies/unknown-growth.yaml';
  const text = readFileSync(file, 'utf8');
  const rows = [...text.matchAll(/^# +--replication (\d+): (.*), (\d+) expansions, ([\d.]+) USD$/gm)];

  it.each(rows.map(([, number, values, expansions, bill]) => ({ number, values, expansions, bill })))(
    'draws in replication $number what its header says',
    ({ number, values, expansions, bill }) => {
      const { scenario } = parseScenario(text, { file, replication: Number(number) });
      if (scenario === null) throw new Error('no scenario');
      let expanded = 0;
      const run = new Run(scenario, {
        sink: ({ type }) => {
          if (type === 'expansion.accepted') expanded += 1;
        },
      });
      run.advance();
      const drawn = scenario.parameters.filter(({ isDrawn }) => isDrawn);
      const total = run.bill().bill.invoices.reduce((sum, { payable }) => sum + Number(payable), 0);
      expect(drawn.map((one) => `${one.name} = ${one.value}`).join(', ')).toBe(values);
      expect([`${expanded}`, total.toFixed(2)]).toEqual([expansions, bill]);
    },
  );

  it('says it of four', () => {
    expect(rows).toHaveLength(4);
  });
});

/**
 * What the header says of the whole run, as digits: its bill, and its events beside those of `--literal`; absent where
 * it says nothing of it.
 */
function figuresOf(text: string): { bill?: string; events?: string } {
  const head = text.slice(0, text.search(/^[^#]/m)).replace(/\n# */g, ' ');
  const [, bill] = /the bill(?: is)? +([\d,.]+\d) USD/i.exec(head) ?? [];
  const [, events] = /events instead of ([\d,]+\d)/.exec(head) ?? [];
  const digits = (figure: string): string => figure.replaceAll(',', '');
  return {
    ...(bill === undefined ? {} : { bill: digits(bill) }),
    ...(events === undefined ? {} : { events: digits(events) }),
  };
}

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

describe('figures of a header', () => {
  it.each([
    ['# x\n# the bill   1,942.15 USD, 3 of\n# them\nsvcsim: 1\n# The bill is 2.00 USD', { bill: '1942.15' }],
    ['# x\n# The bill is 12.18 USD: 7.09\nsvcsim: 1', { bill: '12.18' }],
    ['# x\n# (two million events\n# instead of 29,182, and\nsvcsim: 1', { events: '29182' }],
    ['# x\n# of the bill nothing is said\nsvcsim: 1', {}],
  ])('%j', (text, figures) => {
    expect(figuresOf(text)).toEqual(figures);
  });
});

describe('the header of a scenario', () => {
  it.each(headers)('%s', (_, text, header) => {
    expect(headerOf(text)).toEqual(header);
  });
});

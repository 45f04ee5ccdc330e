import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { folderOf, type Outcome, svcsim } from '../../cli.ts';
import { maxScale, noisyShop, wide } from '../noisyShop.ts';

const shop = noisyShop({ more: wide });
const cwd = folderOf({ 'shop.yaml': shop });

const run = (...args: string[]): Outcome => svcsim(['fork', 'shop.yaml', ...args], { cwd });

describe('svcsim fork', () => {
  it('says in a sentence what a plan comes to, and shows where the futures part', () => {
    const { code, stdout, stderr } = run('shop.yaml@wide', '--at', '+1h', '--runs', '4');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(/^From Sun 1 Nov 01:00 on: wide instead of shop costs .* more/);
    expect(stdout).toMatch(/First difference +At +What happens/);
    expect(stdout).toMatch(/wide +Sun 1 Nov 01:00 +shop\/workload\/api@aws-us-east-1: deployment.bounded/);
    expect(stdout).toMatch(/Mean of all runs +shop +wide/);
  });

  it('prints a document as its schema says', () => {
    const { code, stdout } = run(
      '--at',
      '+1h',
      '--plan',
      `bad:${maxScale}=-1`,
      '--plan',
      `six:${maxScale}=6`,
      '--runs',
      '3',
      '--json',
    );
    const schema = JSON.parse(readFileSync(new URL('../../../../schema/fork.schema.json', import.meta.url), 'utf8'));
    const validate = new Ajv({ allowUnionTypes: true }).compile(schema);
    const document = JSON.parse(stdout);
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    expect(code).toBe(0);
    expect(document).toMatchObject({ schema: 'svcsim/fork/1', at: '2026-11-01T01:00:00.000Z' });
    expect(document.refusals).toMatchObject([{ plan: 'bad', refused: 3, runs: 3, rule: 'fields.bounds.scale' }]);
  });

  it('exits with 1 if the platform refuses all plans', () => {
    const { code, stdout } = run('--at', '+1h', '--plan', `bad:${maxScale}=-1`, '--runs', '2');
    expect(code).toBe(1);
    expect(stdout.replace(/\s+/g, ' ')).toContain('The platform refuses bad on Sun 1 Nov 01:00 (fields.bounds.scale');
  });

  it('lists the steps that it would take, and runs nothing', () => {
    const { code, stdout } = run('@wide', '--at', '+1h', '--list');
    expect(code).toBe(0);
    expect(stdout).toContain('"patch":"/gvc/shop/workload/api"');
    expect(stdout).toContain('20 runs, each with 2 futures. If nothing in them is random, the first run is enough.');
  });

  it.each([
    [
      'an instant before the start',
      ['@wide', '--at', '2026-10-31T23:59:59Z'],
      2,
      'from 2026-11-01T00:00:00.000Z, included',
    ],
    ['the end of the run', ['@wide', '--at', '+3h'], 2, 'to 2026-11-01T03:00:00.000Z, excluded'],
    ['no instant', ['@wide'], 2, '--at says when the plans take effect'],
    ['a date without a zone', ['@wide', '--at', '2026-11-01T01:00'], 2, 'without a zone'],
    ['no plan', ['--at', '+1h'], 2, 'a fork needs a plan or more'],
    ['another file', ['other.yaml', '--at', '+1h'], 2, 'all futures have one past'],
    ['an unknown variant', ['@wid', '--at', '+1h'], 3, "did you mean 'wide'?"],
    [
      'an unknown path',
      ['--at', '+1h', '--plan', `x:${maxScale.replace('maxScale', 'maxscale')}=2`],
      3,
      `did you mean '${maxScale}'?`,
    ],
    ['a plan that changes nothing', ['--at', '+1h', '--plan', `x:${maxScale}=3`], 2, 'changes nothing'],
    ['demand', ['--at', '+1h', '--plan', 'x:demand.0.rate=9/s'], 2, 'add a step'],
    [
      'a step before the instant',
      ['--at', '+1h', '--plan', 'x:timeline.+={ at: +30m, fault: { replicaKill: { of: shop/api } } }'],
      2,
      'would change the common past',
    ],
    [
      'a step after the end',
      ['--at', '+1h', '--plan', 'x:timeline.+={ at: +9h, fault: { replicaKill: { of: shop/api } } }'],
      2,
      'after the end of the run',
    ],
    [
      'a step that is none',
      ['--at', '+1h', '--plan', 'x:timeline.+={ demand: { shop/apy: { scale: 2 } } }'],
      3,
      'shop/apy',
    ],
    [
      'two plans of one name',
      ['@wide', '--at', '+1h', '--plan', `wide:${maxScale}=9`],
      2,
      "two plans are named 'wide'",
    ],
    ['a replication', ['@wide', '--at', '+1h', '--replication', '2'], 2, 'a study takes replications from 0 on'],
    [
      'a measure of nothing',
      ['@wide', '--at', '+1h', '--measure', 'load.failed of shop/apy'],
      2,
      "did you mean 'shop/workload/api'",
    ],
    ['instants without a bad end', ['@wide', '--every', '1h'], 2, '--every needs --until'],
    ['an interval of 0', ['@wide', '--every', '0', '--until', 'replica.evicted of shop/api'], 2, 'a duration above 0'],
    ['an interval that is none', ['@wide', '--every', 'often', '--until', 'replica.evicted'], 2, "found 'often'"],
    ['over 1,000 instants', ['@wide', '--every', '10s', '--until', 'replica.evicted'], 2, 'makes 1080 instants'],
    [
      'an unknown event',
      ['@wide', '--at', '+1h', '--until', 'replica.evictd of shop/api'],
      2,
      "did you mean 'replica.evicted'?",
    ],
    [
      'a bad end of nothing',
      ['@wide', '--at', '+1h', '--until', 'replica.evicted of shop/apy'],
      2,
      "did you mean 'shop/workload/api'",
    ],
    [
      'a step with its own instant',
      [
        '--every',
        '1h',
        '--until',
        'replica.evicted',
        '--plan',
        'x:timeline.+={ at: +2h, fault: { replicaKill: { of: shop/api } } }',
      ],
      2,
      "leave 'at' out",
    ],
    ['no runs', ['@wide', '--at', '+1h', '--runs', '0'], 2, '--runs takes'],
  ] as const)('refuses %s', (_, args, code, words) => {
    const outcome = run(...args);
    expect(outcome.code).toBe(code);
    expect(outcome.stderr.replace(/\s+/g, ' ')).toContain(words);
    expect(outcome.stdout).toBe('');
  });

  it('takes no export of a session', () => {
    const folder = folderOf({ 's.yaml': `${shop}session: 0\n` });
    const { code, stderr } = svcsim(['fork', 's.yaml', '@wide', '--at', '+1h'], { cwd: folder });
    expect([code, stderr]).toEqual([2, expect.stringContaining('export of a session')]);
  });

  it('says until when one can act, with the share of bad ends at each instant', () => {
    const file = fileURLToPath(new URL('../../../../scenarios/studies/act-in-time.yaml', import.meta.url));
    const asked = ['fork', file, '@growing', '--every', '2d', '--until', 'volume.full of shop/data', '--runs', '6'];
    const { code, stdout } = svcsim(asked, { cwd });
    expect(code).toBe(0);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(
      /^Acting until Tue 10 Mar [\d:]+ still prevents volume.full of shop\/data in at least 95 % of these 6 runs; from [\d:]+ on it comes too late in 1 of 6 runs. If nobody acts, volume.full of shop\/data happens in 6 of 6 runs./,
    );
    expect(stdout).toMatch(/Tue 10 Mar 00:00 +in 0 of 6 +0 % to 45.9 %/);
    expect(stdout).toContain('The tables below are of acting at Mon 2 Mar 00:00, the first instant;');
    const { instants, deadlines, until } = JSON.parse(svcsim([...asked, '--json'], { cwd }).stdout);
    expect(until).toBe('volume.full of shop/data');
    expect(instants).toHaveLength(11);
    expect(instants[0]).toMatchObject({ at: '2026-03-02T00:00:00.000Z', probability: 0, low: 0 });
    expect(deadlines).toMatchObject([{ plan: 'growing', answer: 'found', turnsBack: 0 }]);
  });

  it('finds the instant exactly where nothing is random', () => {
    const file = fileURLToPath(new URL('../../../../scenarios/studies/act-in-time.yaml', import.meta.url));
    const fixed = ['--set', 'params.growth=4', '--json'];
    const { stdout } = svcsim(
      ['fork', file, '@growing', '--every', '1d', '--until', 'volume.full of shop/data', ...fixed],
      { cwd },
    );
    // 40 GB at 4 GB a day: full on 12 March, 00:00.
    const { chance, sentence, deadlines } = JSON.parse(stdout);
    expect(chance).toBe('none');
    expect(sentence).toMatch(
      /^Acting until Wed 11 Mar 23:\d\d still prevents volume.full of shop\/data; from Thu 12 Mar 00:00 on it comes too late./,
    );
    expect(deadlines[0].tooLateAt).toBe('2026-03-12T00:00:00.000Z');
  });
});

/** The verbs `lesson` and `grade`, as a learner calls them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, type Outcome, shell, svcsim } from '../cli.ts';

class Learner {
  readonly cwd: string;

  constructor(cwd: string = folderOf()) {
    this.cwd = cwd;
  }

  lesson(...words: readonly string[]): Outcome {
    return svcsim(['lesson', ...words], { cwd: this.cwd });
  }

  edit(file: string, from: string, to: string): void {
    const path = join(this.cwd, file);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
  }

  /** Has the questions of the lesson shown, so that its exercises come. */
  revealAll(count: number): void {
    for (let index = 0; index < count; index += 1) this.lesson('reveal');
  }
}

describe('svcsim lesson', () => {
  it('goes from prediction to exercise: wrong, hint, right, change, done', () => {
    const learner = new Learner();
    const started = learner.lesson('start', '2');
    expect(started.stdout).toContain('A rollout that keeps its promise');
    expect(started.stdout).toContain('Question 1 of 4: predict');
    expect(existsSync(join(learner.cwd, '02-a-rollout.yaml'))).toBe(true);
    const wrong = learner.lesson('predict', '3');
    expect([wrong.code, wrong.stdout]).toEqual([1, expect.stringContaining('Three may come first.')]);
    expect(learner.lesson('predict', 'many').stdout).toContain('This was not counted as a try.');
    expect(learner.lesson('hint').stdout).toContain('Hint 1 of 2');
    const right = learner.lesson('predict', '5');
    expect([right.code, right.stdout]).toEqual([0, expect.stringContaining('✓ Right.')]);
    expect(right.stdout).toContain('rollout of version 2');
    expect(right.stdout).toContain('Question 2 of 4');
    expect(learner.lesson('check').stdout).toContain('Predict first');
    learner.revealAll(3);
    const undone = learner.lesson('check');
    expect([undone.code, undone.stdout]).toEqual([1, expect.stringContaining('the scenario is unchanged')]);
    learner.edit('02-a-rollout.yaml', 'maxSurgeReplicas: 25%', 'maxSurgeReplicas: 0');
    learner.edit('02-a-rollout.yaml', 'for: 2h', 'for: 3h');
    expect(learner.lesson('check').stdout).toContain('you changed for;');
    learner.edit('02-a-rollout.yaml', 'for: 3h', 'for: 2h');
    const done = learner.lesson('check');
    expect([done.code, done.stdout]).toEqual([0, expect.stringContaining('Done with 1 change.')]);
    expect(done.stdout).toContain('02-a-rollout.yaml is as at the start again.');
    expect(readFileSync(join(learner.cwd, '02-a-rollout.yaml'), 'utf8')).toContain('maxSurgeReplicas: 25%');
    const kept = join(learner.cwd, '.svcsim/done/02-a-rollout.no-surge.yaml');
    expect(readFileSync(kept, 'utf8')).toContain('maxSurgeReplicas: 0');
    expect(learner.lesson('list').stdout).toMatch(/> +02-a-rollout .* 4 of 4 +1 of 2/);
  });

  it('keeps a file of the learner: start leaves it, reset puts it aside', () => {
    const learner = new Learner();
    learner.lesson('start', '1');
    learner.edit('01-one-volume.yaml', 'scalingFactor: 2', 'scalingFactor: 1.5');
    expect(learner.lesson('start', '1').stdout).toContain('was here already');
    expect(readFileSync(join(learner.cwd, '01-one-volume.yaml'), 'utf8')).toContain('scalingFactor: 1.5');
    learner.lesson('reset');
    expect(readFileSync(join(learner.cwd, '01-one-volume.yaml'), 'utf8')).toContain('scalingFactor: 2');
    expect(readFileSync(join(learner.cwd, '01-one-volume.yaml.before'), 'utf8')).toContain('scalingFactor: 1.5');
    learner.lesson('reset');
    learner.edit('01-one-volume.yaml', 'scalingFactor: 2', 'scalingFactor: 1.7');
    expect(learner.lesson('reset').stdout).toContain('your changes are in 01-one-volume.yaml.before-2');
    expect(readFileSync(join(learner.cwd, '01-one-volume.yaml.before'), 'utf8')).toContain('scalingFactor: 1.5');
  });

  it('alone, says where the learner is', () => {
    const learner = new Learner();
    expect(learner.lesson().stdout).toContain('01-one-volume');
    learner.lesson('start', '3');
    expect(learner.lesson()).toMatchObject({ code: 0, stdout: expect.stringContaining('lesson 3 of 21') });
    expect(learner.lesson('predikt', '3')).toMatchObject({ code: 2, stderr: expect.stringContaining("'predikt'") });
  });

  it('a key that nothing reads is no solution', () => {
    const learner = new Learner();
    learner.lesson('start', '5');
    learner.revealAll(4);
    learner.edit('05-predictive-or-reactive.yaml', 'projectionHours: 24', 'projectionhours: 6');
    const { code, stdout } = learner.lesson('check');
    expect(code).toBe(1);
    expect(stdout).toContain('✗ projectionhours is not a known field');
  });

  it('numbers of entries are those of the unmodified scenario, whatever the file has', () => {
    const learner = new Learner();
    learner.lesson('start', '6');
    learner.edit('06-a-bad-day.yaml', 'scalingFactor: 1.2', 'scalingFactor: 2');
    const { stdout } = learner.lesson('reveal');
    expect(stdout).toMatch(/svcsim why \S*scenarios\/tour\/06-a-bad-day\.yaml \d+/);
  });

  it('watch ends where a question is open, and a finished lesson can be checked again', () => {
    const learner = new Learner();
    learner.lesson('start', '1');
    expect(learner.lesson('watch')).toMatchObject({ code: 1, stdout: expect.stringContaining('Predict first') });
    learner.revealAll(4);
    learner.edit('01-one-volume.yaml', 'scalingFactor: 2', 'scalingFactor: 1.2');
    expect(learner.lesson('check').stdout).toContain('The lesson is finished.');
    learner.edit('01-one-volume.yaml', 'scalingFactor: 1.2', 'scalingFactor: 2');
    expect(learner.lesson('check')).toMatchObject({ code: 1, stdout: expect.stringContaining('unchanged') });
  });

  it('a lesson whose scenario reads another file works in any folder', () => {
    const learner = new Learner();
    learner.lesson('start', '15');
    expect(svcsim(['run', '15-a-price-book.yaml', '-q'], { cwd: learner.cwd })).toMatchObject({ code: 0 });
    learner.revealAll(3);
    expect(learner.lesson('check').stdout).toContain('the scenario is unchanged');
  });

  it('an error in the file of the learner is shown at its place, and counts as not done', () => {
    const learner = new Learner();
    learner.lesson('start', '1');
    learner.revealAll(4);
    learner.edit('01-one-volume.yaml', 'for: 30d', 'for: 30 moons');
    const { code, stderr, stdout } = learner.lesson('check');
    expect([code, stderr]).toEqual([1, expect.stringContaining('01-one-volume.yaml:')]);
    expect(stdout).toContain('cannot be run');
  });

  it('a progress file that cannot be read is kept aside', () => {
    const learner = new Learner();
    mkdirSync(join(learner.cwd, '.svcsim'));
    writeFileSync(join(learner.cwd, '.svcsim/lessons.json'), '{ "half": ');
    const { code, stderr } = learner.lesson('start', '1');
    expect([code, stderr]).toEqual([0, expect.stringContaining('lessons.json.unreadable')]);
    expect(readFileSync(join(learner.cwd, '.svcsim/lessons.json.unreadable'), 'utf8')).toBe('{ "half": ');
  });

  it('two commands at once lose no progress', () => {
    const { cwd } = new Learner();
    shell(
      'svcsim lesson start 1; for i in 1 2 3 4; do svcsim lesson predict $i >/dev/null & svcsim lesson hint >/dev/null & done; wait',
      cwd,
    );
    shell('svcsim lesson predict 5d', cwd);
    const { lessons } = JSON.parse(readFileSync(join(cwd, '.svcsim/lessons.json'), 'utf8'));
    expect(lessons['01-one-volume'].questions.when).toMatchObject({ tries: ['5d'] });
    expect(lessons['01-one-volume'].questions.when.hints).toBeGreaterThan(0);
    expect(readdirSync(join(cwd, '.svcsim'))).toEqual(['lessons.json']);
  });

  it.each([
    [['start', '99'], "there is no lesson '99'; svcsim lesson list shows all"],
    [['start', 'a-rolout'], "there is no lesson 'a-rolout'; did you mean 02-a-rollout?"],
    [['predict', '3'], 'no lesson is started here; svcsim lesson start begins with the first'],
    [['list', '--lessons', 'nowhere'], 'there is no folder nowhere with lessons'],
  ])('%j says what to do', (words, message) => {
    const { code, stderr } = new Learner().lesson(...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('svcsim grade', () => {
  it('judges again what was answered and changed: a changed progress file earns nothing', () => {
    const group = folderOf();
    const folderFor = (name: string): Learner => {
      mkdirSync(join(group, name));
      return new Learner(join(group, name));
    };
    const [anna, ben, cleo] = [folderFor('anna'), folderFor('ben'), folderFor('cleo')];
    anna.lesson('start', '1');
    for (const answer of ['+6d', '+4d16h', '20 GB', '3', '95 s']) anna.lesson('predict', answer);
    anna.edit('01-one-volume.yaml', 'scalingFactor: 2', 'scalingFactor: 1.2');
    expect(anna.lesson('check').code).toBe(0);
    ben.lesson('start', '1');
    const path = join(ben.cwd, '.svcsim/lessons.json');
    const claimed = JSON.parse(readFileSync(path, 'utf8'));
    claimed.lessons['01-one-volume'].questions = { when: { tries: ['+1d'], state: 'right' } };
    claimed.lessons['01-one-volume'].exercises = { cheaper: { checks: 1, state: 'done', changes: 1 } };
    writeFileSync(path, JSON.stringify(claimed));
    cleo.lesson('start', '1');
    writeFileSync(join(cleo.cwd, '.svcsim/lessons.json'), '[]');
    const { stdout } = svcsim(['grade', group, '--json'], { cwd: group });
    const { learners } = JSON.parse(stdout);
    const counts = learners.map(
      (one: { learner: string; trouble: string | null; questions: object; exercises: object }) => [
        one.learner,
        one.trouble !== null,
        one.questions,
        one.exercises,
      ],
    );
    const none = { right: 0, atOnce: 0, revealed: 0 };
    expect(counts).toMatchObject([
      ['anna', false, { right: 4, atOnce: 3, revealed: 0 }, { done: 1, atPar: 1 }],
      ['ben', false, none, { done: 0 }],
      ['cleo', true, none, { done: 0 }],
    ]);
    expect(svcsim(['grade', group], { cwd: group }).stdout).toMatch(/anna +4 of \d+ +3 +0 +1 of \d+ +1 +0/);
  });

  it('a folder without learners says what is missing', () => {
    const cwd = folderOf();
    expect(svcsim(['grade', '.'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no folder in . has a .svcsim/lessons.json'),
    });
  });
});

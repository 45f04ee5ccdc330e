/** The verbs `lesson` and `grade`. */
import type { Command } from 'commander';
import type { LessonFlags } from '../commands/lesson/lesson.ts';
import { filled } from './options.ts';

/** Adds the verbs of the course, and of those who teach it. */
export function addLessonVerbs(root: Command): void {
  const lesson = root
    .command('lesson')
    .description('learn the platform: predict, run, see why, change the scenario')
    .addHelpText(
      'after',
      `
A lesson asks what a run will do, answers from the run, and explains with the
journal. Then you change your copy of its scenario until a goal is reached.
Progress is kept in .svcsim/lessons.json of the current folder. svcsim lesson
alone says where you are.

Examples:
  svcsim lesson list
  svcsim lesson start                       the first lesson that is open
  svcsim lesson start 2
  svcsim lesson predict 2d5h
  svcsim lesson hint
  svcsim lesson check                       exit code 1 until the goal is reached
  svcsim lesson watch                       check again at each save
  svcsim lesson next`,
    );
  lesson.allowExcessArguments().action(async () => {
    const [word] = lesson.args;
    if (word !== undefined)
      lesson.error(`error: unknown command '${word}'`, { code: 'commander.unknownCommand', exitCode: 1 });
    const { where } = await import('../commands/lesson/lesson.ts');
    process.exitCode = where();
  });
  const verb = (name: string, says: string): Command =>
    lesson
      .command(name)
      .description(says)
      .option('--lessons <dir>', 'a folder of lesson files, in place of the course', filled);

  verb('list', 'show all lessons, and what is done').action(async (flags: LessonFlags) => {
    const { list } = await import('../commands/lesson/lesson.ts');
    process.exitCode = list(flags);
  });
  verb('start', 'begin a lesson: introduction, first question, a scenario to change')
    .argument('[lesson]', 'its number or name, or a lesson file; default: the first that is open')
    .option('--force', 'write the scenario anew; your file is kept as FILE.before')
    .action(async (name: string | undefined, flags: LessonFlags) => {
      const { start } = await import('../commands/lesson/lesson.ts');
      process.exitCode = await start(name, flags);
    });
  verb('predict', 'answer the open question; without an answer, show it')
    .argument('[answer...]', 'such as 2d5h, 54 s, 17, 7.45 USD, or the letter of a choice')
    .action(async (words: readonly string[], flags: LessonFlags) => {
      const { predict } = await import('../commands/lesson/lesson.ts');
      process.exitCode = await predict(words, flags);
    });
  verb('check', 'run your scenario and compare it with the goal of the exercise').action(async (flags: LessonFlags) => {
    const { check } = await import('../commands/lesson/check.ts');
    process.exitCode = await check(flags);
  });
  verb('watch', 'check at each save until the goal is reached').action(async (flags: LessonFlags) => {
    const { watch } = await import('../commands/lesson/check.ts');
    process.exitCode = await watch(flags);
  });
  verb('hint', 'show the next hint').action(async (flags: LessonFlags) => {
    const { hint } = await import('../commands/lesson/lesson.ts');
    process.exitCode = await hint(flags);
  });
  verb('reveal', 'show the answer of the question, or a solution of the exercise').action(
    async (flags: LessonFlags) => {
      const { reveal } = await import('../commands/lesson/lesson.ts');
      process.exitCode = await reveal(flags);
    },
  );
  verb('reset', 'begin a lesson anew; your file is kept as FILE.before')
    .argument('[lesson]', 'default: the lesson that was started last')
    .action(async (name: string | undefined, flags: LessonFlags) => {
      const { reset } = await import('../commands/lesson/lesson.ts');
      process.exitCode = await reset(name, flags);
    });
  verb('next', 'start the lesson after the current one').action(async (flags: LessonFlags) => {
    const { next } = await import('../commands/lesson/lesson.ts');
    process.exitCode = await next(flags);
  });

  root
    .command('grade')
    .description('grade learners from their folders: answers and exercises are checked again')
    .argument('<dir>', 'the folder of a learner, or one with a folder for each learner')
    .option('--lessons <dir>', 'a folder of lesson files, in place of the course', filled)
    .option('--json', 'print one JSON document on standard output')
    .option('-q, --quiet', 'print no progress')
    .addHelpText(
      'after',
      `
svcsim lesson keeps the progress of a learner in .svcsim of the learner's folder,
with the file of each exercise that is done.

Examples:
  svcsim grade class/
  svcsim grade class/ --json > grades.json`,
    )
    .action(async (folder: string, flags) => {
      const { grade } = await import('../commands/lesson/grade.ts');
      process.exitCode = await grade(folder, flags);
    });
}

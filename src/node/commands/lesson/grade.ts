/** `svcsim grade`: what the learners of a class have done, checked again from their folders. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type AnswerValue, answerValue } from '../../../lesson/answerValue.ts';
import { judgeAnswer } from '../../../lesson/givenAnswer.ts';
import type {
  GradeDocument,
  GradedExercise,
  GradedLearner,
  GradedLesson,
  GradedQuestion,
} from '../../../lesson/gradeDocument.ts';
import type { Lesson, LessonExercise, LessonQuestion } from '../../../lesson/lesson.ts';
import { type LessonRun, unmodifiedRun } from '../../../lesson/lessonRun.ts';
import { answeredIn, type LessonProgress, noProgress, progressIn, triedIn } from '../../../lesson/progress.ts';
import { jsonText } from '../../../report/words/jsonText.ts';
import { tableLines } from '../../../report/words/table.ts';
import { canvasOf } from '../../canvas.ts';
import { exitCode, Stop } from '../../exit.ts';
import { readCourse } from '../../lesson/lessonFiles.ts';
import { doneFile, progressPath, readProgress } from '../../lesson/progressFile.ts';
import { progressBar } from '../../progress.ts';
import { say } from '../../say.ts';
import { checkedFile } from './check.ts';
import { sayLines } from './lessonWords.ts';

export interface GradeFlags {
  readonly lessons?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Grades the folders in a folder, or one folder of a learner. */
export async function grade(folder: string, flags: GradeFlags): Promise<number> {
  const learners = learnerFolders(folder);
  const course = readCourse(flags.lessons);
  const runs = new Map<string, LessonRun>();
  const bar = progressBar('grade', flags.quiet === true || flags.json === true);
  const graded: GradedLearner[] = [];
  for (const [index, path] of learners.entries()) {
    bar.update(index / learners.length, index);
    await setImmediate();
    graded.push(gradedLearner(path, course, runs));
  }
  bar.clear();
  const document: GradeDocument = {
    schema: 'svcsim/grade/1',
    lessons: course.map(({ name }) => name),
    learners: graded,
  };
  if (flags.json === true) say(process.stdout, jsonText(document));
  else sayLines(...gradeLines(document));
  return exitCode.ok;
}

function learnerFolders(folder: string): readonly string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new Stop(
      exitCode.usage,
      `there is no folder ${folder}; give the folder of a learner, or one with a folder for each`,
    );
  if (existsSync(progressPath(folder))) return [folder];
  const found = readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isDirectory() && existsSync(progressPath(path)));
  if (found.length > 0) return found;
  throw new Stop(exitCode.usage, `no folder in ${folder} has a .svcsim/lessons.json, which svcsim lesson writes`);
}

function gradedLearner(path: string, course: readonly Lesson[], runs: Map<string, LessonRun>): GradedLearner {
  const found = readProgress(path);
  const progress = typeof found === 'string' ? noProgress : found;
  const lessons = course.map((lesson): GradedLesson => {
    const own = progressIn(progress, lesson.name);
    return {
      lesson: lesson.name,
      questions: lesson.questions.map((one) => gradedQuestion(lesson, one, own, runs)),
      exercises: lesson.exercises.map((one) => gradedExercise(path, lesson, one, own)),
    };
  });
  const questions = lessons.flatMap((one) => one.questions);
  const exercises = lessons.flatMap((one) => one.exercises);
  const countOf = <One>(all: readonly One[], fits: (one: One) => boolean): number => all.filter(fits).length;
  return {
    learner: basename(resolve(path)),
    trouble: typeof found === 'string' ? found : null,
    lessons,
    questions: {
      all: questions.length,
      right: countOf(questions, ({ rightAtTry }) => rightAtTry !== null),
      atOnce: countOf(questions, ({ rightAtTry, hints }) => rightAtTry === 1 && hints === 0),
      revealed: countOf(questions, ({ isRevealed }) => isRevealed),
    },
    exercises: {
      all: exercises.length,
      done: countOf(exercises, ({ isDone }) => isDone),
      atPar: countOf(exercises, ({ isDone, changes, par }) => isDone && changes <= par),
      revealed: countOf(exercises, ({ isRevealed }) => isRevealed),
    },
  };
}

function gradedQuestion(
  lesson: Lesson,
  question: LessonQuestion,
  progress: LessonProgress,
  runs: Map<string, LessonRun>,
): GradedQuestion {
  const { tries, hints, state } = answeredIn(progress, question.id);
  const answer = tries.length === 0 ? null : answerOf(lesson, question, runs);
  const right =
    answer === null
      ? -1
      : tries.findIndex((one) => judgeAnswer(question, answer, one, lesson.subject.scenario).kind === 'right');
  return {
    question: question.id,
    rightAtTry: right < 0 ? null : right + 1,
    tries: tries.length,
    hints,
    isRevealed: state === 'revealed',
  };
}

/** The unmodified run of a lesson is made once for all learners. */
function answerOf(lesson: Lesson, question: LessonQuestion, runs: Map<string, LessonRun>): AnswerValue {
  const run = runs.get(lesson.name) ?? unmodifiedRun(lesson);
  runs.set(lesson.name, run);
  const answer = answerValue(question.answer, run);
  if (typeof answer === 'string')
    throw new Stop(exitCode.invalid, `${lesson.name}: question ${question.id}: ${answer}`);
  return answer;
}

/**
 * A learner works on one file a lesson, and each exercise has its own goal: of one that was done the file as it was
 * then is checked, of another the file as it is now.
 */
function gradedExercise(
  path: string,
  lesson: Lesson,
  exercise: LessonExercise,
  progress: LessonProgress,
): GradedExercise {
  const { checks, hints, isRevealed } = triedIn(progress, exercise.id);
  const given = { exercise: exercise.id, par: exercise.par, checks, hints, isRevealed };
  const files = [doneFile(path, lesson.name, exercise.id), ...(checks > 0 ? [join(path, progress.file)] : [])];
  const file = files.find((one) => existsSync(one) && statSync(one).isFile());
  if (file === undefined) return { ...given, isDone: false, changes: 0, missing: [] };
  const { problems, forbidden, ignored, goals, isDone, changed } = checkedFile(lesson, exercise, file);
  const missing = [
    ...problems.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    ...forbidden.map((one) => `changed ${one}, which the exercise does not allow`),
    ...ignored,
    ...goals.filter(({ pass }) => !pass).map(({ message }) => message),
  ];
  return { ...given, isDone, changes: changed.length, missing };
}

function gradeLines({ learners }: GradeDocument): readonly string[] {
  const titles = ['learner', 'questions\nright', 'at once', 'revealed', 'exercises\ndone', 'at par', 'revealed'];
  const columns = titles.map((title, index) => ({
    title,
    align: index === 0 ? ('left' as const) : ('right' as const),
  }));
  const rows = learners.map(({ learner, questions, exercises }) => [
    learner,
    ...[`${questions.right} of ${questions.all}`, String(questions.atOnce), String(questions.revealed)],
    ...[`${exercises.done} of ${exercises.all}`, String(exercises.atPar), String(exercises.revealed)],
  ]);
  const troubles = learners.flatMap(({ learner, trouble }) => (trouble === null ? [] : [`  ${learner}: ${trouble}`]));
  return [
    ...tableLines(columns, rows, canvasOf(process.stdout)),
    ...(troubles.length === 0 ? [] : ['', ...troubles]),
    '',
    '  at once: right at the first try and without a hint. --json has each question and exercise.',
  ];
}

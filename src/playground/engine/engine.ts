/**
 * The engine of the playground: answers the page's questions about the scenario that was opened last, and about the
 * lesson that is taken.
 */
import { capturePlan } from '../../experiment/study/planText.ts';
import { wantedOf } from '../../experiment/whyNot/wanted.ts';
import { whyNot } from '../../experiment/whyNot/whyNot.ts';
import { whyOf } from '../../lesson/whyOf.ts';
import { whyNotText } from '../../report/whyNot/whyNotText.ts';
import { noPaint } from '../../report/words/paint.ts';
import type { Canvas } from '../../report/words/placedTable.ts';
import { tableLines } from '../../report/words/table.ts';
import type {
  CheckedView,
  OpenedRun,
  OpenQuestion,
  PlaygroundCall,
  PlaygroundCalls,
  ScenarioText,
} from '../protocol.ts';
import { withStep } from './branch.ts';
import { differences } from './differences.ts';
import { completionAt } from './editing/completion.ts';
import { hoverAt } from './editing/hover.ts';
import { knobsIn, turnedKnob } from './knobs.ts';
import { checked, judged, lessonView, readerOf, revealed, type TakenLesson, takeLesson } from './lessonDesk.ts';
import { decisionsAt, entriesBetween, momentAt, stepFrom } from './moment.ts';
import { commandFor, ranFrom } from './openScenario.ts';
import { forkAt, type RecordedRun, type RunBudget } from './recordedRun.ts';
import { worldView } from './worldView.ts';

/** A handler yields the share that is done, 0 to 1, wherever it may be interrupted. */
type Answering<Reply> = Generator<number, Reply>;
type Handlers = {
  readonly [Call in PlaygroundCall]: (
    ask: PlaygroundCalls[Call]['ask'],
  ) => Answering<PlaygroundCalls[Call]['reply']> | PlaygroundCalls[Call]['reply'];
};

/** The page breaks the lines. */
const plainCanvas: Canvas = { width: Number.MAX_SAFE_INTEGER, paint: noPaint, table: tableLines };

/** A question of why-not makes many runs, so it may take so many budgets. */
const whyNotTimes = 4;

interface OpenScenario {
  readonly source: ScenarioText;
  readonly recorded: RecordedRun;
}

export class PlaygroundEngine {
  private readonly budget: RunBudget;
  private opened: OpenScenario | null = null;
  private taken: TakenLesson | null = null;

  constructor(budget: RunBudget) {
    this.budget = budget;
  }

  /** Answers a question; throws an `Error` with a sentence for the reader if it cannot. */
  *answer<Call extends PlaygroundCall>(
    call: Call,
    ask: PlaygroundCalls[Call]['ask'],
  ): Answering<PlaygroundCalls[Call]['reply']> {
    const answered = (this.handlers[call] as (ask: unknown) => unknown)(ask);
    type Reply = PlaygroundCalls[Call]['reply'];
    return isGenerator(answered) ? ((yield* answered) as Reply) : (answered as Reply);
  }

  private readonly handlers: Handlers = {
    open: (source) => this.open(source),
    seek: ({ at }) => momentAt(this.recorded, at),
    glance: ({ at }) => worldView(forkAt(this.recorded, at, true)),
    step: (question) => ({ at: stepFrom(this.recorded, question) }),
    entries: (question) => entriesBetween(this.recorded, question),
    why: ({ seq }) => whyOf(this.recorded, seq),
    decisions: ({ at }) => decisionsAt(this.recorded, at),
    whyNot: (question) => this.whyNot(question),
    branch: ({ step }) => this.branch(step),
    // The worker has ended what was worked on.
    stop: () => null,
    complete: ({ text, offset }) => completionAt(text, offset),
    hover: ({ text, offset }) => hoverAt(text, offset),
    lesson: ({ file, files }) => {
      const taken = takeLesson(file, files);
      if (!('lesson' in taken)) return { problems: taken };
      this.taken = taken;
      return lessonView(taken);
    },
    judge: ({ question, given }) => judged(this.lesson, question, given),
    reveal: ({ question }) => revealed(this.lesson, question),
    check: (question) => this.check(question),
    knobs: ({ text, edit }) => knobsIn(text, edit),
    turn: turnedKnob,
  };

  private get recorded(): RecordedRun {
    if (this.opened === null) throw new Error('No scenario has run yet.');
    return this.opened.recorded;
  }

  private get lesson(): TakenLesson {
    if (this.taken === null) throw new Error('No lesson has been started.');
    return this.taken;
  }

  private *open({ msMax = this.budget.msMax, ...source }: OpenQuestion): Answering<OpenedRun> {
    const { result, recorded } = yield* ranFrom(source, { ...this.budget, msMax });
    if (recorded !== null) this.opened = { source, recorded };
    return result;
  }

  private *branch(step: string): Answering<PlaygroundCalls['branch']['reply']> {
    if (this.opened === null) throw new Error('No scenario has run yet.');
    const { source, recorded } = this.opened;
    const text = withStep(source.text, step);
    const { result, recorded: changed } = yield* ranFrom({ ...source, text }, this.budget);
    return { text, run: result, differences: changed === null ? [] : differences(recorded.report, changed.report) };
  }

  /** Runs the text within the budget first: the check itself cannot be interrupted. */
  private *check({ exercise, ...source }: PlaygroundCalls['check']['ask']): Answering<CheckedView> {
    const isOpen = this.opened?.source.text === source.text && this.opened.source.file === source.file;
    const recorded = isOpen ? this.opened?.recorded : (yield* ranFrom(source, this.budget)).recorded;
    if (recorded != null && recorded.stopped !== null)
      throw new Error(
        `This change makes the run too long for the playground. Try a smaller one, or check it with: svcsim lesson check`,
      );
    return checked(this.lesson, exercise, source);
  }

  private *whyNot({
    wanted: text,
    at,
  }: PlaygroundCalls['whyNot']['ask']): Answering<PlaygroundCalls['whyNot']['reply']> {
    if (this.opened === null) throw new Error('No scenario has run yet.');
    const { source, recorded } = this.opened;
    const wanted = wantedOf(text);
    if (typeof wanted === 'string') throw new Error(wanted);
    const { plan } = capturePlan(source.text, { file: source.file, read: readerOf(source.files) });
    const steps = whyNot({ text: text.trim(), wanted, plan, scenario: recorded.scenario, at });
    const { clock, msMax } = this.budget;
    for (let usedMs = 0; ; ) {
      const began = clock();
      const step = steps.next();
      usedMs += clock() - began;
      if (step.done !== true && usedMs > whyNotTimes * msMax)
        throw new Error(
          `The playground tries changes for at most 20 seconds. Ask ${commandFor('why-not', source.file)}`,
        );
      if (step.done !== true) {
        yield 0;
        continue;
      }
      if (typeof step.value === 'string') throw new Error(step.value);
      return { text: whyNotText(step.value, plainCanvas) };
    }
  }
}

function isGenerator(value: unknown): value is Generator<number, unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && 'throw' in value;
}

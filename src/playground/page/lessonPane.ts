/**
 * The right of the page: the lesson that is taken. Predict, see, explain, then change.
 */

import type { LessonProgress } from '../../lesson/progress.ts';
import { answeredIn, progressIn, triedIn, withExercise, withLesson, withQuestion } from '../../lesson/progress.ts';
import { button, type Child, h } from '../../web/view/element.ts';
import type { ExerciseView, LessonView, QuestionView, RevealedAnswer } from '../protocol.ts';
import { checkedParts } from './checkedParts.ts';
import type { CourseContent } from './course.ts';
import type { EngineClient } from './engineClient.ts';
import { KnobPanel } from './knobPanel.ts';
import { markedText } from './markedText.ts';
import type { PageStore } from './store.ts';

/** What the lesson needs of the page. */
export interface LessonPaneParts {
  readonly engine: EngineClient;
  readonly course: CourseContent;
  readonly store: PageStore;
  /** The scenario in the editor. */
  readonly source: () => { readonly file: string; readonly text: string };
  readonly replace: (from: number, to: number, text: string) => void;
  /** Moves the pictures to what explains an answer. @param takesFocus whether the reader goes there, too */
  readonly show: (show: NonNullable<RevealedAnswer['show']>, takesFocus: boolean) => void;
  /** Covers the pictures while a prediction is open, or shows them. */
  readonly veil: (isOn: boolean) => void;
  /** Puts the unmodified scenario into the editor. */
  readonly restart: (lesson: LessonView) => void;
  readonly openLesson: (name: string) => void;
  readonly onProgress: () => void;
}

type Step =
  | { readonly kind: 'question'; readonly question: QuestionView; readonly number: number }
  | { readonly kind: 'exercise'; readonly exercise: ExerciseView; readonly number: number };

/** `revealed`: the answer was shown, not given. */
type StepState = 'open' | 'done' | 'revealed';
const stepStates = { open: '', done: 'done', revealed: 'answer shown' } as const;
const dotMarks: { readonly [State in StepState]?: string } = { done: '✓', revealed: '–' };

export class LessonPane {
  readonly element = h('section', {
    class: 'pane pane-lesson',
    id: 'pane-lesson',
    'aria-label': 'Lesson',
    tabindex: 0,
  });
  private readonly parts: LessonPaneParts;
  private lesson: LessonView | null = null;
  private step = 0;
  /** The exercise that the text in the editor is for; null: none yet. */
  private workedOn: string | null = null;
  private readonly revealedAnswers = new Map<string, RevealedAnswer>();
  private readonly knobs: KnobPanel;
  /** Of the exercise that is shown: what the last check found is of an older text now. */
  private unchecked: () => void = () => {};

  constructor(parts: LessonPaneParts) {
    this.parts = parts;
    this.knobs = new KnobPanel(parts);
  }

  get name(): string | null {
    return this.lesson?.name ?? null;
  }

  /** Shows a lesson at its first open step. */
  open(lesson: LessonView): void {
    this.lesson = lesson;
    this.revealedAnswers.clear();
    const open = this.steps().findIndex((step) => !this.isDone(step));
    this.step = open < 0 ? 0 : open;
    const step = this.steps()[this.step];
    this.workedOn = step?.kind === 'exercise' ? step.exercise.id : null;
    this.draw();
  }

  /** Shows that no lesson is taken. */
  close(...words: readonly Child[]): void {
    this.lesson = null;
    void this.knobs.open(null);
    this.parts.veil(false);
    this.element.replaceChildren(h('h2', {}, 'Your own scenario'), ...(words as (Node | string)[]));
  }

  /** The text has changed: sliders must follow it. */
  async textChanged(): Promise<void> {
    this.unchecked();
    await this.knobs.follow();
  }

  private steps(): readonly Step[] {
    const { questions, exercises } = this.lesson ?? { questions: [], exercises: [] };
    return [
      ...questions.map((question, index): Step => ({ kind: 'question', question, number: index + 1 })),
      ...exercises.map((exercise, index): Step => ({ kind: 'exercise', exercise, number: index + 1 })),
    ];
  }

  private get progress(): LessonProgress {
    return progressIn(this.parts.store.progress(), this.lesson?.name ?? '');
  }

  private change(change: (progress: LessonProgress) => LessonProgress): void {
    const name = this.lesson?.name;
    if (name === undefined) return;
    this.parts.store.changeProgress((course) => withLesson({ ...course, current: name }, name, change));
    this.parts.onProgress();
  }

  private isDone(step: Step): boolean {
    return this.stateOf(step) !== 'open';
  }

  private stateOf(step: Step): StepState {
    if (step.kind === 'exercise') return triedIn(this.progress, step.exercise.id).state === 'done' ? 'done' : 'open';
    const { state } = answeredIn(this.progress, step.question.id);
    return state === 'right' ? 'done' : state;
  }

  private draw(): void {
    const { lesson } = this;
    if (lesson === null) return;
    const { course } = this.parts;
    const steps = this.steps();
    const step = steps[this.step];
    const isFirst = this.step === 0;
    const intro = h(
      'details',
      { class: 'intro', open: isFirst },
      h('summary', {}, 'The idea'),
      markedText(lesson.intro, course),
    );
    this.unchecked = () => {};
    this.element.replaceChildren(
      h('h2', {}, lesson.title),
      this.dots(steps),
      intro,
      step === undefined ? this.finish() : step.kind === 'question' ? this.question(step) : this.exercise(step),
    );
    void this.knobs.open(step?.kind === 'exercise' ? step.exercise.edit : null);
  }

  /** One button for each step: done, current or open. */
  private dots(steps: readonly Step[]): HTMLElement {
    const items = steps.map((step, index) => {
      const name = step.kind === 'question' ? `Question ${step.number}` : `Exercise ${step.number}`;
      const state = this.stateOf(step);
      const mark = step.kind === 'question' ? String(step.number) : '✎';
      return button(dotMarks[state] ?? mark, () => this.go(index), {
        class: `dot is-${state}`,
        'aria-label': `${name}${state === 'open' ? '' : `, ${stepStates[state]}`}`,
        'aria-current': index === this.step ? 'step' : undefined,
        title: name,
      });
    });
    return h('nav', { class: 'dots', 'aria-label': 'Steps of the lesson' }, ...items);
  }

  private go(index: number): void {
    const step = this.steps()[index];
    const [before, id] = [this.workedOn, step?.kind === 'exercise' ? step.exercise.id : null];
    // Each exercise begins with the unmodified scenario.
    if (this.lesson !== null && before !== null && id !== null && before !== id) this.parts.restart(this.lesson);
    this.workedOn = id ?? before;
    this.step = index;
    this.draw();
    this.element.scrollTop = 0;
    this.element.querySelector<HTMLElement>('.step')?.focus({ preventScroll: true });
  }

  private next(): HTMLElement {
    const isLast = this.step === this.steps().length - 1;
    return button(isLast ? 'Finish' : 'Next', () => this.go(this.step + 1), { class: 'primary' });
  }

  private question({ question, number }: Extract<Step, { readonly kind: 'question' }>): HTMLElement {
    const { course } = this.parts;
    const room = h('div', { class: 'feedback', role: 'status', 'aria-live': 'polite' });
    const hints = this.hints(question.hints, answeredIn(this.progress, question.id).hints, (count) =>
      this.change((progress) => withQuestion(progress, question.id, { hints: count })),
    );
    const isOpen = answeredIn(this.progress, question.id).state === 'open';
    this.parts.veil(isOpen && !this.revealedAnswers.has(question.id));
    const form = isOpen ? this.answerForm(question, room) : null;
    if (!isOpen) void this.reveal(question, room, false);
    return h(
      'div',
      { class: 'step', tabindex: -1 },
      h('p', { class: 'step-kind' }, `Predict, question ${number}`),
      h('div', { class: 'ask' }, markedText(question.ask, course)),
      form,
      room,
      isOpen ? hints : null,
    );
  }

  private answerForm(question: QuestionView, room: HTMLElement): HTMLElement {
    const { course } = this.parts;
    const typed = h('input', {
      type: 'text',
      class: 'answer-text',
      'aria-label': 'Your prediction',
      'aria-describedby': 'answer-form',
      autocomplete: 'off',
    });
    const choices = question.choices?.map(({ id, text }) =>
      h(
        'label',
        { class: 'choice-line' },
        h('input', { type: 'radio', name: `choice-${question.id}`, value: id }),
        h('b', {}, `${id})`),
        h('span', {}, markedText(text, course)),
      ),
    );
    const said = h('p', { class: 'wrong', role: 'status' });
    const given = (): string => {
      if (choices === undefined) return typed.value;
      return form.querySelector<HTMLInputElement>('input[type=radio]:checked')?.value ?? '';
    };
    const form = h(
      'form',
      {
        class: 'answer-form',
        on: {
          submit: (event) => {
            event.preventDefault();
            said.textContent = '';
            room.replaceChildren();
            void this.judge(question, given(), form, room, said);
          },
        },
      },
      ...(choices ?? [typed]),
      said,
      choices === undefined ? h('p', { class: 'soft', id: 'answer-form' }, `Give ${question.form}.`) : null,
      h(
        'div',
        { class: 'form-line' },
        h('button', { type: 'submit', class: 'primary' }, 'Predict'),
        button('Show the answer', () => void this.reveal(question, room, true, form), { class: 'secondary' }),
      ),
    );
    return form;
  }

  /** @param said under the field: what is wrong with the form of the answer */
  private async judge(
    question: QuestionView,
    given: string,
    form: HTMLElement,
    room: HTMLElement,
    said: HTMLElement,
  ): Promise<void> {
    if (given.trim() === '') {
      said.textContent = 'Give a prediction first: a guess is enough.';
      return;
    }
    try {
      const judged = await this.parts.engine.ask('judge', { question: question.id, given });
      if (judged.kind === 'unread') {
        said.textContent = judged.message;
        return;
      }
      const { tries } = answeredIn(this.progress, question.id);
      const state = judged.kind === 'right' ? 'right' : 'open';
      this.change((progress) => withQuestion(progress, question.id, { tries: [...tries, given], state }));
      if (judged.kind === 'right') {
        form.remove();
        this.showAnswer(question, judged.revealed, room, 'Right.');
        return;
      }
      const choice = question.choices?.find(({ id }) => id === given);
      const words = (choice === undefined ? given : `${given}) ${choice.text}`).replace(/\.?$/, '.');
      const side = judged.answerIs === null ? '' : ` The answer is ${judged.answerIs}.`;
      const explained = judged.say === null ? '' : markedText(judged.say, this.parts.course);
      room.replaceChildren(
        h('p', { class: 'wrong' }, `Not yet: ${words}${judged.say === null ? side : ''}`),
        explained,
      );
    } catch (error) {
      room.replaceChildren(h('p', { class: 'wrong' }, error instanceof Error ? error.message : String(error)));
    }
  }

  private async reveal(
    question: QuestionView,
    room: HTMLElement,
    isGivenUp: boolean,
    form?: HTMLElement,
  ): Promise<void> {
    const revealed = await this.parts.engine.ask('reveal', { question: question.id });
    if (isGivenUp) {
      this.change((progress) => withQuestion(progress, question.id, { state: 'revealed' }));
      form?.remove();
    }
    this.showAnswer(question, revealed, room, isGivenUp ? 'The answer:' : 'Your prediction is done.', isGivenUp);
  }

  private showAnswer(
    question: QuestionView,
    revealed: RevealedAnswer,
    room: HTMLElement,
    head: string,
    moves = true,
  ): void {
    const { course, show: move } = this.parts;
    const { answer, say, show } = revealed;
    const next = this.next();
    this.revealedAnswers.set(question.id, revealed);
    this.parts.veil(false);
    this.element.querySelector('.hint-room')?.remove();
    room.replaceChildren(
      h('p', { class: 'right' }, h('b', {}, head), ` ${answer}`),
      say === null ? '' : markedText(say, course),
      h(
        'div',
        { class: 'form-line' },
        next,
        show === null ? null : button('Show it in the timeline', () => move(show, true), { class: 'secondary' }),
      ),
    );
    if (moves && show !== null) move(show, false);
    if (moves) next.focus();
    this.refreshDots();
  }

  private refreshDots(): void {
    this.element.querySelector('.dots')?.replaceWith(this.dots(this.steps()));
  }

  /** Hints come one by one. @param count how many were shown before */
  private hints(hints: readonly string[], count: number, onShown: (count: number) => void): HTMLElement | null {
    if (hints.length === 0) return null;
    const list = h('ol', { class: 'hints', 'aria-live': 'polite' });
    let shown = 0;
    const add = (): void => {
      const hint = hints[shown];
      if (hint === undefined) return;
      list.append(h('li', {}, markedText(hint, this.parts.course)));
      shown += 1;
      more.hidden = shown >= hints.length;
      more.textContent = shown === 0 ? 'Hint' : 'Next hint';
    };
    const more = button(
      'Hint',
      () => {
        add();
        onShown(shown);
      },
      { class: 'secondary' },
    );
    while (shown < Math.min(count, hints.length)) add();
    return h('div', { class: 'hint-room' }, list, more);
  }

  private exercise({ exercise, number }: Extract<Step, { readonly kind: 'exercise' }>): HTMLElement {
    const { course } = this.parts;
    this.parts.veil(false);
    // The whole run of what may be changed: not what the last question was about.
    const [, gvc, name] = /^([^./]+)\/[^./]+\/([^.]+)\./.exec(exercise.edit[0] ?? '') ?? [];
    const of = gvc === undefined ? null : `${gvc}/${name}`;
    this.parts.show({ from: null, until: null, of, why: null, at: null }, false);
    const asked = h('ul', { class: 'goals' }, ...exercise.goals.map((goal) => h('li', {}, goal)));
    const goals = h('div', { class: 'feedback', role: 'status', 'aria-live': 'polite' }, asked);
    const check = async (): Promise<void> => {
      press.disabled = true;
      goals.replaceChildren(h('p', { class: 'soft' }, 'Running it ...'));
      this.unchecked = () => {};
      try {
        // A field gives its value when it loses the focus to the button.
        await this.knobs.settled();
        const { files } = this.lesson?.scenario ?? { files: {} };
        const source = this.parts.source();
        const checked = await this.parts.engine.ask('check', { ...source, files, exercise: exercise.id });
        const { checks } = triedIn(this.progress, exercise.id);
        this.change((progress) =>
          withExercise(progress, exercise.id, {
            checks: checks + 1,
            ...(checked.isDone ? { state: 'done', changes: checked.changed.length } : {}),
          }),
        );
        goals.replaceChildren(...checkedParts(checked, exercise, course));
        if (checked.isDone) goals.append(h('div', { class: 'form-line' }, this.next()));
        this.unchecked = () => {
          if (this.parts.source().text === source.text) return;
          const note = h('p', { class: 'soft' }, 'The scenario has changed: not checked since.');
          if (checked.isDone) goals.querySelector('.goals')?.replaceWith(note);
          else goals.replaceChildren(note);
        };
        this.unchecked();
        this.refreshDots();
      } catch (error) {
        goals.replaceChildren(h('p', { class: 'wrong' }, error instanceof Error ? error.message : String(error)));
      }
      press.disabled = false;
    };
    const press = button('Check', () => void check(), { class: 'primary' });
    const hints = this.hints(exercise.hints, triedIn(this.progress, exercise.id).hints, (count) =>
      this.change((progress) => withExercise(progress, exercise.id, { hints: count })),
    );
    const { lesson } = this;
    const beginAnew = (own: LessonView): void => {
      this.parts.restart(own);
      this.draw();
    };
    return h(
      'div',
      { class: 'step', tabindex: -1 },
      h('p', { class: 'step-kind' }, `Change, exercise ${number}`),
      h('div', { class: 'ask' }, markedText(exercise.ask, course)),
      this.knobs.element,
      h(
        'div',
        { class: 'form-line' },
        press,
        lesson === null ? null : button('Start again', () => beginAnew(lesson), { class: 'secondary' }),
        this.isDone({ kind: 'exercise', exercise, number }) ? this.next() : null,
      ),
      goals,
      hints,
    );
  }

  private finish(): HTMLElement {
    const { course } = this.parts;
    const index = course.lessons.findIndex(({ name }) => name === this.lesson?.name);
    const following = course.lessons[index + 1];
    return h(
      'div',
      { class: 'step', tabindex: -1 },
      h('p', { class: 'step-kind' }, 'The end of this lesson'),
      h('p', {}, 'Now change the scenario as you like: everything runs again as you type.'),
      following === undefined
        ? null
        : button(`Next lesson: ${following.title}`, () => this.parts.openLesson(following.name), { class: 'primary' }),
    );
  }
}

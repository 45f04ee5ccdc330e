/**
 * The playground as a whole: what the editor has is run by the engine, and shown; lessons and links open scenarios.
 */
import { progressIn } from '../../lesson/progress.ts';
import { patterns } from '../../web/shell/patterns.ts';
import { followMachine } from '../../web/shell/theme.ts';
import { button, h } from '../../web/view/element.ts';
import type { LessonView, OpenedRun, RevealedAnswer, ScenarioText } from '../protocol.ts';
import type { CourseContent } from './course.ts';
import { EngineClient, missingFeature } from './engineClient.ts';
import { helpDialog, isTaken } from './helpDialog.ts';
import { messages, paneTabs, topBar } from './layout.ts';
import { LessonPane } from './lessonPane.ts';
import { siteOf } from './runSite.ts';
import { ScenarioPane } from './scenarioPane.ts';
import { shareDialog } from './shareDialog.ts';
import { cursorFrom, sharedFragment, sharedFrom } from './shareLink.ts';
import { PageStore, type SavedText } from './store.ts';
import { TimePane } from './timePane.ts';
import { subjectsOf } from './whyNotForm.ts';

/** Of the content security policy. */
const nonce = 'svcsim-editor';
/** How long typing must rest before the scenario runs, in ms: as long as the last run took, within these bounds. */
const rest = { least: 60, most: 400 };
const ownFile = 'scenario.yaml';

export class Playground {
  private readonly course: CourseContent;
  private readonly engine: EngineClient;
  private readonly messages = messages();
  private readonly store: PageStore;
  private readonly scenario: ScenarioPane;
  private readonly time: TimePane;
  private readonly lessons: LessonPane;
  private readonly bar: ReturnType<typeof topBar>;
  private readonly tabs = paneTabs();
  private readonly help = helpDialog();
  private source: ScenarioText = { file: ownFile, text: '', files: {} };
  /** The scenario as it was opened. */
  private original = '';
  private lesson: LessonView | null = null;
  private resting: number | undefined;
  private runs = 0;
  private lastRunMs = 0;
  private cursorMs: number | null = null;
  private readonly seen = new Set<string>();

  constructor(course: CourseContent, engineScript: string) {
    this.course = course;
    this.engine = new EngineClient(missingFeature() === null ? engineScript : '');
    this.store = new PageStore(() =>
      this.messages.say(
        'The browser keeps nothing for this page: your text and progress last until you close it. Use Download or Share.',
      ),
    );
    this.scenario = new ScenarioPane(this.engine, nonce, (text) => this.changed(text));
    this.time = new TimePane({
      engine: this.engine,
      say: (text) => this.messages.say(text),
      keep: (text) => this.edit(text),
    });
    this.lessons = new LessonPane({
      engine: this.engine,
      course,
      store: this.store,
      source: () => this.source,
      replace: (from, to, text) => this.scenario.editor.replace(from, to, text),
      show: (show, takesFocus) => {
        // On a phone the pictures are in another tab. Only who asks for them leaves the text of the answer.
        if (takesFocus) this.tabs.show('time');
        this.show(show, takesFocus);
      },
      veil: (isOn) => this.veil(isOn),
      restart: (lesson) => this.edit(lesson.scenario.text),
      openLesson: (name) => void this.openLesson(name),
      onProgress: () => this.chooseLesson(),
    });
    this.bar = topBar(course, {
      openLesson: (name) => void this.openLesson(name),
      openOwn: () => {
        this.address('');
        this.openOwn(this.source.text);
      },
      run: () => {
        this.tabs.show('time');
        void this.run();
      },
      stop: () => void this.engine.ask('stop', null),
      share: () => void this.share(),
      download: () => this.download(),
      help: () => this.help.showModal(),
    });
    this.engine.onWork = (isWorking) => this.bar.work(isWorking);
  }

  /** Draws the page and opens what the link, the last visit or the course says. */
  start(): void {
    followMachine();
    document.title = 'svcsim playground';
    document.body.classList.add('playground');
    document.body.prepend(
      patterns(),
      this.bar.element,
      this.messages.element,
      this.tabs.element,
      h('main', { class: 'panes' }, this.scenario.element, this.time.element, this.lessons.element),
      this.help,
    );
    this.tabs.show('lesson');
    this.chooseLesson();
    document.addEventListener('keydown', (event) => this.press(event));
    addEventListener('hashchange', () => void this.openLink(true));
    addEventListener('pagehide', () => this.save());
    const missing = missingFeature();
    if (missing === null) {
      void this.openLink(false);
      return;
    }
    this.time.wait(
      h('h2', {}, 'This browser cannot run the engine'),
      h('p', {}, `It has no ${missing}. Open this page in a newer browser, or use the command line: `),
      h('p', {}, h('code', {}, 'svcsim lesson start 01-one-volume'), ' or ', h('code', {}, 'svcsim run scenario.yaml')),
    );
    const [first] = this.course.lessons;
    if (first !== undefined)
      this.scenario.open(first.file, this.course.files[scenarioOf(this.course.files[first.file] ?? '')] ?? '');
  }

  private async openLink(isChange: boolean): Promise<void> {
    const shared = await sharedFrom(location.hash.slice(1));
    const own = this.store.own();
    if (typeof shared === 'string') this.messages.say(shared);
    if (typeof shared === 'string' && isChange) return;
    if (shared === null || typeof shared === 'string') {
      if (isChange) return;
      await this.openLast(own);
      return;
    }
    if (!isChange && own !== null && shared.text === null && shared.lesson === own.lesson) {
      this.cursorMs = shared.cursorMs;
      await this.openLast(own);
      return;
    }
    const kept = isChange ? this.saved() : own;
    if (isChange) this.save();
    this.store.beginTab();
    this.cursorMs = shared.cursorMs;
    const lesson = this.course.lessons.find(({ name }) => name === shared.lesson);
    if (shared.lesson !== null && lesson === undefined)
      this.messages.say(`This page has no lesson ${shared.lesson}: the link may be of another version.`);
    if (lesson !== undefined) await this.openLesson(lesson.name, shared.text, shared.text !== null);
    else if (shared.text !== null) this.openOwn(shared.text);
    else await this.openLast(null);
    if (kept !== null) this.offer(kept);
  }

  /** What this tab had before a reload; else the lesson of the last visit, or the first one. */
  private async openLast(own: SavedText | null): Promise<void> {
    if (own !== null) {
      if (own.lesson !== null && this.course.lessons.some(({ name }) => name === own.lesson))
        await this.openLesson(own.lesson, own.text);
      else this.openOwn(own.text);
      return;
    }
    const { current } = this.store.progress();
    const [first] = this.course.lessons;
    const known = this.course.lessons.find(({ name }) => name === current) ?? first;
    if (known !== undefined) await this.openLesson(known.name);
    const other = this.store.newestOther();
    if (other !== null) this.offer(other);
  }

  /** Offers a text that differs from what is open and from what any lesson has. */
  private offer({ text, file, lesson, savedAt }: SavedText): void {
    if (text === '' || text === this.source.text || text === this.course.files[file]) return;
    const title = this.course.lessons.find(({ name }) => name === lesson)?.title;
    const of = title === undefined ? 'Your own scenario' : `Your text of the lesson "${title}"`;
    const when = new Date(savedAt).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
    this.messages.say(`${of}, last changed ${when}, is kept.`, {
      name: 'Bring it back',
      press: () => (lesson === null ? this.openOwn(text) : void this.openLesson(lesson, text)),
    });
  }

  /** Makes a reload open what is open now. @param fragment without `#`; '': none */
  private address(fragment: string): void {
    history.replaceState(null, '', fragment === '' ? location.href.replace(/#.*/, '') : `#${fragment}`);
  }

  /**
   * @param text in the place of the lesson's own; null: that
   * @param isLinked whether the address already has the text
   */
  private async openLesson(name: string, text: string | null = null, isLinked = false): Promise<void> {
    const found = this.course.lessons.find((one) => one.name === name);
    if (found === undefined) return;
    this.save();
    this.lesson = null;
    const file = scenarioOf(this.course.files[found.file] ?? '');
    this.original = this.course.files[file] ?? '';
    this.source = { file, text: text ?? this.original, files: this.course.files };
    this.scenario.open(file, this.source.text);
    this.time.reset();
    // The run is asked for first, so that the timeline does not wait for the lesson.
    const running = this.run();
    try {
      const lesson = await this.engine.ask('lesson', { file: found.file, files: this.course.files });
      if ('problems' in lesson) {
        this.messages.say(`The lesson cannot be read: ${lesson.problems[0]?.message ?? ''}.`);
        return;
      }
      this.lesson = lesson;
      if (!isLinked) this.address(`lesson=${name}`);
      this.lessons.open(lesson);
      this.chooseLesson();
      await running;
    } catch (error) {
      this.stopped(error);
    }
  }

  private openOwn(text: string): void {
    this.lesson = null;
    this.original = '';
    this.source = { file: ownFile, text, files: this.course.files };
    this.scenario.open(ownFile, text);
    this.time.reset();
    this.lessons.close(
      h(
        'p',
        {},
        'Edit the scenario: it runs as you type. The timeline shows what happens, what it costs and what fails.',
      ),
      h(
        'p',
        {},
        'Click anything in the timeline to see why it happened. Under "What if", change something at the cursor.',
      ),
      h(
        'p',
        {},
        'Files beside the scenario are not read here: run it with ',
        h('code', {}, 'svcsim run'),
        ' for that.',
      ),
      button('Take the lessons', () => void this.openLesson(this.course.lessons[0]?.name ?? ''), { class: 'primary' }),
    );
    this.chooseLesson();
    void this.run();
  }

  private chooseLesson(): void {
    const progress = this.store.progress();
    const done = this.course.lessons.filter(({ name }) => {
      const lesson = this.lesson?.name === name ? this.lesson : null;
      const own = progressIn(progress, name);
      const tasks = Object.keys(own.questions).length + Object.keys(own.exercises).length;
      const states = [...Object.values(own.questions), ...Object.values(own.exercises)].map(({ state }) => state);
      const expected = lesson === null ? tasks : lesson.questions.length + lesson.exercises.length;
      return tasks > 0 && tasks >= expected && !states.includes('open');
    });
    this.bar.choose(this.lesson?.name ?? null, new Set(done.map(({ name }) => name)));
  }

  /** Puts a text into the editor as if it was typed. */
  private edit(text: string): void {
    this.scenario.editor.replace(0, this.scenario.editor.text.length, text);
  }

  private changed(text: string): void {
    this.source = { ...this.source, text };
    clearTimeout(this.resting);
    this.resting = window.setTimeout(
      () => {
        this.save();
        void this.run();
        void this.lessons.textChanged();
      },
      Math.min(Math.max(this.lastRunMs, rest.least), rest.most),
    );
  }

  private async run(): Promise<void> {
    clearTimeout(this.resting);
    this.runs += 1;
    const own = this.runs;
    const { source } = this;
    this.scenario.say('running ...');
    this.time.wait(h('p', {}, 'Running ...'));
    try {
      const began = performance.now();
      const opened = await this.engine.ask('open', source, (share) => {
        if (own === this.runs) this.scenario.say(`running ... ${Math.round(share * 100)} %`);
      });
      if (own === this.runs) this.opened(opened, source, began);
    } catch (error) {
      if (own === this.runs) this.stopped(error);
    }
  }

  /** @param began when the engine was asked, in ms of the page */
  private opened(opened: OpenedRun, { file }: ScenarioText, began: number): void {
    if (opened.kind === 'superseded') {
      const isEarlier = this.time.shown !== null;
      this.scenario.say('stopped');
      this.messages.say(
        isEarlier
          ? 'The run was stopped. The timeline still shows the run before it.'
          : 'The run was stopped before anything could be shown. Run starts it again.',
      );
      if (!isEarlier) this.time.wait(h('p', {}, 'Stopped.'));
      return;
    }
    this.scenario.show(opened.problems, file);
    if (opened.kind === 'invalid') {
      const errors = opened.problems.filter(({ severity }) => severity === 'error').length;
      this.scenario.say(errors === 1 ? '1 error' : `${errors} errors`);
      this.time.wait(h('p', {}, 'The scenario has errors: they are listed under the editor.'));
      if (document.body.dataset['pane'] === 'time') this.tabs.show('scenario');
      return;
    }
    this.scenario.say(`ran in ${Math.round(performance.now() - began)} ms`);
    const at = this.cursorMs === null ? null : cursorFrom(opened.page.start, this.cursorMs);
    this.cursorMs = null;
    this.time.show(opened, at);
    document.body.dataset['ran'] = String(this.runs);
    this.lastRunMs = performance.now() - began;
  }

  private stopped(error: unknown): void {
    this.scenario.say('stopped');
    this.messages.say(error instanceof Error ? error.message : String(error));
  }

  /** Moves the pictures to what explains an answer. */
  private show({ from, until, of, why, at }: NonNullable<RevealedAnswer['show']>, takesFocus: boolean): void {
    const { shown } = this.time;
    if (shown === null) return;
    const { run, navigation, cursor } = shown;
    const site = siteOf(shown.ran, navigation, new AbortController().signal);
    const subject = subjectsOf(site).find(({ name }) => name === of);
    const zoom = from === null && until === null ? null : { from: from ?? run.from, until: until ?? run.until };
    // The zoom follows a cursor that leaves it, so the cursor goes first.
    cursor.set(at ?? from ?? cursor.value);
    navigation.go({ zoom, of: subject === undefined ? null : subject.name.replace('/', `/${subject.kind}/`) });
    // Numbers of entries are those of the unmodified run.
    if (why !== null && this.source.text === this.original) void shown.why(why, takesFocus);
    else this.time.select('moment');
  }

  private veil(isOn: boolean): void {
    const name = this.lesson?.name ?? '';
    this.time.veil(isOn && !this.seen.has(name), () => {
      this.seen.add(name);
      this.veil(false);
    });
  }

  private saved(): SavedText {
    return { lesson: this.lesson?.name ?? null, file: this.source.file, text: this.source.text, savedAt: Date.now() };
  }

  private save(): void {
    const { file, text } = this.source;
    if (text === '') return;
    if (text === this.original) this.store.forget(file);
    else this.store.save(this.saved());
  }

  private async share(): Promise<void> {
    const { shown } = this.time;
    const fragment = await sharedFragment({
      text: this.source.text === this.original ? null : this.source.text,
      cursorMs: shown === null ? null : shown.cursor.value - shown.run.from,
      lesson: this.lesson?.name ?? null,
    });
    shareDialog(`${location.href.replace(/#.*$/, '')}#${fragment}`);
  }

  private download(): void {
    const url = URL.createObjectURL(new Blob([this.source.text], { type: 'application/yaml' }));
    const name = this.source.file.replace(/^.*\//, '');
    const link = h('a', { href: url, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  private press(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, shiftKey, target } = event;
    if ((ctrlKey || metaKey) && key === 'Enter') {
      event.preventDefault();
      void this.run();
      return;
    }
    if (ctrlKey || metaKey || event.altKey || isTaken(target) || this.help.open) return;
    const controls = this.time.shown?.transport;
    if (key === '?') this.help.showModal();
    else if (controls === undefined) return;
    else if (key === ' ') controls.togglePlay();
    else if (key === 'ArrowRight' || key === 'ArrowLeft') {
      const by = key === 'ArrowRight' ? 1 : -1;
      if (shiftKey) void controls.decision(by);
      else controls.step(by);
    } else return;
    event.preventDefault();
  }
}

/** The path of the scenario of a lesson, as its file names it: `../scenarios/...`. */
function scenarioOf(lesson: string): string {
  return /^scenario: \.\.\/(\S+)/m.exec(lesson)?.[1] ?? '';
}

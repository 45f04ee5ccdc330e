/**
 * The frame of the page: the bar at the top, messages, and three panes; on a phone, one of them at a time.
 */
import { themes, wantTheme } from '../../web/shell/theme.ts';
import { button, h } from '../../web/view/element.ts';
import type { CourseContent } from './course.ts';

/** What the bar does. */
export interface BarActions {
  readonly openLesson: (name: string) => void;
  readonly openOwn: () => void;
  readonly run: () => void;
  readonly stop: () => void;
  readonly share: () => void;
  readonly download: () => void;
  readonly help: () => void;
}

/** The value of the list of lessons for a scenario of the reader. */
const ownScenario = 'own';

export interface TopBar {
  readonly element: HTMLElement;
  /** Shows which lesson is taken; null: none. @param done names of finished lessons */
  readonly choose: (lesson: string | null, done: ReadonlySet<string>) => void;
  /** While the engine works, a button ends that work. */
  readonly work: (isWorking: boolean) => void;
}

export function topBar({ lessons }: CourseContent, actions: BarActions): TopBar {
  const option = ({ name, title }: CourseContent['lessons'][number], isDone: boolean): HTMLElement =>
    h('option', { value: name }, `${isDone ? '✓ ' : ''}${name.slice(0, 2)}  ${title}`);
  const picker = h('select', {
    class: 'lesson-picker',
    'aria-label': 'Lesson',
    on: {
      change: () => (picker.value === ownScenario ? actions.openOwn() : actions.openLesson(picker.value)),
    },
  });
  const choose = (lesson: string | null, done: ReadonlySet<string>): void => {
    picker.replaceChildren(
      h('optgroup', { label: 'Lessons' }, ...lessons.map((one) => option(one, done.has(one.name)))),
      h('optgroup', { label: 'Your own' }, h('option', { value: ownScenario }, 'Your own scenario')),
    );
    picker.value = lesson ?? ownScenario;
  };
  const tool = (label: string, name: string, press: () => void, style = 'bar-tool'): HTMLButtonElement =>
    button(label, press, { class: style, title: name });
  const run = tool('Run', 'Run the scenario (Ctrl+Enter)', actions.run, 'primary');
  const stop = tool('Stop', 'End what the engine is working on', actions.stop, 'primary stop');
  const work = (isWorking: boolean): void => {
    const hadFocus = document.activeElement === (isWorking ? run : stop);
    run.hidden = isWorking;
    stop.hidden = !isWorking;
    if (hadFocus) (isWorking ? stop : run).focus();
  };
  work(false);
  // The documentation lies beside the page; within it, the link leaves the frame.
  const home = h(
    'a',
    { href: 'index.html', target: '_top', title: 'Documentation of svcsim' },
    'svcsim',
    h('span', {}, ' playground'),
  );
  const element = h(
    'header',
    { class: 'bar' },
    h('h1', {}, home),
    picker,
    h('span', { class: 'bar-space' }),
    run,
    stop,
    tool('Share', 'Make a link to this scenario', actions.share),
    tool('Download', 'Save as a file that svcsim run takes', actions.download),
    themeButton(),
    tool('Keys', 'Keyboard shortcuts (?)', actions.help, 'bar-tool for-keyboards'),
  );
  return { element, choose, work };
}

/** Each press takes the next colour theme: that of the system, light, dark. */
function themeButton(): HTMLElement {
  let place = 0;
  const press = button('◐', () => choose(place + 1), { class: 'bar-tool' });
  const choose = (next: number): void => {
    place = next % themes.length;
    const theme = themes[place] ?? 'auto';
    wantTheme(theme);
    const name = `Colours: ${theme === 'auto' ? 'of the system' : theme}`;
    press.title = name;
    press.setAttribute('aria-label', name);
  };
  choose(0);
  return press;
}

/** The panes that a phone shows one at a time. */
const panes = [
  ['lesson', 'Lesson'],
  ['time', 'Timeline'],
  ['scenario', 'Scenario'],
] as const;
export type PaneName = (typeof panes)[number][0];

export function paneTabs(): { readonly element: HTMLElement; readonly show: (pane: PaneName) => void } {
  const show = (pane: PaneName): void => {
    document.body.dataset['pane'] = pane;
    for (const [name, tab] of tabs) tab.setAttribute('aria-pressed', String(name === pane));
  };
  const tabs = panes.map(
    ([name, title]) =>
      [name, button(title, () => show(name), { class: 'pane-tab', 'aria-controls': `pane-${name}` })] as const,
  );
  const element = h('nav', { class: 'pane-tabs', 'aria-label': 'Parts of the page' }, ...tabs.map(([, tab]) => tab));
  return { element, show };
}

/** Messages to the reader, each with an action if there is one; the reader closes them. */
export function messages(): {
  readonly element: HTMLElement;
  readonly say: (text: string, action?: { readonly name: string; readonly press: () => void }) => void;
} {
  const element = h('div', { class: 'messages', role: 'status', 'aria-live': 'polite' });
  const say = (text: string, action?: { readonly name: string; readonly press: () => void }): void => {
    const close = (): void => message.remove();
    const message = h(
      'div',
      { class: 'message' },
      h('p', {}, text),
      action === undefined
        ? null
        : button(
            action.name,
            () => {
              close();
              action.press();
            },
            { class: 'secondary' },
          ),
      button('✕', close, { class: 'quiet', 'aria-label': 'Close message' }),
    );
    element.append(message);
  };
  return { element, say };
}

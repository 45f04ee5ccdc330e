/**
 * The left of the page: the editor of the scenario, its state, and the list of its problems.
 */
import type { Problem } from '../../scenario/text/problem.ts';
import { button, h } from '../../web/view/element.ts';
import { ScenarioEditor } from './editor.ts';
import type { EngineClient } from './engineClient.ts';

/** Problems that are listed; the editor marks all. */
const problemsMost = 20;

export class ScenarioPane {
  readonly element: HTMLElement;
  readonly editor: ScenarioEditor;
  private readonly name = h('span', { class: 'file-name' });
  private readonly status = h('output', { class: 'run-state', 'aria-live': 'polite' });
  private readonly problems = h('ol', { class: 'problems', 'aria-label': 'Problems of the scenario' });

  constructor(engine: EngineClient, nonce: string, onChange: (text: string) => void) {
    const room = h('div', { class: 'editor' });
    this.element = h(
      'section',
      { class: 'pane pane-scenario', id: 'pane-scenario', 'aria-label': 'Scenario' },
      h('div', { class: 'pane-head' }, this.name, this.status),
      room,
      this.problems,
    );
    this.editor = new ScenarioEditor({ parent: room, engine, nonce, onChange });
  }

  open(file: string, text: string): void {
    this.name.textContent = file.replace(/^.*\//, '');
    this.name.title = file;
    this.editor.open(text);
  }

  say(state: string): void {
    this.status.textContent = state;
  }

  show(problems: readonly Problem[], file: string): void {
    this.editor.mark(problems, file);
    const shown = problems.slice(0, problemsMost);
    this.problems.hidden = shown.length === 0;
    this.problems.replaceChildren(
      ...shown.map((problem) => this.item(problem, file)),
      ...(problems.length > problemsMost ? [h('li', {}, `and ${problems.length - problemsMost} more`)] : []),
    );
  }

  private item(problem: Problem, file: string): HTMLElement {
    const { severity, line, message, hint } = problem;
    const jump = (): void => {
      if (problem.file !== file) return;
      const { from, to } = this.editor.placeOf(problem);
      this.editor.select(from, to);
      this.editor.focus();
    };
    const place = problem.file === file ? `line ${line}` : problem.file;
    return h(
      'li',
      { class: `problem ${severity}` },
      button([h('b', {}, severity === 'error' ? 'Error' : 'Warning'), `, ${place}: ${message}`], jump, {
        class: 'link',
      }),
      hint === undefined ? null : h('div', { class: 'soft' }, hint),
    );
  }
}

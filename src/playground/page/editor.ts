/**
 * The editor of a scenario: YAML with problems at their place, quick fixes, completion and hover, all from the engine.
 */
import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { history } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, Transaction } from '@codemirror/state';
import { EditorView, hoverTooltip, type Tooltip } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Problem } from '../../scenario/text/problem.ts';
import { h } from '../../web/view/element.ts';
import { editorBasics } from './editorBasics.ts';
import type { EngineClient } from './engineClient.ts';

/** What the editor needs. */
export interface EditorParts {
  readonly parent: HTMLElement;
  readonly engine: EngineClient;
  /** Of the page's content security policy: the styles of the editor are added while it runs. */
  readonly nonce: string;
  /** The reader changed the text. */
  readonly onChange: (text: string) => void;
}

const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent-ink)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--third)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--ink-soft)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: 'var(--ink-soft)' },
]);

const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--raised)', fontSize: '12.5px' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-scroller': { fontFamily: 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace' },
  '.cm-gutters': { backgroundColor: 'var(--paper)', color: 'var(--ink-soft)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--fill)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 30%, transparent) !important',
  },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', color: 'var(--ink)', border: '1px solid var(--line-strong)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--paper)' },
  '.cm-panels': { backgroundColor: 'var(--sunk)', color: 'var(--ink)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--sunk)', color: 'var(--ink-soft)', border: '0' },
  '.cm-changed-knob': { backgroundColor: 'var(--warn-wash)' },
});

export class ScenarioEditor {
  private readonly view: EditorView;
  private readonly past = new Compartment();
  private readonly parts: EditorParts;

  constructor(parts: EditorParts) {
    const { parent, nonce } = parts;
    this.parts = parts;
    this.view = new EditorView({
      parent,
      extensions: [
        EditorView.cspNonce.of(nonce),
        editorBasics,
        yaml(),
        syntaxHighlighting(colors),
        look,
        lintGutter(),
        autocompletion({ override: [(context) => this.complete(context)] }),
        hoverTooltip((view, offset) => this.hover(view, offset)),
        this.past.of(history()),
        EditorView.contentAttributes.of({
          'aria-label': 'Scenario, in YAML. Tab leaves the editor.',
          spellcheck: 'false',
          autocapitalize: 'off',
        }),
        EditorState.tabSize.of(2),
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          if (docChanged && !transactions.some((one) => one.annotation(Transaction.userEvent) === 'open'))
            parts.onChange(state.doc.toString());
        }),
      ],
    });
    // What scrolls can be reached with the keyboard.
    this.view.scrollDOM.tabIndex = 0;
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Shows another scenario; `onChange` is not called, and undoing ends at this text. */
  open(text: string): void {
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      effects: EditorView.scrollIntoView(0),
      annotations: Transaction.userEvent.of('open'),
    });
    for (const past of [[], history()]) this.view.dispatch({ effects: this.past.reconfigure(past) });
  }

  /** Replaces a part of the text, as if it was typed: it can be undone. */
  replace(from: number, to: number, text: string): void {
    this.view.dispatch({ changes: { from, to, insert: text }, userEvent: 'input' });
  }

  /** Selects a part of the text and shows it. */
  select(from: number, to: number): void {
    const { length } = this.view.state.doc;
    const [anchor, head] = [Math.min(from, length), Math.min(to, length)];
    this.view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
  }

  focus(): void {
    this.view.focus();
  }

  /** Marks problems of this scenario at their places. @param file of the scenario: problems of others have no place */
  mark(problems: readonly Problem[], file: string): void {
    const found = problems.filter((problem) => problem.file === file).map((problem) => this.diagnosticOf(problem));
    this.view.dispatch(setDiagnostics(this.view.state, found));
  }

  /** The offsets of a problem in the text, `to` excluded. */
  placeOf({ line, column, endColumn }: Problem): { readonly from: number; readonly to: number } {
    const { doc } = this.view.state;
    const { from: start, to: end } = doc.line(Math.min(Math.max(1, line), doc.lines));
    const from = Math.min(end, start + column - 1);
    return { from, to: Math.max(from, Math.min(end, start + endColumn - 1)) };
  }

  private diagnosticOf(problem: Problem): Diagnostic {
    const { severity, message, hint, rule } = problem;
    const replacement = replacementOf(problem);
    const words = [message, hint === undefined ? null : hint, rule].filter((one) => one != null).join(' · ');
    return {
      ...this.placeOf(problem),
      severity,
      message: words,
      ...(replacement === null
        ? {}
        : {
            actions: [
              {
                name: `Replace with ${replacement}`,
                apply: (_, from, to) => this.replace(from, to, replacement),
              },
            ],
          }),
    };
  }

  private async complete(context: CompletionContext): Promise<CompletionResult | null> {
    const before = context.matchBefore(/[\w./-]*/);
    if (!context.explicit && (before === null || before.from === before.to)) return null;
    const text = context.state.doc.toString();
    const { from, options } = await this.parts.engine.ask('complete', { text, offset: context.pos });
    if (options.length === 0) return null;
    return {
      from,
      options: options.map(({ label, detail, kind }) => ({
        label,
        info: detail,
        type: kind === 'key' ? 'property' : 'constant',
        apply: kind === 'key' ? `${label}: ` : label,
      })),
      validFor: /^[\w./-]*$/,
    };
  }

  private async hover(view: EditorView, offset: number): Promise<Tooltip | null> {
    const found = await this.parts.engine.ask('hover', { text: view.state.doc.toString(), offset });
    if (found === null) return null;
    const { from, to, text } = found;
    return { pos: from, end: to, above: true, create: () => ({ dom: h('div', { class: 'hover' }, text) }) };
  }
}

/** What to write instead of the place of a problem; null: that is not known. */
function replacementOf(problem: Problem): string | null {
  const { replacement } = problem as Problem & { readonly replacement?: string | { readonly text: string } };
  if (replacement === undefined) return null;
  return typeof replacement === 'string' ? replacement : replacement.text;
}

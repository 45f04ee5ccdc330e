/**
 * Sliders, switches and fields for the values that an exercise lets change. They change the text of the scenario, so
 * the reader sees what a slider means.
 */
import { type Child, h } from '../../web/view/element.ts';
import type { Knob, KnobValue } from '../protocol.ts';
import type { EngineClient } from './engineClient.ts';

/** What knobs need of the page. */
export interface KnobPanelParts {
  readonly engine: EngineClient;
  /** The scenario in the editor. */
  readonly source: () => { readonly text: string };
  readonly replace: (from: number, to: number, text: string) => void;
}

interface Row {
  readonly element: HTMLElement;
  /** Shows the value that the text has now. */
  readonly show: (value: KnobValue) => void;
}

type Change = (value: string) => void;

/** The knobs of an exercise. Rows stay where they are while their values change: a row may have the focus. */
export class KnobPanel {
  readonly element = h('div', {});
  private readonly parts: KnobPanelParts;
  private edit: readonly string[] | null = null;
  private rows: readonly Row[] = [];
  private shape = '';
  /** New values that are not in the text yet, by the path of their knob. */
  private readonly turns = new Map<string, string>();
  private writing: Promise<void> | null = null;

  constructor(parts: KnobPanelParts) {
    this.parts = parts;
  }

  /** @param edit the paths that may change; null: nothing may */
  async open(edit: readonly string[] | null): Promise<void> {
    this.edit = edit;
    this.turns.clear();
    await this.follow();
  }

  /** Shows the values that the text has now. */
  async follow(): Promise<void> {
    const { edit } = this;
    if (edit === null) return;
    const { text } = this.parts.source();
    const knobs = await this.parts.engine.ask('knobs', { text, edit });
    const isLate = text !== this.parts.source().text || edit !== this.edit;
    if (!isLate && this.turns.size === 0) this.show(knobs);
  }

  /** Resolves when all new values are in the text. */
  async settled(): Promise<void> {
    await this.writing;
  }

  private turn(path: string, value: string): void {
    this.turns.set(path, value);
    this.writing ??= this.write();
  }

  /** Values may come faster than they are written: each is written at the place that its knob has then. */
  private async write(): Promise<void> {
    try {
      for (let next = [...this.turns][0]; next !== undefined && this.edit !== null; next = [...this.turns][0]) {
        const { edit } = this;
        const [own, wanted] = next;
        const { text } = this.parts.source();
        const turn = await this.parts.engine.ask('turn', { text, edit, path: own, value: wanted });
        if (text !== this.parts.source().text || edit !== this.edit) continue;
        if (this.turns.get(own) === wanted) this.turns.delete(own);
        if (turn !== null) this.parts.replace(turn.from, turn.to, turn.text);
      }
    } finally {
      this.writing = null;
    }
  }

  private show(knobs: readonly Knob[]): void {
    const shape = JSON.stringify(knobs.map(({ path, value }) => [path, value.kind]));
    if (shape !== this.shape) this.make(knobs);
    this.shape = shape;
    for (const [index, { value }] of knobs.entries()) this.rows[index]?.show(value);
  }

  private make(knobs: readonly Knob[]): void {
    this.rows = knobs.map(({ path, name, value }) => {
      const { shown, show } = fields[value.kind](name, (text) => this.turn(path, text));
      const words = h('span', {}, ...name.split(/(?=[A-Z])/).flatMap((word) => [h('wbr', {}), word]));
      return { element: h('div', { class: `knob knob-${value.kind}`, title: path }, words, ...shown), show };
    });
    this.element.replaceChildren(
      this.rows.length === 0
        ? h('p', { class: 'soft' }, 'Change the scenario in the editor.')
        : h('div', { class: 'knobs' }, ...this.rows.map(({ element }) => element)),
    );
  }
}

/** A field that gives its text when it is left or Enter is pressed. */
function typedField(type: 'number' | 'text', change: (text: string) => void): HTMLInputElement {
  const shown = (): void => {
    delete field.dataset['typing'];
  };
  const field = h('input', {
    type,
    on: {
      input: () => {
        field.dataset['typing'] = '';
      },
      change: () => {
        shown();
        change(field.value);
      },
      blur: shown,
    },
  });
  return field;
}

/** Shows a value, unless the reader is typing another one. */
function showIn(field: HTMLInputElement, text: string): void {
  if (field.dataset['typing'] === undefined) field.value = text;
}

type Field = (name: string, change: Change) => { readonly shown: readonly Child[]; readonly show: Row['show'] };

const fields: { readonly [kind in KnobValue['kind']]: Field } = {
  number: (name, change) => {
    let unit = '';
    const slider = h('input', {
      type: 'range',
      'aria-label': name,
      on: {
        input: () => {
          typed.value = slider.value;
          slider.setAttribute('aria-valuetext', slider.value + unit);
        },
        change: () => change(slider.value + unit),
      },
    });
    const typed = typedField('number', (text) => text !== '' && change(text + unit));
    typed.step = 'any';
    const units = h('span', { class: 'soft' });
    const show = (value: KnobValue): void => {
      if (value.kind !== 'number') return;
      unit = value.unit;
      units.textContent = unit;
      for (const [key, bound] of Object.entries({ min: value.least, max: value.most, step: value.step }))
        slider.setAttribute(key, String(bound));
      typed.min = String(value.least);
      typed.setAttribute('aria-label', `${name} as a number${unit === '' ? '' : `, in ${unit}`}`);
      slider.value = String(value.number);
      showIn(typed, slider.value);
      slider.setAttribute('aria-valuetext', slider.value + unit);
    };
    return { shown: [slider, h('span', { class: 'knob-typed' }, typed, units)], show };
  },
  switch: (name, change) => {
    const box = h('input', {
      type: 'checkbox',
      role: 'switch',
      'aria-label': name,
      on: { change: () => change(String(box.checked)) },
    });
    const show = (value: KnobValue): void => {
      if (value.kind === 'switch') box.checked = value.isOn;
    };
    return { shown: [box], show };
  },
  text: (name, change) => {
    const field = typedField('text', change);
    field.setAttribute('aria-label', name);
    const show = (value: KnobValue): void => {
      if (value.kind === 'text') showIn(field, value.text);
    };
    return { shown: [field], show };
  },
};

/**
 * Sliders, switches and fields for the values that an exercise lets change. They change the text of the scenario, so
 * the reader sees what a slider means.
 */
import { h } from '../../web/view/element.ts';
import type { Knob } from '../protocol.ts';

/** @param change writes a value into the text; gets the knob as it was made from the text of now */
export function knobPanel(knobs: readonly Knob[], change: (knob: Knob, text: string) => void): HTMLElement {
  if (knobs.length === 0) return h('p', { class: 'soft' }, 'Change the scenario in the editor.');
  return h('div', { class: 'knobs' }, ...knobs.map((knob) => knobRow(knob, change)));
}

function knobRow(knob: Knob, change: (knob: Knob, text: string) => void): HTMLElement {
  const { value, name, path } = knob;
  switch (value.kind) {
    case 'number': {
      const { number, unit, most, step } = value;
      const shown = h('output', {}, `${number}${unit}`);
      const slider = h('input', {
        type: 'range',
        min: 0,
        max: most,
        step,
        value: number,
        'aria-label': name,
        'aria-valuetext': `${number}${unit}`,
        on: {
          input: () => {
            shown.textContent = `${slider.value}${unit}`;
            slider.setAttribute('aria-valuetext', `${slider.value}${unit}`);
          },
          change: () => change(knob, `${slider.value}${unit}`),
        },
      });
      return h('label', { class: 'knob', title: path }, h('span', {}, name), slider, shown);
    }
    case 'switch': {
      const box = h('input', {
        type: 'checkbox',
        role: 'switch',
        checked: value.isOn,
        on: { change: () => change(knob, String(box.checked)) },
      });
      return h('label', { class: 'knob', title: path }, h('span', {}, name), box);
    }
    case 'text': {
      const field = h('input', {
        type: 'text',
        value: value.text,
        'aria-label': name,
        on: { change: () => change(knob, field.value) },
      });
      return h('label', { class: 'knob', title: path }, h('span', {}, name), field);
    }
  }
}

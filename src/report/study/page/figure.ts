/**
 * The frame of every picture of a study: its title, what its marks mean, the picture, and a note.
 */
import { element, type Markup, type MarkupChild } from './markup.ts';

export interface StudyFigure {
  readonly title: string;
  /** Of the axis; empty: none. */
  readonly unit?: string;
  /** What each mark stands for, as `keyOf` makes it. */
  readonly keys?: readonly MarkupChild[];
  readonly picture: MarkupChild;
  readonly note?: string;
}

export function figure({ title, unit = '', keys = [], picture, note = '' }: StudyFigure): Markup {
  return element(
    'figure',
    {},
    element(
      'figcaption',
      {},
      element('h3', {}, title),
      unit === '' ? null : element('span', { class: 'unit' }, unit),
      keys.length === 0 ? null : element('span', { class: 'keys' }, keys),
    ),
    picture,
    note === '' ? null : element('p', { class: 'note' }, note),
  );
}

const samples = {
  mean: ['circle', { class: 'mean', cx: 11, cy: 7, r: 4.5 }],
  median: ['path', { class: 'median', d: 'M11 2L16 7L11 12L6 7Z' }],
  interval: ['path', { class: 'interval', d: 'M2 7H20M2 3V11M20 3V11' }],
  seen: ['path', { class: 'seen', d: 'M2 7H20M2 3V11M20 3V11' }],
  more: ['rect', { class: 'bar more', x: 2, y: 2, width: 18, height: 10 }],
  less: ['rect', { class: 'bar less', x: 2, y: 2, width: 18, height: 10 }],
  whole: ['rect', { class: 'bar whole', x: 2, y: 2, width: 18, height: 10 }],
  band: ['rect', { class: 'band', x: 2, y: 1, width: 18, height: 12 }],
  stretch: ['rect', { class: 'stretch', x: 2, y: 1, width: 18, height: 12 }],
  whisker: ['path', { class: 'whisker', d: 'M11 0V14' }],
  edge: ['path', { class: 'edge', d: 'M2 7H20' }],
  full: ['path', { class: 'point full', d: 'M6 7a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z' }],
  open: ['path', { class: 'point open', d: 'M6.5 7a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z' }],
  square: ['path', { class: 'point square', d: 'M7 3H15V11H7Z' }],
  cross: ['path', { class: 'point cross', d: 'M6.5 2.5L15.5 11.5M6.5 11.5L15.5 2.5' }],
} as const;

/** A mark of a picture and what it stands for. */
export function keyOf(sample: keyof typeof samples, text: string): Markup {
  const [tag, attributes] = samples[sample];
  return element(
    'span',
    { class: 'key' },
    element('svg', { width: 22, height: 14, 'aria-hidden': 'true' }, element(tag, attributes)),
    text,
  );
}

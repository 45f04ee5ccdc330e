/**
 * Two futures: the reader changes something at the cursor, both runs are shown side by side, and a sentence compares
 * them.
 */
import { exactDurationText } from '../../report/words/format.ts';
import { timePart } from '../../web/shell/timePart.ts';
import { button, type Child, h } from '../../web/view/element.ts';
import type { Site } from '../../web/view/site.ts';
import type { EngineClient } from './engineClient.ts';
import { siteOf } from './runSite.ts';
import type { ShownRun, TimePaneParts } from './shownRun.ts';
import { subjectsOf } from './whyNotForm.ts';

interface FuturesParts extends TimePaneParts {
  readonly engine: EngineClient;
  readonly shown: ShownRun;
  readonly site: Site;
  /** Where the two futures are shown. */
  readonly room: HTMLElement;
}

type Change = 'scale' | 'field' | 'fault' | 'step';

export function futures(parts: FuturesParts): HTMLElement {
  const { shown, site } = parts;
  const workloads = subjectsOf(site).filter(({ kind }) => kind === 'workload');
  const kind = h(
    'select',
    { 'aria-label': 'Kind of change' },
    h('option', { value: 'scale' }, 'set the scale'),
    h('option', { value: 'field' }, 'change a field'),
    h('option', { value: 'fault' }, 'lose a location'),
    h('option', { value: 'step' }, 'any step'),
  );
  const of = h('select', { 'aria-label': 'Workload' }, ...workloads.map(({ name }) => h('option', {}, name)));
  const count = h('input', { type: 'number', min: 0, value: 3, class: 'short', 'aria-label': 'Replicas' });
  const path = h('input', {
    type: 'text',
    value: 'defaultOptions.autoscaling.maxScale',
    'aria-label': 'Field of spec',
  });
  const value = h('input', { type: 'text', value: '5', class: 'short', 'aria-label': 'Value' });
  const places = [...new Set(site.data.bill.usage.map(({ location }) => location).filter((one) => one !== null))];
  const place = h('select', { 'aria-label': 'Location' }, ...places.map((one) => h('option', {}, one)));
  const length = h('input', { type: 'text', value: '20m', class: 'short', 'aria-label': 'For how long' });
  const free = h('textarea', { rows: 2, 'aria-label': 'Step of the timeline, in YAML' });
  const message = h('p', { role: 'status', 'aria-live': 'polite' });
  const offset = (): string => `+${exactDurationText(shown.cursor.value - shown.run.from).replaceAll(' ', '')}`;
  const fields: { readonly [Kind in Change]: readonly Child[] } = {
    scale: [of, 'to', count, 'replicas'],
    field: [of, path, '=', value],
    fault: [place, 'for', length],
    step: [free],
  };
  const line = h('div', { class: 'form-line' });
  const show = (): void => {
    const chosen = kind.value as Change;
    if (chosen === 'step' && free.value === '')
      free.value = `{ at: ${offset()}, patch: /gvc/shop/workload/web, with: { spec: {} } }`;
    line.replaceChildren(kind, ...(fields[chosen] as (Node | string)[]), press);
  };
  const stepText = (): string => {
    const [gvc = '', name = ''] = of.value.split('/');
    const patch = (spec: unknown): string =>
      JSON.stringify({ at: offset(), patch: `/gvc/${gvc}/workload/${name}`, with: { spec } });
    switch (kind.value as Change) {
      case 'scale': {
        const scale = Number(count.value);
        return patch({ defaultOptions: { autoscaling: { minScale: scale, maxScale: scale } } });
      }
      case 'field':
        return patch(nested(path.value.split('.'), readValue(value.value)));
      case 'fault':
        return JSON.stringify({
          at: offset(),
          fault: { locationOutage: { location: place.value } },
          for: length.value,
        });
      case 'step':
        return free.value;
    }
  };
  const run = async (): Promise<void> => {
    press.disabled = true;
    message.textContent = 'Running the other future ...';
    try {
      const branched = await parts.engine.ask('branch', { step: stepText() });
      if (branched.run.kind === 'ran') {
        message.textContent = branched.sentences.join(' ');
        showBoth(parts, branched.run, branched.sentences, branched.text);
      } else if (branched.run.kind === 'invalid') {
        const [first] = branched.run.problems.filter(({ severity }) => severity === 'error');
        message.textContent = `This change cannot be made: ${first?.message ?? 'the scenario has errors'}.`;
      }
    } catch (error) {
      message.textContent = error instanceof Error ? error.message : String(error);
    }
    press.disabled = false;
  };
  const press = button('Run both', () => void run(), { class: 'primary' });
  kind.addEventListener('change', show);
  show();
  return h(
    'div',
    {},
    h(
      'p',
      { class: 'soft' },
      'Change something at the cursor. Both futures run from the same past with the same luck.',
    ),
    line,
    message,
  );
}

/** Both futures with one zoom and one cursor, and the comparison above them. */
function showBoth(
  { room, shown, site, keep }: FuturesParts,
  changed: Parameters<typeof siteOf>[0],
  sentences: readonly string[],
  text: string,
): void {
  const end = new AbortController();
  site.gone.addEventListener('abort', () => end.abort());
  const close = (): void => {
    end.abort();
    both.remove();
    room.classList.remove('has-futures');
  };
  room.querySelector('.futures')?.remove();
  const own = (data: Parameters<typeof siteOf>[0], title: string): HTMLElement => {
    const one = siteOf(data, shown.navigation, end.signal, shown.cursor);
    return h('div', { class: 'future' }, h('h3', { class: 'future-title' }, title), timePart(one));
  };
  const both = h(
    'section',
    { class: 'futures', 'aria-label': 'Two futures' },
    h('h2', {}, 'Two futures'),
    h('ul', { class: 'sentences' }, ...sentences.map((sentence) => h('li', {}, sentence))),
    h(
      'div',
      { class: 'form-line' },
      button(
        'Keep the change',
        () => {
          close();
          keep(text);
        },
        { class: 'primary' },
      ),
      button('Close', close, { class: 'secondary' }),
    ),
    h('div', { class: 'future-pair' }, own(shown.ran, 'As it is'), own(changed, 'With the change')),
  );
  room.classList.add('has-futures');
  room.prepend(both);
  room.scrollTop = 0;
}

/** `{a: {b: value}}` of `a.b`. */
function nested(words: readonly string[], value: unknown): unknown {
  return words.reduceRight<unknown>((inner, word) => ({ [word]: inner }), value);
}

/** A number or a boolean if it reads as one, else the text. */
function readValue(text: string): unknown {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return text === 'true' || text === 'false' ? text === 'true' : text;
}

/**
 * Two futures: the form with which the reader changes something at the cursor.
 */
import { exactDurationText } from '../../report/words/format.ts';
import { append, button, type Child, h } from '../../web/view/element.ts';
import type { Site } from '../../web/view/site.ts';
import { showFutures } from './futurePair.ts';
import type { ShownRun, TimePaneParts } from './shownRun.ts';
import { subjectsOf } from './whyNotForm.ts';

interface FuturesParts extends TimePaneParts {
  readonly shown: ShownRun;
  readonly site: Site;
  /** Where the two futures are shown. */
  readonly room: HTMLElement;
  /** Is called when they are shown. */
  readonly onShown: () => void;
}

type Change = 'scale' | 'field' | 'outage' | 'kill' | 'crash' | 'fill' | 'step';

const changes: readonly (readonly [Change, string])[] = [
  ['scale', 'set the scale'],
  ['field', 'change a field'],
  ['outage', 'lose a location'],
  ['kill', 'lose replicas'],
  ['crash', 'crash replicas'],
  ['fill', 'fill a volume'],
  ['step', 'any step'],
];

export function futures(parts: FuturesParts): HTMLElement {
  const { shown, site } = parts;
  const all = subjectsOf(site);
  const namesOf = (kind: string): readonly string[] => all.filter((one) => one.kind === kind).map(({ name }) => name);
  const places = site.data.bill.usage.map(({ location }) => location).filter((one) => one !== null);
  const [workloads, volumes] = [namesOf('workload'), namesOf('volumeset')];
  const choice = (label: string, names: readonly string[]): HTMLSelectElement =>
    h('select', { 'aria-label': label }, ...names.map((one) => h('option', {}, one)));
  const number = (label: string, value: number, min: number): HTMLInputElement =>
    h('input', { type: 'number', min, value, class: 'short', 'aria-label': label });
  const text = (label: string, value: string, style = ''): HTMLInputElement =>
    h('input', { type: 'text', value, class: style, 'aria-label': label });
  const kind = h(
    'select',
    { 'aria-label': 'Kind of change' },
    ...changes
      .filter(([name]) => name !== 'fill' || volumes.length > 0)
      .map(([value, words]) => h('option', { value }, words)),
  );
  const of = choice('Workload', workloads);
  const volume = choice('Volume set', volumes);
  const place = choice('Location', [...new Set(places)]);
  const count = number('Replicas', 3, 0);
  const victims = number('Replicas', 1, 1);
  const added = number('GB', 10, 1);
  const path = text('Field of spec', 'defaultOptions.autoscaling.maxScale');
  const value = text('Value', '5', 'short');
  const length = text('For how long', '20m', 'short');
  const free = h('textarea', { rows: 2, 'aria-label': 'Step of the timeline, in YAML' });
  const message = h('p', { role: 'status', 'aria-live': 'polite' });
  const offset = (): string => `+${exactDurationText(shown.cursor.value - shown.run.from).replaceAll(' ', '')}`;
  const step = (more: object): string => JSON.stringify({ at: offset(), ...more });
  const patch = (spec: unknown): string => {
    const [gvc = '', name = ''] = of.value.split('/');
    return step({ patch: `/gvc/${gvc}/workload/${name}`, with: { spec } });
  };
  const struck = (): object => ({ of: of.value, replicas: Number(victims.value) });
  /** The fields of each change, and the step of the timeline that they make. */
  const forms: { readonly [Kind in Change]: { readonly fields: readonly Child[]; readonly make: () => string } } = {
    scale: {
      fields: [of, 'to', count, 'replicas'],
      make: () => {
        const scale = Number(count.value);
        return patch({ defaultOptions: { autoscaling: { minScale: scale, maxScale: scale } } });
      },
    },
    field: {
      fields: [of, path, '=', value],
      make: () => patch(nested(path.value.split('.'), readValue(value.value))),
    },
    outage: {
      fields: [place, 'for', length],
      make: () => step({ fault: { locationOutage: { location: place.value } }, for: length.value }),
    },
    kill: { fields: [victims, 'of', of], make: () => step({ fault: { replicaKill: struck() } }) },
    crash: { fields: [victims, 'of', of], make: () => step({ fault: { replicaCrash: struck() } }) },
    fill: {
      fields: [volume, 'with', added, 'GB more'],
      make: () => step({ fault: { usageJump: { of: volume.value, add: `${added.value}GB` } } }),
    },
    step: { fields: [free], make: () => free.value },
  };
  const line = h('div', { class: 'form-line' });
  const chosen = (): Change => kind.value as Change;
  const show = (): void => {
    if (chosen() === 'step' && free.value === '')
      free.value = `{ at: ${offset()}, patch: /gvc/shop/workload/web, with: { spec: {} } }`;
    line.replaceChildren();
    append(line, [kind, ...forms[chosen()].fields, press]);
  };
  const run = async (): Promise<void> => {
    press.disabled = true;
    message.textContent = 'Running the other future ...';
    try {
      const branched = await parts.engine.ask('branch', { step: forms[chosen()].make() });
      if (branched.run.kind === 'ran') {
        message.textContent = 'Both futures are shown above.';
        parts.onShown();
        showFutures({ ...parts, ...branched, changed: branched.run });
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

/** `{a: {b: value}}` of `a.b`. */
function nested(words: readonly string[], value: unknown): unknown {
  return words.reduceRight<unknown>((inner, word) => ({ [word]: inner }), value);
}

/** A number or a boolean if it reads as one, else the text. */
function readValue(text: string): unknown {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return text === 'true' || text === 'false' ? text === 'true' : text;
}

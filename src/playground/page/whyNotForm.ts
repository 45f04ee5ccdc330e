/**
 * Asks why something wanted did not happen: the reader chooses a subject and what was wanted.
 */
import { button, h } from '../../web/view/element.ts';
import type { Site } from '../../web/view/site.ts';
import type { EngineClient } from './engineClient.ts';
import type { ShownRun } from './shownRun.ts';

interface WhyNotParts {
  readonly engine: EngineClient;
  readonly shown: ShownRun;
  readonly site: Site;
}

/** Questions about a subject, with a gap for a number: `{}`. */
const questions = {
  workload: ['<= {}', '>= {}', 'started', 'no skipped'],
  volumeset: ['capacity >= {}GB', 'expansion.accepted', 'no expansion.refused', 'no volume.full'],
} as const;

export function whyNotForm({ engine, shown, site }: WhyNotParts): HTMLElement {
  const subjects = subjectsOf(site);
  const subject = h(
    'select',
    { 'aria-label': 'Workload or volume set' },
    ...subjects.map(({ name, kind }) => h('option', { value: `${kind} ${name}` }, name)),
  );
  const wanted = h('select', { 'aria-label': 'What you wanted' });
  const number = h('input', { type: 'number', min: 0, value: 5, 'aria-label': 'Number', class: 'short' });
  const answer = h('div', { class: 'answer', role: 'status', 'aria-live': 'polite' });
  const fill = (): void => {
    const kind = subject.value.startsWith('volumeset') ? 'volumeset' : 'workload';
    wanted.replaceChildren(...questions[kind].map((one) => h('option', { value: one }, one.replace('{}', '…'))));
    show();
  };
  const show = (): void => {
    number.hidden = !wanted.value.includes('{}');
  };
  subject.addEventListener('change', fill);
  wanted.addEventListener('change', show);
  fill();
  const ask = async (): Promise<void> => {
    const [, name = ''] = subject.value.split(' ');
    const text = `${name} ${wanted.value.replace('{}', number.value)}`;
    answer.textContent = `Trying changes for '${text}' ...`;
    press.disabled = true;
    try {
      const { text: told } = await engine.ask('whyNot', { wanted: text, at: shown.cursor.value });
      answer.replaceChildren(...told.split('\n\n').map(paragraph));
    } catch (error) {
      answer.textContent = error instanceof Error ? error.message : String(error);
    }
    press.disabled = false;
  };
  const press = button('Ask at the cursor', () => void ask(), { class: 'primary' });
  if (subjects.length === 0) return h('p', { class: 'soft' }, 'This scenario has no workload to ask about.');
  return h(
    'div',
    {},
    h(
      'p',
      { class: 'soft' },
      'Choose what you wanted at the cursor. The engine tells why it is otherwise and tries changes that bring it.',
    ),
    h('div', { class: 'form-line' }, subject, wanted, number, press),
    answer,
  );
}

/** A line that says it, and below it the details, indented as in the terminal. */
function paragraph(text: string): HTMLElement {
  const [head = '', ...details] = text.split('\n');
  const items = details.map((line) =>
    h('li', { class: `inset-${Math.min(3, Math.floor(line.search(/\S/) / 2))}` }, line.trim()),
  );
  return h('section', {}, h('b', {}, head), items.length === 0 ? null : h('ul', {}, ...items));
}

/** Workloads and volume sets of the run, `shop/web`. */
export function subjectsOf({
  data,
}: Site): readonly { readonly name: string; readonly kind: 'workload' | 'volumeset' }[] {
  const named = [...data.bill.usage.map(({ gvc, resource }) => `${gvc}/${resource}`), ...Object.keys(data.mounts)];
  return [...new Set(named)].flatMap((key) => {
    const [gvc, kind, name] = key.split('/');
    return (kind === 'workload' || kind === 'volumeset') && name !== undefined
      ? [{ name: `${gvc}/${name}`, kind }]
      : [];
  });
}

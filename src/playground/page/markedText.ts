/**
 * Texts of lessons as elements: paragraphs, code, emphasis, and terms with their sentence from the glossary.
 */
import { markedParts } from '../../lesson/markedText.ts';
import { type Child, h } from '../../web/view/element.ts';
import type { CourseContent } from './course.ts';

/** One paragraph for each of the text. */
export function markedText(text: string, { terms }: Pick<CourseContent, 'terms'>): HTMLElement {
  const paragraphs: Child[][] = [[]];
  for (const part of markedParts(text)) {
    const line = paragraphs.at(-1) ?? [];
    switch (part.kind) {
      case 'paragraph':
        paragraphs.push([]);
        break;
      case 'code':
        line.push(h('code', {}, part.text));
        break;
      case 'strong':
        line.push(h('strong', {}, part.text));
        break;
      case 'term':
        line.push(termElement(part.text, terms[(part.term ?? part.text).toLowerCase()]));
        break;
      case 'text':
        line.push(part.text);
        break;
    }
  }
  return h('div', { class: 'marked' }, ...paragraphs.map((line) => h('p', {}, ...line)));
}

/** A term that shows its sentence when it is pressed, on a phone too. */
function termElement(shown: string, sentence: string | undefined): Child {
  if (sentence === undefined) return h('em', {}, shown);
  const told = h('span', { class: 'term-sentence', hidden: true, role: 'note' }, ` ${sentence} `);
  const press = (): void => {
    told.hidden = !told.hidden;
    button.setAttribute('aria-expanded', String(!told.hidden));
  };
  const button = h(
    'button',
    { type: 'button', class: 'term', title: sentence, 'aria-expanded': 'false', on: { click: press } },
    shown,
  );
  return [button, told];
}

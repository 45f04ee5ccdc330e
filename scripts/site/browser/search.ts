/**
 * The search box of every page: `/` focuses it, arrows choose a result, Enter opens it, Escape closes the list. The
 * index is a script, loaded at the first use, because a page that was opened from a file cannot fetch.
 */
import MiniSearch from 'minisearch';
import { type Entry, indexOptions } from './entry.ts';
import { excerptOf } from './excerpt.ts';

declare global {
  interface Window {
    /** The index as JSON, set by search-index.js. */
    svcsimSearch?: string;
  }
}

const resultsMax = 12;
const input = document.querySelector<HTMLInputElement>('#search');
const list = document.querySelector<HTMLElement>('#results');
const status = document.querySelector<HTMLElement>('#search-status');
const rootOfSite = document.documentElement.dataset['root'] ?? '';

let index: Promise<MiniSearch<Entry>> | null = null;
let chosen = -1;
let asked = 0;

if (input !== null && list !== null && status !== null) listen(input, list, status);
document.querySelector('#menu-button')?.addEventListener('click', (event) => {
  const isOpen = document.body.classList.toggle('menu-open');
  (event.currentTarget as HTMLElement).setAttribute('aria-expanded', String(isOpen));
});

function listen(box: HTMLInputElement, results: HTMLElement, note: HTMLElement): void {
  box.addEventListener('focus', () => void loaded());
  box.addEventListener('input', () => void search(box, results, note));
  box.addEventListener('keydown', (event) => {
    const options = [...results.querySelectorAll<HTMLAnchorElement>('a')];
    if (event.key === 'Escape') {
      box.value = '';
      void search(box, results, note);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (options.length > 0)
        choose(options, (chosen + (event.key === 'ArrowDown' ? 1 : -1) + options.length) % options.length, box);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      options[Math.max(0, chosen)]?.click();
    }
  });
  results.addEventListener('click', () => {
    box.value = '';
    void search(box, results, note);
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    box.focus();
  });
}

function choose(options: readonly HTMLAnchorElement[], next: number, box: HTMLInputElement): void {
  chosen = next;
  for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === next));
  options[next]?.scrollIntoView({ block: 'nearest' });
  const id = options[next]?.id;
  if (id !== undefined) box.setAttribute('aria-activedescendant', id);
}

async function search(box: HTMLInputElement, results: HTMLElement, note: HTMLElement): Promise<void> {
  asked += 1;
  const mine = asked;
  const words = box.value.trim();
  const found = words === '' ? [] : (await loaded()).search(words);
  if (mine !== asked) return;
  chosen = -1;
  box.removeAttribute('aria-activedescendant');
  const shown = found.slice(0, resultsMax);
  results.replaceChildren(...shown.map((one, at) => resultLink(one, at, words)));
  results.hidden = shown.length === 0;
  box.setAttribute('aria-expanded', String(shown.length > 0));
  note.textContent = words === '' ? '' : statusOf(found.length, words);
  note.classList.toggle('is-empty', words !== '' && found.length === 0);
}

function statusOf(count: number, words: string): string {
  if (count === 0) return `Nothing found for "${words}". Try fewer or shorter words.`;
  return count > resultsMax
    ? `${count} results; the first ${resultsMax} are shown`
    : `${count} ${count === 1 ? 'result' : 'results'}`;
}

function resultLink(
  result: Record<string, unknown> & { readonly terms: readonly string[] },
  at: number,
  words: string,
): HTMLElement {
  const { id, title, page, section, text } = result as unknown as Entry;
  const link = document.createElement('a');
  link.id = `result-${at}`;
  link.href = `${rootOfSite}${id}`;
  link.setAttribute('role', 'option');
  link.setAttribute('aria-selected', 'false');
  link.tabIndex = -1;
  const head = child('strong', title);
  const place = child('span', [section, page].filter((one) => one !== '' && one !== title).join(' / '));
  place.className = 'result-place';
  const excerpt = document.createElement('span');
  excerpt.className = 'result-text';
  const parts = excerptOf(text, [...words.split(/\s+/), ...result.terms]);
  excerpt.append(...parts.map((part) => child(part.isHit ? 'mark' : 'span', part.text)));
  link.append(head, place, excerpt);
  return link;
}

function child(name: string, text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

/** The index, loaded once. */
function loaded(): Promise<MiniSearch<Entry>> {
  index ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${rootOfSite}search-index.js`;
    script.addEventListener('load', () => resolve(MiniSearch.loadJSON<Entry>(window.svcsimSearch ?? '', indexOptions)));
    script.addEventListener('error', () => reject(new Error('search-index.js cannot be loaded')));
    document.head.append(script);
  });
  return index;
}

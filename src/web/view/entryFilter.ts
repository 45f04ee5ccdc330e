/** Which journal entries a filter of words means. */
import type { PageEntry } from '../../report/picture/picture.ts';
import { entrySentence } from '../../report/why/entrySentence.ts';

/**
 * Finds entries by all words of a filter: in their type, subject, sentence and data, in the rules and assumptions that
 * decided, by a short name (`web/7`), and by their number (`#31`). Texts are made once for each entry.
 */
export class EntryFilter {
  private readonly texts = new Map<number, string>();
  private readonly told: (entry: PageEntry) => string;

  /** @param told what the page shows of an entry beside its sentence */
  constructor(told: (entry: PageEntry) => string) {
    this.told = told;
  }

  fits(entry: PageEntry, words: readonly string[]): boolean {
    return words.every((word) =>
      /^#\d+$/.test(word) ? word === `#${entry.seq}` : this.textOf(entry).includes(word.toLowerCase()),
    );
  }

  private textOf(entry: PageEntry): string {
    const known = this.texts.get(entry.seq);
    if (known !== undefined) return known;
    const { type, subject, rules, assumptions } = entry;
    const own = [type, subject, shortest(subject), entrySentence(entry), this.told(entry), ...rules, ...assumptions];
    const text = own.join(' ').toLowerCase();
    this.texts.set(entry.seq, text);
    return text;
  }
}

/** `shop/workload/web@aws-us-east-1/7` -> `shop/web/7`. */
function shortest(subject: string): string {
  return subject.replace(/\/(?:workload|volumeset)\//, '/').replace(/@[^/]+/, '');
}

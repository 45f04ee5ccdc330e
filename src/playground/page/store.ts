/**
 * What the browser keeps: the reader's text and the progress in lessons. A browser may refuse to keep anything.
 *
 * Each tab has a key of its own, so two tabs do not overwrite each other's text. A reload of a tab finds its text; a
 * new tab begins without one, and is offered the newest text of the others.
 */
import { type CourseProgress, noProgress } from '../../lesson/progress.ts';
import { progressFrom } from '../../lesson/progressShape.ts';

/** A text that was edited. */
export interface SavedText {
  readonly lesson: string | null;
  readonly file: string;
  readonly text: string;
  /** When it was saved, in ms since the epoch. */
  readonly savedAt: number;
}

const prefix = 'svcsim.playground.text.';
const tabKey = 'svcsim.playground.tab';
const progressKey = 'svcsim.playground.progress';
/** Texts of so many tabs are kept, the newest. */
const textsMost = 8;

export class PageStore {
  /** Called once, when the browser refuses to keep something. */
  private readonly onRefused: () => void;
  private isRefused = false;
  private tab = '';
  /** The progress of this page, for a browser that keeps none. */
  private known: CourseProgress = noProgress;

  constructor(onRefused: () => void) {
    this.onRefused = onRefused;
    this.attempt(() => {
      const known = isReload() ? sessionStorage.getItem(tabKey) : null;
      if (known === null) this.beginTab();
      else this.tab = known;
    });
  }

  /** Leaves the text of this tab where it is, and keeps further texts under a new key. */
  beginTab(): void {
    this.tab = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
    this.attempt(() => sessionStorage.setItem(tabKey, this.tab));
  }

  /** The text of this tab before a reload; null: it had none. */
  own(): SavedText | null {
    return this.attempt(() => readText(localStorage.getItem(prefix + this.tab)));
  }

  save(saved: SavedText): void {
    this.attempt(() => {
      localStorage.setItem(prefix + this.tab, JSON.stringify(saved));
      for (const { key } of this.all().slice(textsMost)) localStorage.removeItem(key);
    });
  }

  /** Drops the text of this tab if it is of a file that has no change any more. */
  forget(file: string): void {
    if (this.own()?.file === file) this.attempt(() => localStorage.removeItem(prefix + this.tab));
  }

  /** The newest text of another tab that was closed or is still open; null: none. */
  newestOther(): SavedText | null {
    return this.attempt(() => this.all().find(({ key }) => key !== prefix + this.tab)?.saved ?? null);
  }

  progress(): CourseProgress {
    const text = this.attempt(() => localStorage.getItem(progressKey));
    if (text === null) return this.known;
    try {
      return progressFrom(JSON.parse(text)) ?? this.known;
    } catch {
      return this.known;
    }
  }

  /** Changes the progress that is kept now: another tab may have changed it. */
  changeProgress(change: (progress: CourseProgress) => CourseProgress): CourseProgress {
    this.known = change(this.progress());
    this.attempt(() => localStorage.setItem(progressKey, JSON.stringify(this.known)));
    return this.known;
  }

  /** Texts of all tabs, the newest first. */
  private all(): readonly { readonly key: string; readonly saved: SavedText }[] {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    const found = keys
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => {
        const saved = readText(localStorage.getItem(key));
        return saved === null ? [] : [{ key, saved }];
      });
    return found.sort((a, b) => b.saved.savedAt - a.saved.savedAt);
  }

  private attempt<T>(work: () => T): T | null {
    try {
      return work();
    } catch {
      if (!this.isRefused) this.onRefused();
      this.isRefused = true;
      return null;
    }
  }
}

/** A duplicated tab has the session of the other, but was not reloaded. */
function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as unknown as readonly PerformanceNavigationTiming[];
  return navigation?.type === 'reload' || navigation?.type === 'back_forward';
}

function readText(json: string | null): SavedText | null {
  if (json === null) return null;
  try {
    const saved = JSON.parse(json) as Partial<SavedText> | null;
    if (typeof saved?.text !== 'string' || typeof saved.file !== 'string' || typeof saved.savedAt !== 'number')
      return null;
    return { text: saved.text, file: saved.file, savedAt: saved.savedAt, lesson: saved.lesson ?? null };
  } catch {
    return null;
  }
}

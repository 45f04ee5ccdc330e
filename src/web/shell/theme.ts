/**
 * Light or dark: as the reader wants it, or as the reader's machine has it.
 */
export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const isDark = matchMedia('(prefers-color-scheme: dark)');

/** From now on. */
export function wantTheme(theme: Theme): void {
  document.documentElement.dataset['wanted'] = theme;
  paint();
}

/** Charts are told, since they are painted. @param theme as it is wanted if absent: paper is always light */
export function paint(theme: Exclude<Theme, 'auto'> = wanted()): void {
  document.documentElement.dataset['theme'] = theme;
  dispatchEvent(new Event('theme'));
}

/** The machine may change its mind while the page is open. */
export function followMachine(): void {
  wantTheme('auto');
  isDark.addEventListener('change', () => paint());
}

function wanted(): Exclude<Theme, 'auto'> {
  const theme = themes.find((one) => one === document.documentElement.dataset['wanted']) ?? 'auto';
  return theme === 'auto' ? (isDark.matches ? 'dark' : 'light') : theme;
}

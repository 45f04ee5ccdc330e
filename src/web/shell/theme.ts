/**
 * The colour theme: light or dark, chosen by the reader or by the system.
 */
export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const isDark = matchMedia('(prefers-color-scheme: dark)');

/** Sets the theme that the reader wants. */
export function wantTheme(theme: Theme): void {
  document.documentElement.dataset['wanted'] = theme;
  paint();
}

/** Applies a theme and redraws the charts. @param theme default: the wanted one; printing always uses light */
export function paint(theme: Exclude<Theme, 'auto'> = wanted()): void {
  document.documentElement.dataset['theme'] = theme;
  dispatchEvent(new Event('theme'));
}

/** Follows the system's theme, also when it changes while the page is open. */
export function followMachine(): void {
  wantTheme('auto');
  isDark.addEventListener('change', () => paint());
}

function wanted(): Exclude<Theme, 'auto'> {
  const theme = themes.find((one) => one === document.documentElement.dataset['wanted']) ?? 'auto';
  return theme === 'auto' ? (isDark.matches ? 'dark' : 'light') : theme;
}

/** Half-filled folders beside a report folder: what a run that was killed could not take away. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const suffix = '.partial-';
const keptForMs = 86_400_000;

/** Makes an empty folder beside `path`, under a name that no other run has. */
export function openPartial(path: string): string {
  return mkdtempSync(`${path}${suffix}`);
}

/**
 * Removes the partial folders of `path` that nothing was written into for a day: a younger one may belong to a run that
 * goes on. One that holds anything but `files` is not ours and stays.
 */
export function removeLeftovers(path: string, files: readonly string[]): void {
  const parent = dirname(path);
  const prefix = `${basename(path)}${suffix}`;
  const before = Date.now() - keptForMs;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix) || !/^\w{6}$/.test(name.slice(prefix.length))) continue;
    const folder = join(parent, name);
    try {
      const held = readdirSync(folder);
      const changedAt = [folder, ...held.map((file) => join(folder, file))].map((entry) => statSync(entry).mtimeMs);
      if (held.every((file) => files.includes(file)) && Math.max(...changedAt) < before) {
        rmSync(folder, { recursive: true, force: true });
      }
    } catch {
      // Another run is taking it away, or we may not: it harms nothing.
    }
  }
}

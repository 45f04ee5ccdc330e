/**
 * Builds the site into `site/`: pages that open from a folder, without a server or a network.
 *
 *   npm run site
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPlayground } from './site/playground.ts';

/** A part of the site: writes its files into a folder. */
type SitePart = (folder: string, root: string) => Promise<void>;

/** Parts in the order in which they are built. */
const parts: readonly SitePart[] = [buildPlayground];

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'site');
mkdirSync(folder, { recursive: true });
for (const build of parts) await build(folder, root);

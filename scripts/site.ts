/**
 * Builds the site: pages that open from a folder, without a server or a network.
 *
 *   npm run site               into site/
 *   npm run site -- FOLDER     into another folder
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDocs } from './site/docs.ts';
import { buildPlayground } from './site/playground.ts';

/** A part of the site: writes its files into a folder. */
type SitePart = (folder: string, root: string) => Promise<void>;

/** Parts in the order in which they are built. The docs embed the playground. */
const parts: readonly SitePart[] = [buildPlayground, buildDocs];

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(process.argv[2] ?? join(root, 'site'));
mkdirSync(folder, { recursive: true });
for (const build of parts) await build(folder, root);

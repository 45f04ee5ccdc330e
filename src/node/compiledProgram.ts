/**
 * The command line in one piece, with the code that V8 has made of it: compiling takes half of the time in which a
 * command starts. That code fits one version of Node only, so the bundle keeps it in a folder of its name; with any
 * other version, the command line starts from `dist/cli`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';

/** What the text of the program is, once it is run: a function around the CommonJS module. */
type Wrapper = (require: NodeJS.Require, module: { exports: unknown }, url: string) => void;

/** The verbs that have code of their own; all others share that of the first. */
export const compiledVerbs = ['check', 'run'] as const;

/** Where the program in one piece is, for this version of Node. @param bundle the folder `dist/cli` */
export function compiledFolder(bundle: URL): URL {
  return new URL(`../compiled/${process.version}/`, bundle);
}

/** The file of the code that V8 has made for a verb. */
export function codeFile(bundle: URL, verb: string | undefined): URL {
  const own = compiledVerbs.find((one) => one === verb) ?? compiledVerbs[0];
  return new URL(`${own}.code`, compiledFolder(bundle));
}

export interface CompiledProgram {
  readonly script: Script;
  /** Runs it. @returns what its main module exports */
  start(): unknown;
}

/**
 * The program with the code for a verb; null: there is none for this version of Node.
 *
 * @param bundle the folder `dist/cli`, where the program finds its other files
 * @param verb the first word after `svcsim`
 */
export function compiledProgram(bundle: URL, verb: string | undefined): CompiledProgram | null {
  const code = codeFile(bundle, verb);
  return existsSync(code) ? programOf(bundle, readFileSync(code)) : null;
}

/** @param code of V8; without it, or where it does not fit, V8 compiles the text */
export function programOf(bundle: URL, code?: Uint8Array): CompiledProgram {
  const file = new URL('main.cjs', compiledFolder(bundle));
  // The text is ASCII, which is read most quickly as Latin-1.
  const text = readFileSync(file, 'latin1');
  const script = new Script(text, { filename: file.href, ...(code === undefined ? {} : { cachedData: code }) });
  return {
    script,
    start: () => {
      const url = new URL('main.js', bundle).href;
      const module = { exports: {} };
      const wrapper = script.runInThisContext() as Wrapper;
      wrapper(createRequire(url), module, url);
      return module.exports;
    },
  };
}

/**
 * The command line in one piece, with the code that V8 has made of it: compiling takes half of the time in which a
 * command starts. That code fits one version of Node only, so the bundle keeps it in a folder of its name; with any
 * other version, the command line starts from its source files.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';

/** What the bundled text is, once it is run: a function around the CommonJS module. */
type Wrapper = (require: NodeJS.Require, module: { exports: unknown }, url: string) => void;

/** The folder of the program in one piece, for this version of Node. @param bundle the folder `dist/cli` */
export function compiledFolder(bundle: URL): URL {
  return new URL(`../compiled/${process.version}/`, bundle);
}

/** The verbs for which there is compiled code of their own; all others share that of the first. */
export const compiledVerbs = ['check', 'run'] as const;

/** The file of the code that V8 has made for a verb. */
export function codeFile(folder: URL, verb: string | undefined): URL {
  return new URL(`${compiledVerbs.find((one) => one === verb) ?? compiledVerbs[0]}.code`, folder);
}

export interface CompiledProgram {
  readonly script: Script;
  /** Whether V8 took the code that was made beforehand; if not, it has compiled the text. */
  readonly isCodeTaken: boolean;
  /** Runs the program. @returns what its main module exports */
  start(): unknown;
}

/**
 * The program in one piece. null: there is none for this version of Node.
 *
 * @param bundle the folder `dist/cli`, where the program finds its other files
 * @param verb the first word after `svcsim`; null: compile the text, whatever code there is
 */
export function compiledProgram(bundle: URL, verb: string | undefined | null): CompiledProgram | null {
  const folder = compiledFolder(bundle);
  const file = new URL('main.cjs', folder);
  // It is written after the text.
  const code = verb === null ? file : codeFile(folder, verb);
  if (!existsSync(code)) return null;
  const cachedData = verb === null ? undefined : readFileSync(code);
  // The text is ASCII, which is read most quickly as Latin-1.
  const script = new Script(readFileSync(file, 'latin1'), {
    filename: file.href,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  return {
    script,
    isCodeTaken: script.cachedDataRejected === false,
    start: () => {
      const url = new URL('main.js', bundle).href;
      const module = { exports: {} };
      const wrapper = script.runInThisContext() as Wrapper;
      wrapper(createRequire(url), module, url);
      return module.exports;
    },
  };
}

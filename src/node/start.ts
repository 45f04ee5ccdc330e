/** What `bin/svcsim.js` starts: the command line, in the form that starts soonest. */
import { readFileSync, writeSync } from 'node:fs';
import { compiledProgram } from './compiledProgram.ts';

if (!isVersionSaid()) {
  const bundle = new URL('./', import.meta.url);
  const { done } = (compiledProgram(bundle, process.argv[2])?.start() ?? (await import('./main.ts'))) as {
    readonly done: Promise<void>;
  };
  await done;
}

/** Prints the version, if nothing else is asked. If it cannot be printed, the command line knows what to do. */
function isVersionSaid(): boolean {
  const [word, ...others] = process.argv.slice(2);
  if (others.length > 0 || (word !== '--version' && word !== '-V')) return false;
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  try {
    writeSync(1, `${version}\n`);
    return true;
  } catch {
    return false;
  }
}

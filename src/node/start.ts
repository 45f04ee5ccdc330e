/** What `bin/svcsim.js` starts: the command line, in the form that starts soonest. */
import { writeSync } from 'node:fs';
import { compiledProgram } from './compiledProgram.ts';
import { programVersion, projectFile } from './projectFile.ts';

if (!isVersionSaid()) {
  const { done } = (compiledProgram(projectFile('dist/cli/'), process.argv[2])?.start() ??
    (await import('./main.ts'))) as {
    readonly done: Promise<void>;
  };
  await done;
}

/** Prints the version, if nothing else is asked. If it cannot be printed, the command line knows what to do. */
function isVersionSaid(): boolean {
  const [word, ...others] = process.argv.slice(2);
  if (others.length > 0 || (word !== '--version' && word !== '-V')) return false;
  try {
    writeSync(1, `${programVersion()}\n`);
    return true;
  } catch {
    return false;
  }
}

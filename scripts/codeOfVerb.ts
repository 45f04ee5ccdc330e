/**
 * Runs a command, and keeps the code that V8 has made for it, for the next start of the command line.
 *
 *   node --import tsx scripts/codeOfVerb.ts run scenario.yaml     a part of npm run bundle
 */
import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { codeFile, programOf } from '../src/node/compiledProgram.ts';
import { projectFile } from '../src/node/projectFile.ts';

const bundle = projectFile('dist/cli/');
const program = programOf(bundle);
// Code of functions that have not run for a while is kept.
setFlagsFromString('--no-flush-bytecode');
process.on('exit', () => {
  // V8 takes code only where its flags are those under which the code was made. These are as they were at the start.
  for (const flag of [
    '--flush-bytecode',
    '--semi-space-growth-factor=2',
    '--heap-growing-percent=0',
    '--max-inlined-bytecode-size-cumulative=920',
  ])
    setFlagsFromString(flag);
  writeFileSync(codeFile(bundle, process.argv[2]), program.script.createCachedData());
});
program.start();

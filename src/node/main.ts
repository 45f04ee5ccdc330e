/** Runs the command line, and gives every error its exit code. */

import { existsSync } from 'node:fs';
import { CommanderError } from 'commander';
import { shellWord } from '../text/shellWord.ts';
import { calledAs } from './calledAs.ts';
import { fitted } from './columns.ts';
import { defectText } from './defect.ts';
import { errorCode, exitCode, Stop, unwritable } from './exit.ts';
import { programVersion } from './projectFile.ts';
import { say } from './say.ts';
import { program } from './verbs/program.ts';

const version = programVersion();

// If the reader of a pipe (head, less) closes it, the program ends without an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    process.exit(
      errorCode(error) === 'EPIPE' ? exitCode.ok : codeAfter(unwritable(error, `standard ${streamName(stream)}`, '')),
    );
  });
}

/** Fulfilled when the command has ended, with whatever exit code. */
export const done: Promise<void> = run();

async function run(): Promise<void> {
  try {
    await program(version, process.argv[2]).parseAsync();
  } catch (error) {
    process.exitCode = codeAfter(await explained(error));
  }
}

/** A zero-time loop is a mistake in the scenario; the module that explains it is loaded only in this case. */
async function explained(error: unknown): Promise<unknown> {
  if (!(error instanceof Error) || error.name !== 'StandstillError') return error;
  const { stopAtStandstill } = await import('./standstill.ts');
  return stopAtStandstill(error);
}

function streamName(stream: NodeJS.WriteStream): string {
  return stream === process.stdout ? 'output' : 'error';
}

/** Prints the error on the error stream. @returns the exit code */
function codeAfter(error: unknown): number {
  if (error instanceof CommanderError) {
    const [word = ''] = process.argv.slice(2);
    if (error.code === 'commander.unknownCommand' && existsSync(word)) {
      say(process.stderr, `To run this scenario: ${calledAs} run ${shellWord(word)}\n`);
    }
    return error.exitCode === 0 ? exitCode.ok : exitCode.usage;
  }
  if (error instanceof Stop) {
    say(process.stderr, fitted(`svcsim: ${error.message}\n`, process.stderr));
    return error.code;
  }
  say(process.stderr, defectText(error, process.argv.slice(2), version));
  return exitCode.defect;
}

/**
 * Runs a scenario whose entries are heard by nobody who does anything with them, in a process of its own:
 * `heardRun.ts FILE`. It is what a run costs before anything is reported of it.
 */
import { readFileSync } from 'node:fs';
import { Run } from '../../src/experiment/run.ts';
import { makeRoom } from '../../src/node/memory.ts';
import { parseScenario } from '../../src/scenario/parse.ts';

const [file = ''] = process.argv.slice(2);
const { scenario } = parseScenario(readFileSync(file, 'utf8'), { file, read: (name) => readFileSync(name, 'utf8') });
if (scenario === null) throw new Error(`${file} is not valid`);
// As the command does before it runs anything.
makeRoom(scenario);
new Run(scenario, { isAsked: false, sink: () => {} }).advance();

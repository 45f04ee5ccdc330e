/**
 * Performs a whole study as `svcsim study` does, by its own schedule, through threads and a store, in a process that
 * has run nothing before:
 *
 *   node --import tsx studyRace.ts WORKERS < FILE
 *
 * FILE is a scenario with one study. Prints the milliseconds from the first job to the answer, the runs that it took,
 * and the answer. Starting the threads counts, and so does compiling their code.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runKeys } from '../../src/experiment/study/runKey.ts';
import { pointsOf } from '../../src/experiment/study/spec/points.ts';
import { parseStudies } from '../../src/experiment/study/spec/readStudies.ts';
import { ended } from '../../src/experiment/study/steps.ts';
import { study } from '../../src/experiment/study/study.ts';
import { studyQuestion } from '../../src/experiment/study/studyQuestion.ts';
import { RunStore } from '../../src/node/study/store.ts';
import { throughStore } from '../../src/node/study/storedRuns.ts';
import { inThreads } from '../../src/node/study/threads.ts';

const [, , workers = '2'] = process.argv;
const text = readFileSync(0, 'utf8');
const options = { file: 'bench.yaml' };
const { scenario, studies, problems } = parseStudies(text, options);
const [spec] = studies ?? [];
if (scenario === null || spec === undefined) throw new Error(`no study: ${JSON.stringify(problems)}`);
const points = pointsOf(spec);
if (typeof points === 'string') throw new Error(points);
const folder = mkdtempSync(join(tmpdir(), 'svcsim-bench-'));
const store = new RunStore(folder, 'bench');
const threads = inThreads({ width: Number(workers) });
const question = studyQuestion({ text, options, scenario }, spec, points);
const from = performance.now();
const { document, runs } = await ended(study(question, throughStore(threads, store, runKeys('bench'))));
const ms = performance.now() - from;
console.log(JSON.stringify({ ms, runs: runs.length, sentence: document.sentence }));
await threads.close();
store.close();
rmSync(folder, { recursive: true });

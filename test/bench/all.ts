import { agendaDistributions, agendaSizes } from './agenda.bench.ts';
import { controlBench } from './control.ts';
import { cronBench } from './cron.ts';
import { reportFilesOfRun } from './files.bench.ts';
import { manifestFolder } from './folder.bench.ts';
import { forkedPast } from './fork.bench.ts';
import { fuzzing } from './fuzz.bench.ts';
import { monthOfShop } from './month.bench.ts';
import { lookingAhead, organizationGrowth, organizationYear } from './organization.bench.ts';
import { pageMaking } from './page.bench.ts';
import { platformBench } from './platform.bench.ts';
import { playgroundInBrowser } from './playground.bench.ts';
import { chance } from './random.bench.ts';
import { ratingBench } from './rating.bench.ts';
import { advising } from './recommend.bench.ts';
import { requestPath } from './request.bench.ts';
import type { Bench } from './rows.ts';
import { againstSimpy, engineStep } from './simulation.bench.ts';
import { commandStart } from './start.bench.ts';
import { measuredOnly, ninePlans, studyMemory, studyRunners } from './study.bench.ts';
import { volumeBench } from './volume.ts';
import { askingWhy } from './why.bench.ts';

/** Every benchmark, in the order of the table. A room adds its own here. */
export const benches: readonly Bench[] = [
  agendaSizes,
  agendaDistributions,
  engineStep,
  againstSimpy,
  platformBench,
  requestPath,
  monthOfShop,
  cronBench,
  volumeBench,
  controlBench,
  ratingBench,
  chance,
  commandStart,
  manifestFolder,
  studyRunners,
  measuredOnly,
  forkedPast,
  studyMemory,
  ninePlans,
  advising,
  askingWhy,
  pageMaking,
  reportFilesOfRun,
  playgroundInBrowser,
  fuzzing,
  organizationYear,
  organizationGrowth,
  lookingAhead,
];

/** The command line: its verbs, its help and its exit codes. */
import { Command } from 'commander';
import { fitted } from '../columns.ts';
import { say } from '../say.ts';
import { addCoverageVerb } from './coverageVerb.ts';
import { addDebugVerb } from './debugVerb.ts';
import { addFileVerbs } from './fileVerbs.ts';
import { addFuzzVerb } from './fuzzVerb.ts';
import { addLessonVerbs } from './lessonVerbs.ts';
import { addPlatformVerbs } from './platformVerbs.ts';
import { addRunVerbs } from './runVerbs.ts';
import { addSelftestVerb } from './selftestVerb.ts';
import { addStudyVerbs } from './studyVerbs.ts';

const examples = `
Examples:
  svcsim init shop.yaml                     create a first scenario to edit
  svcsim check shop.yaml                    report every problem with its place
  svcsim run shop.yaml                      simulate; write reports/<name>/
  svcsim run shop.yaml --variant leaner     write reports/<name>.leaner/
  svcsim run shop.yaml --assume cron.forbid.missed=lateStart --seed 2
  svcsim run shop.yaml \\
    --set shop/workload/api.spec.defaultOptions.autoscaling.minScale=3
  cat shop.yaml | svcsim run - --json
  svcsim import grafana requests.csv        lines that read a recording
  svcsim recommend shop.yaml                propose changes checked by runs
  svcsim study shop.yaml cheapest           the best plan of a grid of settings
  svcsim sensitivity shop.yaml              which assumption or input matters
  svcsim find shop.yaml --vary params.growth=1..30 \\
    --until 'bill.total > 250 USD'
  svcsim fork shop.yaml shop.yaml@leaner --at +2d   one past, two futures
  svcsim rules LIMIT-1                      explain one rule
  svcsim coverage scenarios/                rules that scenarios exercise
  svcsim debug shop.yaml                    go through a run, forward and back
  svcsim fuzz --for 10m                     search for a broken law
  svcsim logs shop.yaml '{workload="web"}'  log lines of replicas and executions
  svcsim request shop.yaml shop/web         trace one request hop by hop
  svcsim env shop.yaml shop/web             environment variables of a container
  svcsim serve shop.yaml                    the platform's HTTP API
  svcsim lesson start                       learn the platform, lesson by lesson
  svcsim grade class/                       what learners have done
  svcsim selftest                           try this installation

Exit codes:
  0 success          1 an expectation failed, or the answer is no
  2 wrong usage      3 invalid scenario or price book
  4 defect of svcsim                5 cannot write the output
  6 undecided        130 interrupted`;

/** What adds verbs; those that are started most come first. */
const groups: readonly ((root: Command) => void)[] = [
  addRunVerbs,
  addDebugVerb,
  addStudyVerbs,
  addFileVerbs,
  addPlatformVerbs,
  addLessonVerbs,
  addCoverageVerb,
  addFuzzVerb,
  addSelftestVerb,
];

/**
 * The command line.
 *
 * @param version of svcsim
 * @param verb the first word after `svcsim`: if it is a verb, or asks for the version, verbs that are not needed to
 *   carry it out may be missing; default: all are there
 */
export function program(version: string, verb = ''): Command {
  const root = new Command('svcsim')
    .description(
      'Simulate a workload hosting platform: its behaviour, costs, bottlenecks, and the rule behind each decision.',
    )
    .version(version)
    .exitOverride()
    .configureHelp({ minWidthToWrap: 30, subcommandTerm: termOf })
    .configureOutput({
      writeOut: (text) => say(process.stdout, fitted(text, process.stdout)),
      writeErr: (text) => say(process.stderr, fitted(text, process.stderr)),
    })
    .showHelpAfterError('(svcsim --help lists the verbs)')
    .addHelpText('after', examples);

  if (verb !== '--version' && verb !== '-V') {
    for (const add of groups) {
      if (root.commands.some((command) => command.name() === verb || command.aliases().includes(verb))) break;
      add(root);
    }
  }
  for (const command of root.commands) command.showHelpAfterError(`(svcsim ${command.name()} --help shows the usage)`);
  return root;
}

/** The name of a verb with its arguments, for the list of verbs. */
function termOf(verb: Command): string {
  return `${verb.name()} ${verb.usage().replace('[options] ', '')}`;
}

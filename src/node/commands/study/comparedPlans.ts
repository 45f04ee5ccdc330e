/** The plans of `svcsim compare`: files, variants, changes on the command line, and the same file at another commit. */
import { existsSync } from 'node:fs';
import type { ComparedPlan } from '../../../experiment/study/planRuns.ts';
import { capturePlan, type PlanChanges } from '../../../experiment/study/planText.ts';
import { refusalOf } from '../../../experiment/study/runner.ts';
import type { Parsed } from '../../../scenario/parse.ts';
import type { Scenario } from '../../../scenario/scenario.ts';
import { type Problem, placedMessage } from '../../../scenario/text/problem.ts';
import type { Files } from '../../../scenario/text/reading.ts';
import { exitCode, Stop } from '../../exit.ts';
import type { CompareFlags } from '../../flags.ts';
import { filesAt } from '../../gitFiles.ts';
import { type ReadScenario, readScenarios } from '../../inputs.ts';
import { showProblems } from '../../problems.ts';
import { isFolder } from '../../reported/reportSource.ts';
import { say } from '../../say.ts';
import { type ReportedPlan, readReportedPlan } from './reportedPlans.ts';

/** What is compared. */
export interface ReadPlans {
  /** The base first. */
  readonly plans: readonly ComparedPlan[];
  /** Of the plans that can be run, in their order. */
  readonly scenarios: readonly Scenario[];
  /** Of the plans that are finished runs, in their order. */
  readonly reports: readonly ReportedPlan[];
}

const changesForm =
  'NAME:PATH=VALUE,PATH=VALUE, such as leaner:shop/workload/api.spec.defaultOptions.autoscaling.maxScale=10';

/**
 * Reads all plans. A plan of changes that the platform refuses stays in the comparison and says so. A file that cannot
 * be read ends it, and so does a change that leads nowhere.
 *
 * @returns null if a file or a change has errors, which have been shown
 */
export async function readPlans(files: readonly string[], flags: CompareFlags): Promise<ReadPlans | null> {
  const [first = ''] = files;
  const changed = (flags.plan ?? []).map(changesOf);
  if (changed.length > 0 && files.length > 1)
    throw new Stop(exitCode.usage, '--plan changes one file: give one file, or all plans as files');
  if (isFolder(first) && (changed.length > 0 || flags.base !== undefined))
    throw new Stop(exitCode.usage, `${first} is a finished run: --plan and --base change a scenario file`);
  if (flags.base !== undefined && files.length > 1)
    throw new Stop(exitCode.usage, '--base compares one file with itself at a commit: give one file');
  const reader = new PlanReader(flags);
  if (flags.base !== undefined) {
    const from = filesAt(flags.base);
    try {
      const isRead = await reader.add({ arg: first, name: flags.base, shown: `${first} at ${flags.base}`, from });
      if (!isRead) return null;
    } finally {
      from.close();
    }
  }
  for (const arg of files) if (!(await reader.add({ arg, shown: arg }))) return null;
  for (const { name, set } of changed) if (!(await reader.add({ arg: first, name, set }))) return null;
  if (reader.plans.length < 2)
    throw new Stop(
      exitCode.usage,
      `a comparison needs two plans or more: give another file, a variant (${first}@name), --plan ${changesForm}, or --base REF; svcsim study measures one plan alone`,
    );
  return reader;
}

/** A plan as the command line gives it. */
interface GivenPlan {
  readonly arg: string;
  /** Default: the name of the scenario. */
  readonly name?: string;
  readonly set?: NonNullable<PlanChanges['set']>;
  /** What makes it, for the reader; default: its changes. */
  readonly shown?: string;
  /** Where its files are read from; default: this machine. */
  readonly from?: Required<Files>;
}

/** Whether only rules of the platform refuse a plan: all that the format of scenarios asks for is right. */
function isRefusedByRules({ problems }: Parsed): boolean {
  return problems.every(({ severity, rule }) => severity !== 'error' || rule !== null);
}

class PlanReader implements ReadPlans {
  readonly plans: ComparedPlan[] = [];
  readonly scenarios: Scenario[] = [];
  readonly reports: ReportedPlan[] = [];
  private readonly flags: CompareFlags;
  private readonly sources: Map<string, ReadScenario> = new Map();
  private readonly told: Set<string> = new Set();

  constructor(flags: CompareFlags) {
    this.flags = flags;
  }

  /** @returns whether it can be a part of the comparison */
  async add({ arg, name, set, shown, from }: GivenPlan): Promise<boolean> {
    if (from === undefined && set === undefined && isFolder(arg)) {
      this.addReport(arg);
      return true;
    }
    const source = await this.read(arg, from);
    const { plan, parsed } = capturePlan(source.text, source.options, set === undefined ? {} : { set });
    const { scenario } = parsed;
    if (scenario === null && (set === undefined || !isRefusedByRules(parsed))) {
      if (set !== undefined) say(process.stderr, `svcsim: the plan '${name}' cannot be read:\n`);
      this.show(parsed);
      return false;
    }
    if (scenario !== null) this.scenarios.push(scenario);
    if (this.plans.length === 0) this.show(parsed);
    this.plans.push({
      name: this.unique(name ?? scenario?.name ?? source.file, arg),
      changes: shown === undefined ? (set ?? []).map(({ path, value }) => `${path}=${value}`) : [shown],
      source: scenario === null ? refusalOf(parsed.problems, parsed.texts) : plan,
      ...(from === undefined ? {} : { isPast: true }),
    });
    return true;
  }

  /** Shows the problems of a plan that those before it do not have. */
  private show({ problems, texts }: Parsed): void {
    const keyOf = (one: Problem): string => `${one.severity} ${placedMessage(one)}`;
    const fresh = problems.filter((one) => !this.told.has(keyOf(one)));
    for (const one of fresh) this.told.add(keyOf(one));
    showProblems({ problems: fresh, texts }, process.stderr);
  }

  /** Adds a finished run. All of them, and all runs beside them, must have the same luck. */
  private addReport(folder: string): void {
    const report = readReportedPlan(folder);
    const [first = report] = this.reports;
    if (report.seed !== first.seed || report.replication !== first.replication)
      throw new Stop(
        exitCode.usage,
        `${folder} is replication ${report.replication} of seed ${report.seed}, and ${first.folder} is replication ${first.replication} of seed ${first.seed}: they have not the same luck`,
      );
    if (report.currency !== first.currency)
      throw new Stop(exitCode.usage, `${folder} is in ${report.currency}, and ${first.folder} in ${first.currency}`);
    this.reports.push(report);
    this.plans.push({ name: this.unique(report.name, folder), changes: [folder], source: report.plan, isPast: true });
  }

  /** Reads a file of this machine once, whatever number of plans change it: standard input can be read only once. */
  private async read(arg: string, from?: Required<Files>): Promise<ReadScenario> {
    const known = from === undefined ? this.sources.get(arg) : undefined;
    if (known !== undefined) return known;
    const { file, variants } = fileOf(arg);
    const variant = [...(this.flags.variant ?? []), ...variants];
    const [source] = await readScenarios([file], { ...this.flags, variant }, from);
    if (source === undefined) throw new Error(`nothing was read for ${file}`);
    if (from === undefined) this.sources.set(arg, source);
    return source;
  }

  private unique(name: string, arg: string): string {
    const found = [name, arg].find((one) => this.plans.every((plan) => plan.name !== one));
    if (found === undefined)
      throw new Stop(exitCode.usage, `two plans are named '${name}'; each needs a name of its own`);
    return found;
  }
}

/** `shop.yaml@leaner+cheaper` is a file with two variants; a file of exactly this name comes first. */
export function fileOf(arg: string): { readonly file: string; readonly variants: readonly string[] } {
  const at = arg.lastIndexOf('@');
  if (at < 1 || existsSync(arg)) return { file: arg, variants: [] };
  return { file: arg.slice(0, at), variants: arg.slice(at + 1).split('+') };
}

/** Reads `--plan`. A comma ends a change only before another `PATH=`, so a value may hold commas. */
export function changesOf(text: string): { readonly name: string; readonly set: NonNullable<PlanChanges['set']> } {
  const [, name = '', changes = ''] = /^([\w.-]+):(.+)$/s.exec(text) ?? [];
  const set = changes.split(/,(?=[^=,[\]{}"']+=)/).map((change) => {
    const at = change.indexOf('=');
    return { path: change.slice(0, Math.max(0, at)).trim(), value: change.slice(at + 1) };
  });
  if (name === '' || set.some(({ path }) => path === ''))
    throw new Stop(exitCode.usage, `--plan takes ${changesForm}; found '${text}'`);
  return { name, set };
}

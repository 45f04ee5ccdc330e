import { adviceOf } from '../../../src/experiment/recommend/advice.ts';
import { figuresOf } from '../../../src/experiment/recommend/figures.ts';
import { inOneRun, recommendOver } from '../../../src/experiment/recommend/manyRuns.ts';
import { type AdviceInput, applied } from '../../../src/experiment/recommend/plan.ts';
import type { Figures } from '../../../src/experiment/recommend/question.ts';
import { type AdviceOutcome, recommend } from '../../../src/experiment/recommend/recommend.ts';
import type { SearchLimits } from '../../../src/experiment/recommend/search.ts';
import { trialOf } from '../../../src/experiment/recommend/trial.ts';
import { inThisThread, type Runner } from '../../../src/experiment/study/runner.ts';
import { ended as endOfStudy } from '../../../src/experiment/study/steps.ts';
import type { Advice } from '../../../src/report/verdict/recommendation.ts';

/** What a piece of work comes to. */
export function ended<Result>(work: Generator<unknown, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

export function planOf(text: string): AdviceInput {
  return { text, options: { file: 's.yaml' } };
}

function outcomeOf(text: string, limits?: SearchLimits): AdviceOutcome {
  const plan = planOf(text);
  const { scenario, problems } = applied(plan, []);
  if (scenario === null) throw new Error(JSON.stringify(problems, null, 1));
  return ended(recommend(plan, scenario, limits));
}

export function advised(text: string, limits?: SearchLimits): Advice {
  return adviceOf(inOneRun(outcomeOf(text, limits), 0.95));
}

/** Advice over several replications. */
export async function advisedOver(text: string, runs: number, runner: Runner = inThisThread()): Promise<Advice> {
  const plan = planOf(text);
  const { scenario, problems } = applied(plan, []);
  if (scenario === null) throw new Error(JSON.stringify(problems, null, 1));
  return adviceOf(await endOfStudy(recommendOver(plan, scenario, runner, { runs, confidence: 0.95 })));
}

/** A run of its own, with changes as `--set` takes them. */
export function figuresWith(text: string, set: readonly string[], replication = 0): Figures {
  const { options } = planOf(text);
  const changes = set.map((one) => {
    const at = one.indexOf('=');
    return { path: one.slice(0, at), value: one.slice(at + 1) };
  });
  return figuresIn({ text, options: { ...options, set: changes, replication } });
}

/** A run with a variant that the scenario holds. */
export function figuresOfVariant(text: string, variant: string): Figures {
  const { options } = planOf(text);
  return figuresIn({ text, options: { ...options, variants: [variant] } });
}

function figuresIn(plan: AdviceInput): Figures {
  const { scenario, problems } = applied(plan, []);
  if (scenario === null) throw new Error(JSON.stringify(problems, null, 1));
  return figuresOf(ended(trialOf(scenario)));
}

/** A shop of which parts can be told. */
export interface Shop {
  readonly locations?: readonly string[];
  readonly length?: string;
  readonly resources?: readonly string[];
  readonly behavior?: readonly string[];
  readonly demand?: readonly string[];
  readonly timeline?: readonly string[];
  /** `metric: ..., is: ...` */
  readonly expect?: readonly string[];
}

export function shopOf(given: Shop): string {
  const {
    locations = ['aws-us-east-1'],
    length = '2d',
    resources = [],
    behavior = [],
    demand = [],
    timeline = [],
    expect = [],
  } = given;
  const list = (entries: readonly string[]): string =>
    entries.length === 0 ? '[]' : entries.map((one) => `\n  - ${one}`).join('');
  const links = locations.map((location) => `//location/${location}`).join(', ');
  return `svcsim: 1
name: shop
start: 2026-11-01T00:00:00Z
for: ${length}
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [${links}] } } }${resources.map((one) => `\n  - ${one}`).join('')}
behavior:${behavior.length === 0 ? ' {}' : behavior.map((one) => `\n  ${one}`).join('')}
demand: ${list(demand)}
timeline: ${list(timeline)}
expect: ${list(expect.map((one) => `{ metric: ${one} }`))}
`;
}

/** `{ kind: workload ... }` that answers requests. */
export function serving(name: string, autoscaling: string, resources: string = 'cpu: 500m, memory: 512Mi'): string {
  return `{ kind: workload, gvc: shop, name: ${name}, spec: { type: standard, containers: [{ name: main, image: "a:1", ${resources}, ports: [{ number: 80, protocol: http }] }], defaultOptions: { autoscaling: { ${autoscaling} } } } }`;
}

export function keeping(name: string, volumeset: string): string {
  return `{ kind: workload, gvc: shop, name: ${name}, spec: { type: stateful, containers: [{ name: main, image: "a:1", cpu: 100m, memory: 128Mi, minCpu: 100m, minMemory: 128Mi, volumes: [{ uri: "svc://volumeset/${volumeset}", path: /data }] }], defaultOptions: { autoscaling: { metric: disabled, minScale: 1, maxScale: 1 } } } }`;
}

export function disk(name: string, spec: string): string {
  return `{ kind: volumeset, gvc: shop, name: ${name}, spec: { fileSystemType: ext4, performanceClass: general-purpose-ssd, ${spec} } }`;
}

export function job(name: string, schedule: string, policy: string): string {
  return `{ kind: workload, gvc: shop, name: ${name}, spec: { type: cron, containers: [{ name: main, image: "j:1", cpu: 100m, memory: 128Mi }], job: { schedule: "${schedule}", concurrencyPolicy: ${policy}, restartPolicy: Never } } }`;
}

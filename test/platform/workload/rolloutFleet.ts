import type { RolloutBounds } from '../../../src/platform/workload/bounds.ts';
import { isComplete, planRollout, type RolloutAction } from '../../../src/platform/workload/rollout.ts';
import type { RolloutView } from '../../../src/platform/workload/rolloutView.ts';

export interface Member {
  readonly version: number;
  available: boolean;
}

export type RolloutPolicy = Parameters<typeof planRollout>[1];

export const sliding: RolloutPolicy = {
  'rollout.terminating.counts': 'no',
  'rollout.window': 'sliding',
  'reschedule.mode': 'asRollout',
};

/** A handful of replicas that a rollout plan is performed on; time is left to the test. */
export class Fleet {
  members: Member[] = [];
  newest = 1;
  desired: number;
  terminating = 0;
  previous: RolloutView['previous'] = null;
  readonly policy: RolloutPolicy;
  readonly bounds: (desired: number) => RolloutBounds;
  /** Called around every performed plan with the view it was made from. */
  watch: (view: RolloutView, before: readonly Member[]) => void = () => {};

  constructor(desired: number, bounds: (desired: number) => RolloutBounds, policy: RolloutPolicy = sliding) {
    this.desired = desired;
    this.bounds = bounds;
    this.policy = policy;
    for (let index = 0; index < desired; index += 1) this.members.push({ version: 1, available: true });
  }

  view(): RolloutView {
    const count = (version: number) => {
      const own = this.members.filter((member) => member.version === version);
      return { version, replicas: own.length, available: own.filter((member) => member.available).length };
    };
    const versions = [...new Set(this.members.map(({ version }) => version))].sort((one, other) => one - other);
    return {
      desired: this.desired,
      bounds: this.bounds(this.desired),
      newest: count(this.newest),
      old: versions.filter((version) => version !== this.newest).map(count),
      terminating: this.terminating,
      previous: this.previous,
    };
  }

  /** Plans and performs until a plan holds. */
  settle(): RolloutAction[] {
    const done: RolloutAction[] = [];
    for (let pass = 0; pass < 1_000; pass += 1) {
      const view = this.view();
      const plan = planRollout(view, this.policy);
      this.previous = { desired: view.desired, surge: view.bounds.surge };
      if (plan.kind !== 'act') return done;
      const before = this.members.slice();
      for (const action of plan.actions) this.perform(action);
      this.watch(view, before);
      done.push(...plan.actions);
    }
    throw new Error(`no end of passes: ${JSON.stringify(this.view())}`);
  }

  allBecomeAvailable(): void {
    this.terminating = 0;
    for (const member of this.members) member.available = true;
  }

  isComplete(): boolean {
    return isComplete(this.view());
  }

  get available(): number {
    return this.members.filter((member) => member.available).length;
  }

  private perform(action: RolloutAction): void {
    if (action.do !== 'remove') {
      const version = action.do === 'add' ? this.newest : action.version;
      for (let made = 0; made < action.count; made += 1) this.members.push({ version, available: false });
      return;
    }
    for (let gone = 0; gone < action.count; gone += 1) {
      const own = this.members.filter(({ version }) => version === action.version);
      const leaver = own.find((member) => !member.available) ?? (action.which === 'any' ? own[0] : undefined);
      if (leaver === undefined) throw new Error(`nothing to remove: ${JSON.stringify(action)}`);
      this.members.splice(this.members.indexOf(leaver), 1);
      this.terminating += 1;
    }
  }
}

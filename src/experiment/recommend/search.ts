/**
 * What is asked of a scenario, and what answers it: each alternative judged by itself, then all answers together.
 */
import { amount } from '../../report/bill/costs.ts';
import type { RejectedAlternative } from '../../report/verdict/recommendation.ts';
import { cheapestEnough, gainOf, type Passed, requestsLeft } from './choice.ts';
import { numberOf } from './figures.ts';
import { notNeeded, tooLowText } from './judge.ts';
import { type Alternative, type Question, questionKey } from './question.ts';
import type { Keyed } from './rounds.ts';
import { keyOf, mergeSettings, placeOf, type Setting } from './setting.ts';
import { shortageOf } from './shortages.ts';
import type { TrialProgress, TrialRuns } from './trials.ts';

/** An alternative that was accepted by itself. */
export interface ChosenChange extends Passed {
  readonly question: Question;
  readonly rejected: readonly RejectedAlternative[];
  /** Alternatives that were accepted, too. */
  readonly others: readonly Passed[];
}

/** A question that no alternative answers. */
export interface Open {
  readonly question: Question;
  readonly rejected: readonly RejectedAlternative[];
}

export interface SearchLimits {
  /** Runs of one advice. */
  readonly runsMax: number;
  /** How often a set is applied and derived anew. */
  readonly roundsMax: number;
}

/** Runs that are kept for the sets. */
const runsForSets = 12;

/** A set of answers that passed. */
export interface Member extends Keyed {
  readonly answers: ReadonlyMap<string, ChosenChange>;
  readonly settings: readonly Setting[];
}

/** What was asked, what was answered. */
export class Search {
  untried = 0;
  private readonly trials: TrialRuns;
  private readonly limits: SearchLimits;
  /** By question: what answers it now. */
  private readonly answers: Map<string, ChosenChange> = new Map();
  private readonly open: Map<string, Open> = new Map();
  /** Those that broke a set. */
  private readonly dropped: Map<string, ChosenChange> = new Map();
  /** As they were asked first: what the scenario says now. */
  private readonly asked: Map<string, Question> = new Map();

  constructor(trials: TrialRuns, limits: SearchLimits) {
    this.trials = trials;
    this.limits = limits;
  }

  /** Of all answers that there are now. */
  get settings(): readonly Setting[] {
    return [...this.answers.values()].reduce<readonly Setting[]>(
      (all, { alternative }) => mergeSettings(all, alternative.settings),
      [],
    );
  }

  *ask(questions: readonly Question[]): Generator<TrialProgress, void> {
    const left = this.limits.runsMax - this.trials.runs;
    for (const [index, question] of questions.entries()) {
      const coming = questions
        .slice(index)
        .reduce((sum, one) => sum + (one.take === 'first' ? 1 : one.alternatives.length), 0);
      this.trials.expected = Math.min(coming + 1, left);
      const key = questionKey(question);
      if (this.dropped.has(key) || this.isAnswered(key, question)) continue;
      const first = isAnew(question) ? question : (this.asked.get(key) ?? question);
      this.asked.set(key, first);
      const earlier = this.earlierTo(question);
      if (isElsewhere(earlier, question)) continue;
      const before = this.answers.get(key)?.rejected ?? this.open.get(key)?.rejected ?? [];
      this.trials.expect(this.comingOf(questions.slice(index)).slice(0, left - runsForSets));
      const { best, others, rejected } = yield* this.bestOf(question, onTopOf(earlier, question), earlier);
      const news = rejected.filter(({ proposed }) => !before.some((one) => one.proposed === proposed));
      const all = [...before, ...news].filter(({ proposed }) => proposed !== best?.alternative.proposed);
      if (best === null) {
        this.answers.delete(key);
        this.open.set(key, { question: first, rejected: all });
      } else this.answers.set(key, { ...best, question: first, rejected: all, others });
      if (best !== null) this.open.delete(key);
    }
  }

  /** The answer so far that a new one goes on from; null: there is none. */
  private earlierTo(question: Question): ChosenChange | null {
    return isAnew(question) ? null : (this.answers.get(questionKey(question)) ?? null);
  }

  /** What these questions will try if nothing new is found: first what each begins with, which it tries at any rate. */
  private comingOf(questions: readonly Question[]): readonly (readonly Setting[])[] {
    const ways = questions.map((question) => {
      const key = questionKey(question);
      const earlier = this.earlierTo(question);
      if (this.dropped.has(key) || this.isAnswered(key, question) || isElsewhere(earlier, question)) return [];
      return onTopOf(earlier, question)
        .map(({ settings }) => settings)
        .filter((settings) => !this.trials.knows(settings));
    });
    return [...ways.map((one) => one.slice(0, 1)), ...ways.map((one) => one.slice(1))].flat();
  }

  /** Answers for a location that another answer takes away as a whole come to nothing. */
  private dropMoot(): void {
    const gone = [...this.answers.values()].filter(({ question }) => question.kind === 'location');
    for (const [key, { question, alternative, verdict, rejected }] of [...this.answers]) {
      const by = gone.find(
        (one) =>
          one.question.kind !== question.kind &&
          one.question.location === question.location &&
          question.target.startsWith(`${one.question.target.replace('gvc/', '')}/`),
      );
      if (by === undefined) continue;
      const why = `it has no effect because another change removes ${question.location} from ${by.question.target}`;
      const { effect } = verdict;
      const last: RejectedAlternative = { proposed: alternative.proposed, stoppedBy: 'together', why, effect };
      this.answers.delete(key);
      this.open.set(key, { question, rejected: [...rejected, last] });
    }
  }

  /** All answers in one run; as long as that does not pass, the one that gains least is dropped. */
  *together(): Generator<TrialProgress, Member> {
    this.dropMoot();
    for (;;) {
      const { settings } = this;
      const member = { key: keyOf(settings), answers: new Map(this.answers), settings };
      if (settings.length === 0) return member;
      const verdict = yield* this.trials.judge(settings, true);
      if (verdict.isAccepted) return member;
      const [key, answer] = [...this.answers].reduce((least, one) =>
        gainOf(one[1].verdict) < gainOf(least[1].verdict) ? one : least,
      );
      this.dropFrom(
        key,
        answer,
        `together with the other changes: ${verdict.why}; alone it passes, but it gains least`,
      );
    }
  }

  /**
   * A set without the answers that leave what they are about too low, alone or all together: they were steps on a way
   * that led no further.
   */
  *sound(member: Member): Generator<TrialProgress, Member> {
    this.answers.clear();
    for (const [key, answer] of member.answers) this.answers.set(key, answer);
    for (let present = member; ; present = yield* this.together()) {
      const before = this.answers.size;
      for (const [key, answer] of [...this.answers]) {
        const { question, alternative } = answer;
        const alone = this.tooLow(question, alternative.settings);
        const low = alone ?? this.tooLow(question, present.settings);
        if (low !== null) this.dropFrom(key, answer, alone ?? `together with the other changes: ${low}`);
      }
      if (this.answers.size === before) return present;
    }
  }

  private dropFrom(key: string, answer: ChosenChange, why: string): void {
    const { question, alternative, verdict, rejected } = answer;
    const { proposed } = alternative;
    this.answers.delete(key);
    this.dropped.set(key, answer);
    const last: RejectedAlternative = { proposed, stoppedBy: 'together', why, effect: verdict.effect };
    this.open.set(key, { question, rejected: [...rejected, last] });
  }

  /**
   * What the findings of the run with these settings say of the field in question, where they call it too low still;
   * else null.
   */
  private tooLow(question: Question, settings: readonly Setting[]): string | null {
    const what = shortageOf(question);
    const finding = what === null ? undefined : this.trials.figuresOf(settings).shortages.get(what);
    return what === null || finding === undefined ? null : tooLowText(what, finding);
  }

  /** Of a volume set that was given a policy, or room, that is not asked anew as if the scenario had it. */
  private isAnswered(key: string, { kind, target }: Question): boolean {
    if (kind !== 'volume' || this.asked.has(key)) return false;
    return [...this.answers.values()].some(({ question }) => question.kind === kind && question.target === target);
  }

  /** Questions without an answer in a set. */
  openBeside(answers: ReadonlyMap<string, ChosenChange>): readonly Open[] {
    return [...this.open]
      .filter(([key, { rejected }]) => !answers.has(key) && rejected.length > 0)
      .map(([, one]) => one);
  }

  /** @param present the answer so far, which a better one takes the place of */
  private *bestOf(
    question: Question,
    alternatives: readonly Alternative[],
    present: ChosenChange | null,
  ): Generator<TrialProgress, Judged> {
    const rejected: RejectedAlternative[] = [];
    const passed: Passed[] = present === null ? [] : [present, ...present.others];
    const done = new Set<string>();
    const base = this.trials.figuresOf([]);
    const left = requestsLeft(base, base, question.target);
    for (const alternative of alternatives) {
      const { proposed, settings } = alternative;
      const isDone = alternative.isApart !== true && done.has(leverOf(question, alternative));
      if (question.take === 'levers' && isDone) continue;
      if (this.trials.runs >= this.limits.runsMax - runsForSets && !this.trials.knows(settings)) {
        this.untried += 1;
        const why = `not tried: more promising changes used up the limit of ${this.limits.runsMax} runs`;
        rejected.push({ proposed, stoppedBy: 'untried', why, effect: null });
        continue;
      }
      const verdict = yield* this.trials.judge(settings);
      if (!verdict.isAccepted) {
        const { stoppedBy, why, effect } = verdict;
        rejected.push({ proposed, stoppedBy, why, effect });
        continue;
      }
      // All but reserves, which are derived anew each time, may get there step by step.
      const low = question.kind === 'reserve' ? this.tooLow(question, settings) : null;
      if (low !== null) {
        rejected.push({ proposed, stoppedBy: 'problem', why: low, effect: verdict.effect });
        continue;
      }
      const figures = this.trials.figuresOf(settings);
      const told = alternative.told?.(figures) ?? '';
      const { gone, effect } = verdict;
      const isDearer = numberOf(amount(effect.cost)) > 0;
      if (isDearer && gone.length > 0 && gone.every((problem) => problem === alternative.worthNothing)) {
        const why = [`it costs more and only removes ${problemName(alternative.worthNothing)}`, told]
          .filter((text) => text !== '')
          .join('; ');
        rejected.push({ proposed, stoppedBy: 'gain', why, effect });
        continue;
      }
      const one: Passed = { alternative, verdict, told, left: requestsLeft(base, figures, question.target) };
      passed.push(one);
      if (!verdict.isNeeded) continue;
      if (question.take === 'first') break;
      if (one.left <= hardlyAny * left) done.add(leverOf(question, alternative));
    }
    const all = passed.filter((one, index) => passed.findIndex((other) => isSame(one, other)) === index);
    const best = cheapestEnough(base, all, question.take);
    const others = all.filter((one) => one !== best);
    return { best, others, rejected: [...rejected, ...others.map((one) => notTaken(one, best))] };
  }
}

/** How the alternatives of a question came out. */
interface Judged {
  readonly best: Passed | null;
  /** Accepted and not taken. */
  readonly others: readonly Passed[];
  readonly rejected: readonly RejectedAlternative[];
}

/** Greater values of a lever are not tried if so small a share of the requests that come to nothing is left. */
const hardlyAny = 0.02;

/** A reserve is derived anew each time: what was found of it before counts no more. */
function isAnew({ kind }: Question): boolean {
  return kind === 'reserve';
}

/** Another lever solves it; what that changed is not fine-tuned in the name of this question. */
function isElsewhere(earlier: ChosenChange | null, { severity }: Question): boolean {
  return earlier?.alternative.lever !== undefined && severity === 'info';
}

/** What is proposed after an answer was applied goes on from there. */
function onTopOf(answer: ChosenChange | null, { field, alternatives }: Question): readonly Alternative[] {
  if (answer === null) return alternatives;
  const { settings: below, lever: leverBelow } = answer.alternative;
  return alternatives.map((one) => {
    const { lever, ...alternative } = one;
    const { settings } = alternative;
    // Alternatives of other levers name their field; beside one of those, so do the others.
    const isMixed = lever !== undefined || leverBelow !== undefined;
    const named = (text: string, isOwn: boolean): string => (isMixed && isOwn ? `${field} ${text}` : text);
    const proposed = named(alternative.proposed, lever === undefined);
    const before = named(answer.alternative.proposed, leverBelow === undefined);
    const places = settings.map(placeOf);
    const isReplaced = below.every((one) => places.includes(placeOf(one)));
    return {
      ...alternative,
      proposed: isReplaced ? proposed : `${before}, ${proposed}`,
      settings: mergeSettings(below, settings),
    };
  });
}

function isSame(one: Passed, other: Passed): boolean {
  return keyOf(one.alternative.settings) === keyOf(other.alternative.settings);
}

function notTaken(one: Passed, best: Passed | null): RejectedAlternative {
  const { alternative, verdict, left } = one;
  const { effect, isNeeded } = verdict;
  const { proposed } = alternative;
  if (best === null || (!isNeeded && left < best.left))
    return { proposed, stoppedBy: 'gain', why: notNeeded(effect), effect };
  const better = best.alternative.proposed;
  const why =
    left < best.left
      ? `${better} is enough at a lower cost, though it leaves more`
      : `${better} solves more, or the same at a lower cost`;
  return { proposed, stoppedBy: 'dearer', why, effect };
}

/** The field that an alternative changes, with its resource. */
function leverOf({ target, field }: Question, { lever }: Alternative): string {
  return `${lever?.target ?? target} ${lever?.field ?? field}`;
}

/** Without whose it is. */
function problemName(problem: string | undefined): string {
  return problem?.split(': ').at(-1) ?? '';
}

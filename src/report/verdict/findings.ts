/**
 * The findings of a run: what a reader of its report should know, errors first.
 */

import { grouped } from '../../engine/grouped.ts';
import { isoFromInstant } from '../../engine/time.ts';
import { expansionsMax } from '../../platform/volume/limit.ts';
import { formatDuration } from '../../rules/duration.ts';
import type { Finding } from '../../rules/finding.ts';
import type { Capacity } from '../capacity/capacity.ts';
import type { Chronicle } from '../fold/chronicle.ts';
import { entryTypes } from '../fold/firstEntries.ts';
import { answerText } from '../fold/refusalChronicle.ts';
import { countOf, countText, durationText, shortNumber } from '../words/format.ts';
import { downFindings } from './downFindings.ts';
import type { ExpectationResult } from './expectations.ts';
import { maxScaleFindings } from './maxScaleFindings.ts';
import type { RunOutcome } from './outcome.ts';
import { pausedFindings } from './pausedFindings.ts';
import type { ReportFinding } from './reportFinding.ts';
import { callFindings, loadFindings } from './requestFindings.ts';
import { ceilingFindings, reserveFindings } from './reserveFindings.ts';
import { earlyDeathFindings, surgeFindings } from './scaleFindings.ts';
import { stallText } from './stallText.ts';
import { idleTargetFindings, unreachedTargetFindings } from './targetFindings.ts';
import { callTimeoutFindings, loadTimeoutFindings } from './timeoutFindings.ts';

const order: readonly ReportFinding['severity'][] = ['error', 'warning', 'info'];

/** Returns the findings of a run: errors, then warnings, then hints; each group in the order of the checks below. */
export function findingsOf(
  { chronicle, load, world }: RunOutcome,
  capacity: Capacity,
  results: readonly ExpectationResult[],
  book: readonly Finding[],
): ReportFinding[] {
  const all = [
    ...results.flatMap(broken),
    ...book.map(
      ({ severity, message, rule }): ReportFinding => ({
        severity,
        kind: 'price',
        subject: '',
        message,
        at: null,
        rule,
      }),
    ),
    ...answersOf(chronicle),
    ...missedFaults(chronicle),
    ...pausedFindings(world),
    ...loadFindings(load, world),
    ...loadTimeoutFindings(load, world),
    ...callFindings(chronicle),
    ...callTimeoutFindings(chronicle, world),
    ...downFindings(chronicle, load, world),
    ...maxScaleFindings(capacity, chronicle, load, world),
    ...unreachedTargetFindings(capacity, chronicle, load, world),
    ...idleTargetFindings(chronicle, world),
    ...surgeFindings(chronicle),
    ...earlyDeathFindings(chronicle, world),
    ...reserveFindings(capacity),
    ...ceilingFindings(world),
    ...capacity.volumes.flatMap(volumeFindings),
    ...soonFull(capacity),
    ...overdrawn(capacity, results),
    ...unforeseen(capacity),
    ...unused(capacity),
    ...deploymentFindings(chronicle),
    ...refusedRequests(chronicle),
  ];
  return worstFirst(all.map((finding) => numbered(finding, chronicle)));
}

/** With the number of its first entry, where it has one of its own kind and entries are numbered. */
function numbered({ entry, ...finding }: ReportFinding, { firsts, isNumbered }: Chronicle): ReportFinding {
  if (!isNumbered) return finding;
  if (entry !== undefined) return { ...finding, entry };
  const { cause, kind, subject } = finding;
  const type = cause?.type ?? entryTypes[kind];
  const first = type === undefined ? null : firsts.of(type, subject);
  if (first === null || (cause !== undefined && cause.at !== isoFromInstant(first.at))) return finding;
  return { ...finding, entry: first.seq };
}

/** Sorts findings by severity (errors, warnings, hints); findings of one severity keep their order. */
export function worstFirst(findings: readonly ReportFinding[]): ReportFinding[] {
  return order.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
}

function broken({
  expectation,
  pass,
  isDecided,
  message,
  firstBrokenAt,
  brokenBy,
}: ExpectationResult): ReportFinding[] {
  if (pass || !isDecided) return [];
  const at = firstBrokenAt === null ? null : isoFromInstant(firstBrokenAt);
  const entry = brokenBy === null ? {} : { entry: brokenBy };
  return [{ severity: 'error', kind: 'expectation', subject: expectation.of ?? '', message, at, rule: null, ...entry }];
}

function answersOf({ refusals }: Chronicle): ReportFinding[] {
  return refusals.unexpectedFirst.map((answer) => ({
    severity: 'error',
    kind: 'unexpected-answer',
    subject: answer.path,
    message: answerText(answer),
    at: isoFromInstant(answer.at),
    rule: null,
    entry: answer.seq,
  }));
}

/** Faults of the scenario that reached none, or not all, of their targets. */
function missedFaults({ faults, input }: Chronicle): ReportFinding[] {
  return faults.missed.map(({ fault, subject, firstAt, count, struckSome, message }) => {
    const age = `+${formatDuration(firstAt - input.start)}`;
    const again = count === 1 ? '' : ` (and ${count === 2 ? 'once' : `${countText(count - 1)} times`} more)`;
    return {
      severity: 'warning',
      kind: 'fault-missed',
      subject,
      message: `${fault} at ${age} hit ${struckSome ? 'only some of its targets' : 'none of its targets'}: ${message}${again}`,
      at: isoFromInstant(firstAt),
      rule: null,
    };
  });
}

function volumeFindings(volume: VolumeRow): ReportFinding[] {
  const subject = `${volume.gvc}/volumeset/${volume.set}@${volume.location}/${volume.index}`;
  const found: ReportFinding[] = [];
  const { firstRefusal, fullMs, fullFrom, blockedMs, expansionsRefused } = volume;
  const at = firstRefusal?.at ?? null;
  if (fullMs > 0) {
    const message = `full for ${durationText(fullMs)}; data written while it was full is lost`;
    found.push({ severity: 'error', kind: 'volume-full', subject, message, at: fullFrom, rule: 'volume.full' });
  }
  if (firstRefusal !== null && firstRefusal.cause !== 'no-space') {
    const blocked =
      blockedMs > 0 ? `; below minFreePercentage for ${durationText(blockedMs)} with no expansion left` : '';
    const times = countOf(expansionsRefused, 'expansion');
    const message =
      firstRefusal.cause === 'rolling-limit'
        ? `${times} refused: the volume already had ${expansionsMax} expansions within 24 hours${blocked}`
        : 'below minFreePercentage, and already at its maximum capacity';
    found.push({ severity: 'warning', kind: 'volume-refused', subject, message, at, rule: firstRefusal.rule });
  }
  for (const { limit, value, ms, firstAt } of volume.saturation) {
    if ((limit !== 'class IOPS' && limit !== 'class MB/s') || ms === 0) continue;
    const asked = limit === 'class IOPS' ? volume.iopsUsed : volume.megabytesPerSecondUsed;
    const unit = limit.slice('class '.length);
    const given = value === null ? '' : ` (${countText(value)} ${unit} at the end of the run)`;
    const message = `peak demand ${shortNumber(Number(asked?.peak))} ${unit}; for ${durationText(ms)} above the limit of its performanceClass${given}`;
    found.push({
      severity: 'warning',
      kind: 'volume-overworked',
      subject,
      message,
      at: firstAt,
      rule: 'volume.iops.curve',
    });
  }
  return found;
}

/** Volumes that cannot grow and will be full within a week, each set in each location once. */
function soonFull({ volumes }: Capacity): ReportFinding[] {
  const soon = volumes.filter(
    ({ daysToFull, grows, fullMs }) => daysToFull !== null && Number(daysToFull) < 7 && !grows && fullMs === 0,
  );
  return bySet(soon).map(({ subject, of }) => {
    const days = Math.min(...of.map(({ daysToFull }) => Number(daysToFull)));
    const message =
      of.length === 1
        ? `1 volume cannot grow and will be full in ${shortNumber(days)} days (at the growth of the last week)`
        : `${countText(of.length)} volumes cannot grow and will be full, the first in ${shortNumber(days)} days (at the growth of the last week)`;
    return { severity: 'warning', kind: 'volume-soon-full', subject, message, at: null, rule: null };
  });
}

/** Objectives that passed with less than a tenth of their error budget left. */
function overdrawn({ objectives }: Capacity, results: readonly ExpectationResult[]): ReportFinding[] {
  return objectives.flatMap(({ name, of, pass, budget, breach }): ReportFinding[] => {
    const granted = Number(budget?.granted ?? 0);
    const left = Number(budget?.left ?? 0);
    if (!pass || budget === null || granted <= 0 || left * 10 >= granted) return [];
    const text = (amount: number): string =>
      budget.unit === 'ms' ? durationText(amount) : `${shortNumber(amount)} requests`;
    const told = results.find(({ expectation }) => expectation.text === name)?.message ?? name;
    const message = `passed narrowly: ${told}; error budget left: ${text(left)} of ${text(granted)}`;
    const at = breach?.firstAt ?? null;
    return [{ severity: 'info', kind: 'objective-nearly-broken', subject: of ?? '', message, at, rule: null }];
  });
}

/** Volumes that were below `minFreePercentage` despite predictive expansion, once for each set and location. */
function unforeseen({ forecastSummaries }: Capacity): ReportFinding[] {
  const late = forecastSummaries.flatMap((one) => {
    const shortMs = one.plans.find(({ plan }) => plan === 'actual')?.shortMs ?? 0;
    return shortMs > 0 ? [{ ...one, shortMs }] : [];
  });
  const sets = grouped(late, ({ gvc, set, location }) => `${gvc}/volumeset/${set}@${location}`);
  return [...sets].map(([subject, of]) => {
    const most = durationText(Math.max(...of.map(({ shortMs }) => shortMs)));
    const message = `${countOf(of.length, 'volume')} with too little free space for up to ${most}, despite predictive expansion`;
    return { severity: 'info', kind: 'forecast-late', subject, message, at: null, rule: 'VOLAUTO-15' };
  });
}

function unused({ volumes }: Capacity): ReportFinding[] {
  return bySet(volumes.filter(({ lifecycle }) => lifecycle === 'unused')).map(({ subject, of }) => {
    const capacityGB = of.reduce((sum, volume) => sum + Number(volume.capacityGB), 0);
    const message = `${countOf(of.length, 'volume')} without a replica: ${shortNumber(capacityGB)} GB are billed until deletion`;
    return { severity: 'info', kind: 'volume-unused', subject, message, at: null, rule: 'VOL-15' };
  });
}

type VolumeRow = Capacity['volumes'][number];

function bySet(volumes: readonly VolumeRow[]): { readonly subject: string; readonly of: readonly VolumeRow[] }[] {
  const sets = grouped(volumes, ({ gvc, set, location }) => `${gvc}/volumeset/${set}@${location}`);
  return [...sets].map(([subject, of]) => ({ subject, of }));
}

function deploymentFindings(chronicle: Chronicle): ReportFinding[] {
  return [...chronicle.deployments].flatMap(([subject, { rollouts, executions, replicas }]) => {
    const found: ReportFinding[] = [];
    const add = (
      severity: ReportFinding['severity'],
      kind: string,
      message: string,
      { at, rule }: { readonly at: number | null; readonly rule: string | null },
    ): void => {
      found.push({ severity, kind, subject, message, at: at === null ? null : isoFromInstant(at), rule });
    };
    if (rollouts.firstStalled !== null) {
      const { sinceAt, waitsFor } = rollouts.firstStalled;
      const rule = waitsFor.length > 0 ? 'ROLL-3' : 'rollout.progressDeadline';
      const counts = { times: rollouts.firstStalls, rollouts: rollouts.stalled };
      add('warning', 'rollout-stalled', stallText(rollouts.firstStalled, counts), { at: sinceAt, rule });
    }
    if (executions.invalid > 0) {
      add('warning', 'executions-invalid', `${countOf(executions.invalid, 'execution')} could not start`, {
        at: null,
        rule: 'cron.invalid',
      });
    }
    if (executions.deadlineHits > 0) {
      const message = `${countOf(executions.deadlineHits, 'execution')} removed: activeDeadlineSeconds exceeded`;
      add('warning', 'executions-deadline', message, { at: executions.firstDeadlineAt, rule: 'CRON-10' });
    }
    if (executions.endless.size > 0) {
      const message = `${countOf(executions.endless.size, 'execution')} still Active at the end: the containers never exit`;
      add('warning', 'executions-endless', message, { at: Math.min(...executions.endless.values()), rule: 'TYPE-10' });
    }
    if (executions.failed > 0) {
      add(
        'warning',
        'executions-failed',
        `${countText(executions.failed)} of ${countText(executions.started)} executions failed`,
        { at: executions.firstFailedAt, rule: null },
      );
    }
    if (executions.firstSkipped !== null) {
      const message = `${countOf(executions.skipped, 'tick')} skipped: an execution was still Active`;
      add('warning', 'executions-skipped', message, executions.firstSkipped);
    }
    if (replicas.evictions > 0) {
      const message = `${countOf(replicas.evictions, 'replica')} evicted and replaced: ephemeral storage exceeded`;
      add('warning', 'replicas-evicted', message, { at: null, rule: 'EPH-3' });
    }
    if (rollouts.underWay !== null) {
      const message = `the rollout of version ${rollouts.underWay.version} was still in progress when the run ended`;
      add('info', 'rollout-under-way', message, { at: rollouts.underWay.startedAt, rule: null });
    }
    return found;
  });
}

function refusedRequests({ refusals }: Chronicle): ReportFinding[] {
  return refusals.all
    .filter(({ what }) => what === 'request' || what === 'command' || what === 'snapshot')
    .map(({ what, rule, count, firstAt, firstSeq, subject, message }) => ({
      severity: 'info',
      kind: `${what}-refused`,
      subject,
      message: `${countOf(count, what)} refused${message === '' ? '' : `: ${message}`}`,
      at: isoFromInstant(firstAt),
      rule: rule === '' ? null : rule,
      ...(firstSeq === null ? {} : { entry: firstSeq }),
    }));
}

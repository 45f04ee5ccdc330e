/**
 * The charts of deployments: requests, replicas, CPU, memory, utilisation and latency.
 */

import type { Instant } from '../../engine/time.ts';
import type { Deployment } from '../../platform/workload/deployment.ts';
import type { DeploymentChronicle } from '../fold/deploymentChronicle.ts';
import type { DeploymentPicture } from '../fold/page/deploymentPicture.ts';
import { type CallLines, callLines } from '../load/callLines.ts';
import { latencyPercents } from '../load/latencyLines.ts';
import type { LoadLines } from '../load/loadLines.ts';
import type { LossCause } from '../load/losses.ts';
import { short } from '../picture/numberShort.ts';
import type { PageLine } from '../picture/picture.ts';
import { durationText } from '../words/format.ts';
import { type ChartDraft, type LineDraft, lineDraft } from './draft.ts';
import { scalingCharts } from './scalingCharts.ts';

type Chart = Omit<ChartDraft, 'marks' | 'weight'>;

const bytesPerGiB = 1024 * 1024 * 1024;

/** Data about a deployment in addition to its picture. */
interface Sources {
  readonly heard: DeploymentChronicle;
  /**
   * The deployment at the end of the run; undefined if the workload is gone or its behaviour changed, because then its
   * idle usage is unknown.
   */
  readonly steady: Deployment | undefined;
  /** Request rates of the deployment; null if it has none. */
  readonly load: LoadLines | null;
  /** The deployment at the end of the run; undefined if it is gone. */
  readonly now: Deployment | undefined;
}

/** The charts of one deployment; empty charts are left out. */
export function deploymentCharts(subject: string, picture: DeploymentPicture, sources: Sources): Chart[] {
  const { heard, load } = sources;
  const { place } = heard;
  const of = `${place.gvc}/${place.name} in ${place.location}`;
  const chart = (
    kind: Chart['kind'],
    which: string,
    title: string,
    unit: string,
    lines: readonly LineDraft[],
  ): Chart[] =>
    lines.length === 0
      ? []
      : [{ id: `${kind}/${subject}${which}`, kind, subject, title: `${title} of ${of}`, unit, note: '', lines }];
  const asked =
    load === null
      ? []
      : [
          ...lineDraft('offered', load.offered),
          ...lineDraft('succeeded', load.succeeded),
          ...lineDraft('failed', load.failed),
        ];
  const { reserves } = picture;
  if (reserves === null) return [];
  return [
    ...chart('demand', '', 'Requests', 'requests/s', asked),
    ...chart('replicas', '', 'Replicas', 'replicas', [
      ...lineDraft('desired', picture.desired),
      ...lineDraft('ready', picture.ready),
      ...lineDraft('billed', reserves.count),
    ]),
    ...chart(
      'utilisation',
      '/cpu',
      'CPU',
      'cores',
      useAndReserve(cpuUsed(picture, sources), lineDraft('reserved', reserves.cpuMillicores, 1_000)),
    ),
    ...chart(
      'utilisation',
      '/memory',
      'Memory',
      'GiB',
      useAndReserve(memoryUsed(picture, sources), lineDraft('reserved', reserves.memoryBytes, bytesPerGiB)),
    ),
    ...chart(
      'utilisation',
      '/busy',
      'Utilisation of request capacity',
      '%',
      load === null ? [] : lineDraft('utilisation', load.busy),
    ),
    ...scalingCharts(subject, of, picture, sources),
    ...chart(
      'queue',
      '',
      'Waiting requests',
      'requests',
      load?.waitingLine == null ? [] : lineDraft('waiting', load.waitingLine),
    ),
    ...chart('failures', '', 'Failed requests', 'requests/s', load === null ? [] : failureLines(load)),
  ];
}

/** One line for each cause, in the order in which they occurred first. */
function failureLines({ failures }: LoadLines): LineDraft[] {
  return [...failures].flatMap(([cause, line]) => lineDraft(causeWords[cause], line));
}

const causeWords: { readonly [cause in LossCause]: string } = {
  'traffic.route.location': 'no location serves it',
  'coldStart.hold': 'no ready replica',
  'fluid.overflow': 'dropped: over capacity',
  'traffic.queue': 'queue full',
  'timeout.from': 'timed out in the queue',
  failure: 'failed at the replica',
};

/** The charts of individually simulated requests: rates and latency percentiles. */
export function callCharts(subject: string, calls: CallLines, end: Instant): Chart[] {
  const name = subject.replace('/workload/', '/').replace('@', ' in ');
  const { latencies } = calls;
  const means = `means over ${durationText(calls.width)}`;
  const failures = calls.failures(1, end).map(
    (_, index): LineDraft =>
      (columns) =>
        calls.failures(columns, end)[index] ?? emptyLine,
  );
  return [
    ...(calls.hasWaited
      ? [
          {
            id: `queue/${subject}/single`,
            kind: 'queue' as const,
            subject,
            title: `Waiting individual requests of ${name}`,
            unit: 'requests',
            note: `Counts are ${means}: a request waits from its arrival on.`,
            lines: [(columns: number): PageLine => calls.waiting(columns, end)],
          },
        ]
      : []),
    ...(failures.length === 0
      ? []
      : [
          {
            id: `failures/${subject}/single`,
            kind: 'failures' as const,
            subject,
            title: `Failed individual requests of ${name}`,
            unit: 'requests/s',
            note: `Rates are ${means}. A line is named by the status and by what decided it.`,
            lines: failures,
          },
        ]),
    {
      id: `demand/${subject}/single`,
      kind: 'demand',
      subject,
      title: `Individual requests of ${name}`,
      unit: 'requests/s',
      note: `Rates are ${means}.`,
      lines: callLines.map(
        (line) =>
          (columns): PageLine =>
            calls.shown(line, columns, end),
      ),
    },
    {
      id: `demand/${subject}/latency`,
      kind: 'demand',
      subject,
      title: `Latency of individual requests of ${name}`,
      unit: 'ms',
      note: `Percentiles of the requests that ended in each ${durationText(latencies.width)}, accurate to 2 %.`,
      lines: latencyPercents.map(
        (percent) =>
          (columns): PageLine =>
            latencies.shown(percent, columns, end),
      ),
    },
  ];
}

const emptyLine: PageLine = { name: '', draw: 'steps', at: [], value: [], isThinned: false };

/** The lines of used and reserved; none if the usage is unknown. */
function useAndReserve(used: readonly LineDraft[], reserved: readonly LineDraft[]): readonly LineDraft[] {
  return used.length === 0 ? [] : [...used, ...reserved];
}

function cpuUsed(picture: DeploymentPicture, { steady, load }: Sources): LineDraft[] {
  const { cpuMillicores, request } = steady?.behaviour ?? {};
  if (load !== null && request?.cpu !== undefined) return lineDraft('used', load.cpu, 1_000);
  return request?.cpu !== undefined ? [] : idle(picture, cpuMillicores, 1_000);
}

function memoryUsed(picture: DeploymentPicture, { steady, load }: Sources): LineDraft[] {
  const { memoryBytes, request } = steady?.behaviour ?? {};
  if (load !== null && request?.memoryBytes !== undefined) return lineDraft('used', load.memory, bytesPerGiB);
  return request?.memoryBytes !== undefined ? [] : idle(picture, memoryBytes, bytesPerGiB);
}

/** The usage of ready replicas without requests. */
function idle(picture: DeploymentPicture, each: number | undefined, per: number): LineDraft[] {
  if (each === undefined) return [];
  return lineDraft('used', picture.ready).map((draft) => (columns) => {
    const line = draft(columns);
    return { ...line, value: line.value.map((count) => (count === null ? null : short((count * each) / per))) };
  });
}

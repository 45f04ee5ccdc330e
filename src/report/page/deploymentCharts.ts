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
import { short } from '../picture/numberShort.ts';
import type { PageLine } from '../picture/picture.ts';
import { durationText } from '../words/format.ts';
import { type ChartDraft, type LineDraft, lineDraft } from './draft.ts';

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
  ];
}

/** The charts of individually simulated requests: rates and latency percentiles. */
export function callCharts(subject: string, calls: CallLines, end: Instant): Chart[] {
  const name = subject.replace('/workload/', '/').replace('@', ' in ');
  const { latencies } = calls;
  return [
    {
      id: `demand/${subject}/single`,
      kind: 'demand',
      subject,
      title: `Individual requests of ${name}`,
      unit: 'requests/s',
      note: `Rates are means over ${durationText(calls.width)}.`,
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

/**
 * What the side panel can show, as a short text for the URL, and back.
 */
import { type Instant, instantFromIso, shortIsoFromInstant } from '../../engine/time.ts';

export type PanelTarget =
  /** A journal entry, by its number. */
  | { readonly kind: 'entry'; readonly seq: number }
  /** A finding or an expectation, by its place in the summary. */
  | { readonly kind: 'finding' | 'expectation'; readonly index: number }
  /** The cost of a day, of the resource that the view is about. */
  | { readonly kind: 'day'; readonly at: Instant }
  /** An instant of a chart. */
  | { readonly kind: 'moment'; readonly at: Instant; readonly chart: string }
  | { readonly kind: 'bar' | 'point'; readonly index: number; readonly lane: string }
  /** Usage rows of the bill, selected by dimension: `meter=reserved-cpu&location=aws-us-east-1`. */
  | { readonly kind: 'usage'; readonly where: string }
  | { readonly kind: 'rule'; readonly id: string }
  /** A volume, as the journal names it. */
  | { readonly kind: 'volume'; readonly of: string }
  /** The entries of a type about a deployment or a volume. */
  | { readonly kind: 'type'; readonly type: string; readonly of: string };

/**
 * `entry/12`, `day/2026-11-14`, `moment/2026-11-14T03:00:00Z/replicas/shop/workload/api@aws-us-east-1`,
 * `bar/3/versions/...`, `type/execution.failed/jobs/workload/import@aws-us-east-1`
 */
export function targetText(opened: PanelTarget): string {
  switch (opened.kind) {
    case 'entry':
      return `entry/${opened.seq}`;
    case 'finding':
    case 'expectation':
      return `${opened.kind}/${opened.index}`;
    case 'day':
      return `day/${shortIsoFromInstant(opened.at).slice(0, 10)}`;
    case 'moment':
      return `moment/${shortIsoFromInstant(opened.at)}/${opened.chart}`;
    case 'bar':
    case 'point':
      return `${opened.kind}/${opened.index}/${opened.lane}`;
    case 'usage':
      return `usage/${opened.where}`;
    case 'rule':
      return `rule/${opened.id}`;
    case 'volume':
      return `volume/${opened.of}`;
    case 'type':
      return `type/${opened.type}/${opened.of}`;
  }
}

/** null if the text is not a valid target. */
export function targetOf(text: string): PanelTarget | null {
  const [kind = '', first = '', ...more] = text.split('/');
  const rest = more.join('/');
  const index = /^\d{1,15}$/.test(first) ? Number(first) : null;
  switch (kind) {
    case 'entry':
      return index === null ? null : { kind, seq: index };
    case 'finding':
    case 'expectation':
      return index === null ? null : { kind, index };
    case 'bar':
    case 'point':
      return index === null ? null : { kind, index, lane: rest };
    case 'day': {
      const at = instantFromIso(`${first}T00:00:00Z`);
      return typeof at === 'number' ? { kind, at } : null;
    }
    case 'moment': {
      const at = instantFromIso(first);
      return typeof at === 'number' ? { kind, at, chart: rest } : null;
    }
    case 'usage':
      return { kind, where: [first, ...more].join('/') };
    case 'rule':
      return { kind, id: [first, ...more].join('/') };
    case 'volume':
      return { kind, of: [first, ...more].join('/') };
    case 'type':
      return { kind, type: first, of: rest };
    default:
      return null;
  }
}

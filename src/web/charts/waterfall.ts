/**
 * Example requests as a waterfall: one row for each try, from the arrival of the request to its answer.
 */
import type { PageCall, PageTry } from '../../report/page/pageCall.ts';
import { countText, exactDurationText } from '../../report/words/format.ts';
import { h, s } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import { eventText } from '../view/timeText.ts';
import { viewLink } from '../view/viewLink.ts';

/** The examples, each with its tries and, if it was followed, its hops. */
export function callList(site: Site, calls: readonly PageCall[]): HTMLElement {
  return h(
    'div',
    {},
    h(
      'p',
      { class: 'note' },
      'Solid: what the request needs alone at its replica. Light: the time that the other requests there cost it. Grey: it waited. Gaps are pauses between tries.',
    ),
    h('ol', { class: 'calls' }, ...calls.map((call) => callItem(site, call))),
  );
}

function callItem(site: Site, call: PageCall): HTMLElement {
  const { why, at, caller, status, latencyMs, waitedMs, triesCount, tries, hops, entry } = call;
  const end = `${statusText(status)} after ${exactDurationText(latencyMs)}`;
  const rows = [
    ...(waitedMs > 0
      ? [row('waited', latencyMs, { fromMs: 0, untilMs: waitedMs }, 'is-wait', 0, exactDurationText(waitedMs))]
      : []),
    ...tries.map((one, index) => tryRow(one, index + 1, latencyMs)),
  ];
  return h(
    'li',
    {},
    h(
      'p',
      {},
      h('b', { class: isGood(status) ? '' : 'is-bad' }, `${why}: ${end}`),
      ` ${triesCount === 1 ? '1 try' : `${countText(triesCount)} tries`}, ${eventText(at, site.run)}, from ${caller} `,
      entry === null ? null : viewLink(site, { open: `entry/${entry}` }, 'seq', `#${entry}`),
    ),
    latencyMs === 0 || rows.length === 0 ? null : h('ol', { class: 'tries' }, ...rows),
    hops.length === 0
      ? null
      : h(
          'ol',
          { class: 'hops' },
          ...hops.map((hop) => h('li', {}, h('small', {}, `+${exactDurationText(hop.at - at)} `), hop.what)),
        ),
  );
}

function tryRow(one: PageTry, number: number, wholeMs: number): HTMLElement {
  const { fromMs, untilMs, neededMs, replica, status } = one;
  const took = untilMs - fromMs;
  const needed = neededMs === null ? took : Math.min(neededMs, took);
  const place = replica === null ? '' : ` at ${replica}`;
  const shown = `${statusText(status)}, ${exactDurationText(took)}${place}`;
  return row(`try ${number}`, wholeMs, one, isGood(status) ? '' : 'is-bad', took === 0 ? 0 : needed / took, shown);
}

/** @param solid how much of the bar, from its left, 0 to 1 */
function row(
  name: string,
  wholeMs: number,
  { fromMs, untilMs }: Pick<PageTry, 'fromMs' | 'untilMs'>,
  style: string,
  solid: number,
  words: string,
): HTMLElement {
  const [x, width] = [(fromMs / wholeMs) * 1_000, ((untilMs - fromMs) / wholeMs) * 1_000];
  return h(
    'li',
    {},
    h('small', {}, name),
    s(
      'svg',
      { viewBox: '0 0 1000 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      s('rect', { class: `bar ${style}`, x, width, height: 10 }),
      s('rect', { class: `bar is-needed ${style}`, x, width: width * solid, height: 10 }),
    ),
    h('small', {}, words),
  );
}

function statusText(status: number): string {
  return status === 0 ? 'no answer' : String(status);
}

function isGood(status: number): boolean {
  return status >= 200 && status < 400;
}

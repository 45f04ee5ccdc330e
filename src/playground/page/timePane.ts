/**
 * The middle of the page: the controls of time, what came of the run, its pictures, and the details at the cursor.
 */
import type { Instant } from '../../engine/time.ts';
import { sidePanel } from '../../web/shell/panel.ts';
import { timePart } from '../../web/shell/timePart.ts';
import { button, type Child, h } from '../../web/view/element.ts';
import { targetOf } from '../../web/view/panelTarget.ts';
import type { Site } from '../../web/view/site.ts';
import { isAbout } from '../../web/view/subject.ts';
import { within } from '../../web/view/zoom.ts';
import { fullRange } from '../../web/view/zoomKeys.ts';
import type { RanScenario } from '../protocol.ts';
import { futures } from './futures.ts';
import { navigationInMemory } from './memoryNavigation.ts';
import { decisionBlock, momentView } from './momentPanel.ts';
import { resultBar } from './resultBar.ts';
import { instantOfTarget, siteOf } from './runSite.ts';
import type { ShownRun, TimePaneParts } from './shownRun.ts';
import { transport } from './transport.ts';
import { Watched } from './watched.ts';
import { whyNotForm } from './whyNotForm.ts';
import { whyView } from './whyView.ts';

type DockTab = 'moment' | 'why' | 'whyNot' | 'change';
const dockTabs: readonly (readonly [DockTab, string])[] = [
  ['moment', 'At the cursor'],
  ['why', 'Why'],
  ['whyNot', 'Why not'],
  ['change', 'What if'],
];

/**
 * While the cursor moves, its details follow at most every so many ms: to draw them takes longer than a frame, and the
 * line over the pictures would move in jerks.
 */
const detailsEvery = 250;

export class TimePane {
  readonly element: HTMLElement;
  private readonly parts: TimePaneParts;
  private readonly controls = h('div', { class: 'time-controls' });
  private readonly pictures = h('div', { class: 'time-scroll', tabindex: -1 });
  private readonly dock = h('div', { class: 'dock-body' });
  private readonly dockBar = h('div', { class: 'dock-tabs', role: 'tablist', 'aria-label': 'Details' });
  private readonly cover = h('div', { class: 'predict-cover', hidden: true });
  private readonly dockRoom = h('div', { class: 'dock' }, this.dockBar, this.dock);
  private gone = new AbortController();
  private current: ShownRun | null = null;
  private isFollowing = false;

  constructor(parts: TimePaneParts) {
    this.parts = parts;
    this.element = h(
      'section',
      { class: 'pane pane-time', id: 'pane-time', 'aria-label': 'Timeline' },
      h('h2', { class: 'unseen' }, 'Timeline'),
      this.controls,
      h('div', { class: 'picture-room' }, this.pictures, this.cover),
      this.dockRoom,
    );
  }

  get shown(): ShownRun | null {
    return this.current;
  }

  /** Covers the run while a prediction is open. @param lift is called when the reader wants to see it nevertheless */
  veil(isOn: boolean, lift: () => void): void {
    this.element.classList.toggle('is-veiled', isOn);
    this.cover.hidden = !isOn;
    this.pictures.inert = isOn;
    this.controls.inert = isOn;
    this.dockRoom.inert = isOn;
    if (isOn)
      this.cover.replaceChildren(
        h('p', {}, h('b', {}, 'Predict first.'), ' The run is ready behind this.'),
        button('Show the run', lift, { class: 'secondary' }),
      );
  }

  /** Says what happens while nothing can be shown. */
  wait(...words: readonly Child[]): void {
    if (this.current === null) this.pictures.replaceChildren(h('div', { class: 'waiting' }, ...words));
    this.element.classList.add('is-stale');
  }

  /** Another scenario comes: its run begins with a cursor and a zoom of its own. */
  reset(): void {
    this.current = null;
  }

  /** Shows a run; the cursor, the zoom and the subject stay as they were, as far as the run has them. */
  show(ran: RanScenario, cursorAt: Instant | null): ShownRun {
    const before = this.current;
    this.gone.abort();
    this.gone = new AbortController();
    const { signal } = this.gone;
    const { engine } = this.parts;
    const navigation = navigationInMemory();
    const run = { from: ran.page.start, until: Math.max(ran.page.end, ran.page.start + 1) };
    const { zoom, of } = before?.navigation.view ?? { zoom: null, of: null };
    if (of !== null && ran.page.charts.some(({ subject }) => isAbout(subject, of))) navigation.go({ of });
    if (zoom !== null && zoom.from >= run.from && zoom.until <= run.until) navigation.go({ zoom });
    const wanted = cursorAt ?? before?.cursor.value ?? run.from;
    const cursor = new Watched<Instant>(Math.min(Math.max(wanted, run.from), run.until));
    const site = siteOf(ran, navigation, signal, cursor);
    let isFirst = true;
    cursor.watch((at) => {
      if (!isFirst) this.keepInView(site, at);
      isFirst = false;
    }, signal);
    const controls = transport({
      engine,
      cursor,
      run,
      instants: ran.instants,
      of: () => navigation.view.of,
      gone: signal,
    });
    const scrolled = this.pictures.scrollTop;
    const view = h('div', { class: 'pictures-view' }, timePart(site));
    this.controls.replaceChildren(controls.element);
    this.pictures.replaceChildren(resultBar(ran), view);
    this.pictures.scrollTop = scrolled;
    this.element.classList.remove('is-stale');
    const shown: ShownRun = {
      ran,
      run,
      cursor,
      transport: controls,
      navigation,
      why: (seq, takesFocus) => this.why(seq, takesFocus),
    };
    this.current = shown;
    this.makeDock(site, shown, signal);
    return shown;
  }

  /** Moves the zoom so that it has an instant; not while the reader looks at what was clicked in it. */
  private keepInView(site: Site, at: Instant): void {
    const { zoom } = site.navigation.view;
    if (zoom === null || this.isFollowing || (at >= zoom.from && at <= zoom.until)) return;
    const half = (zoom.until - zoom.from) / 2;
    site.navigation.replace({ zoom: within(fullRange(site), { from: at - half, until: at + half }) });
  }

  /** Opens the reason of an entry in the details. @param takesFocus whether the reader goes there, too */
  private async why(seq: number, takesFocus = true): Promise<void> {
    const answer = await this.parts.engine.ask('why', { seq });
    const view = whyView(answer, (entry) => {
      const at = Date.parse(entry.at);
      if (Number.isFinite(at)) this.current?.cursor.set(at);
      void this.why(entry.seq);
    });
    this.current?.navigation.go({ open: null });
    this.select('why', view);
    if (takesFocus) view.parentElement?.focus({ preventScroll: true });
  }

  private readonly panels = new Map<DockTab, HTMLElement>();

  private makeDock(site: Site, shown: ShownRun, signal: AbortSignal): void {
    const open = this.element.dataset['dock'] ?? 'moment';
    this.dockBar.replaceChildren();
    this.dock.replaceChildren();
    for (const [tab, title] of dockTabs) {
      const panel = h('div', {
        class: `dock-panel dock-${tab}`,
        id: `dock-${tab}`,
        role: 'tabpanel',
        tabindex: 0,
        'aria-labelledby': `dock-tab-${tab}`,
      });
      this.panels.set(tab, panel);
      this.dockBar.append(
        button(title, () => this.press(tab), {
          id: `dock-tab-${tab}`,
          role: 'tab',
          'aria-controls': `dock-${tab}`,
          class: 'dock-tab',
          on: {},
        }),
      );
      this.dock.append(panel);
    }
    const panelOf = (tab: DockTab): HTMLElement => this.panels.get(tab) ?? this.dock;
    panelOf('why').append(clickHint(), sidePanel(site));
    panelOf('whyNot').append(whyNotForm({ engine: this.parts.engine, shown, site }));
    const fold = (): void => this.dockRoom.classList.remove('is-used');
    panelOf('change').append(futures({ ...this.parts, shown, site, room: this.pictures, onShown: fold }));
    this.mark(dockTabs.some(([tab]) => tab === open) ? (open as DockTab) : 'moment');
    this.watchMoment(shown, panelOf('moment'), signal);
    site.navigation.watch(({ open: opened }) => this.follow(opened, site, shown), signal);
  }

  /** Moves the cursor to what was clicked in a picture, and shows its details. */
  private follow(opened: string | null, site: Site, { cursor }: ShownRun): void {
    const target = opened === null ? null : targetOf(opened);
    if (target === null) return;
    if (target.kind === 'moment') {
      cursor.set(target.at);
      this.select('moment');
      site.navigation.go({ open: null });
      return;
    }
    const at = instantOfTarget(site, target);
    this.isFollowing = true;
    if (at !== null) cursor.set(at);
    this.isFollowing = false;
    this.select('why', clickHint());
  }

  /** On a phone, a second press folds the details away. */
  private press(tab: DockTab): void {
    const isShown = this.element.dataset['dock'] === tab && this.dockRoom.classList.contains('is-used');
    if (isShown) this.dockRoom.classList.remove('is-used');
    else this.select(tab);
  }

  /** Shows a panel of the details; on a phone they are folded away until then. */
  select(tab: DockTab, content: HTMLElement | null = null): void {
    this.dockRoom.classList.add('is-used');
    this.mark(tab);
    if (content === null) return;
    const panel = this.panels.get(tab);
    for (const old of panel?.querySelectorAll(':scope > :not(.panel)') ?? []) old.remove();
    panel?.prepend(content);
    this.dock.scrollTop = 0;
  }

  private mark(tab: DockTab): void {
    this.element.dataset['dock'] = tab;
    for (const [name, panel] of this.panels) panel.hidden = name !== tab;
    for (const one of this.dockBar.children) {
      const isOne = one.id === `dock-tab-${tab}`;
      one.setAttribute('aria-selected', String(isOne));
      one.setAttribute('tabindex', isOne ? '0' : '-1');
    }
  }

  /** Asks for the state at the cursor when it rests, and a few times a second while it moves. */
  private watchMoment({ cursor }: ShownRun, panel: HTMLElement, signal: AbortSignal): void {
    const { engine } = this.parts;
    let isAsking = false;
    let wanted: Instant | null = null;
    let mayAskAt = 0;
    const ask = async (): Promise<void> => {
      isAsking = true;
      while (wanted !== null && !signal.aborted) {
        await pause(mayAskAt - performance.now());
        const at: Instant = wanted;
        wanted = null;
        try {
          const moment = await engine.ask('seek', { at });
          const decisions = wanted === null ? await engine.ask('decisions', { at }) : [];
          if (signal.aborted) return;
          const decided = decisionBlock(decisions);
          const blocks = momentView(moment, (seq) => void this.why(seq));
          panel.replaceChildren(...blocks.slice(0, 1), ...(decided === null ? [] : [decided]), ...blocks.slice(1));
        } catch (error) {
          panel.replaceChildren(h('p', { class: 'failed' }, error instanceof Error ? error.message : String(error)));
        }
        mayAskAt = performance.now() + detailsEvery;
      }
      isAsking = false;
    };
    cursor.watch((at) => {
      wanted = at;
      if (!isAsking) void ask();
    }, signal);
  }
}

/** What the reasons begin with; it is hidden while details are open. */
function clickHint(): HTMLElement {
  return h('p', { class: 'soft' }, 'Click a marker, a bar or an event to see why it happened.');
}

/** Waits for so many ms; not at all if there are none. */
async function pause(ms: number): Promise<void> {
  if (ms > 0) await new Promise((go) => setTimeout(go, ms));
}

/** The start page, and the overview of each section. */
import { inline } from './html.ts';
import { type Section, type SitePage, sections } from './sitePage.ts';

const overviews = [
  {
    section: 'Tutorials',
    path: 'tutorials/index.html',
    says: 'Predict what a run will do, see it, and change it.',
  },
  {
    section: 'How-to guides',
    path: 'how-to/index.html',
    says: 'Tasks of planners, testers and programmers, each with its commands.',
  },
  { section: 'Reference', path: 'reference/index.html', says: 'Made from the sources of svcsim, so it is complete.' },
  {
    section: 'Explanation',
    path: 'explanation/index.html',
    says: 'What the model covers, how the statistics work, and why svcsim is built as it is.',
  },
] as const satisfies readonly { section: Section; path: string; says: string }[];

/** The path of the overview of a section; of others the start page. */
export function overviewPath(section: Section): string {
  return overviews.find((one) => one.section === section)?.path ?? 'index.html';
}

/** One page for each section, with links to all of its pages. */
export function overviewPages(pages: readonly SitePage[]): readonly SitePage[] {
  return overviews.map(({ section, path, says }) => {
    const own = pages.filter((page) => page.section === section);
    const body = `<p>${says}</p>\n<ul class="cards">${own.map(cardHtml).join('\n')}</ul>`;
    return { ...plainPage, path, title: section, section, says, body };
  });
}

const plainPage = { source: null, format: 'html', isSearched: false } as const;

function cardHtml({ path, title, says }: SitePage): string {
  return `<li><a href="/${path}">${inline(title)}</a>${says === '' ? '' : `<span>${inline(says)}</span>`}</li>`;
}

/** @param hasPlayground whether `playground.html` lies beside it */
export function startPage(hasPlayground: boolean): SitePage {
  const playground = hasPlayground
    ? `<h2>Try it here</h2>
<p>The playground runs the same engine in your browser. Nothing is installed, and nothing is sent.
<a href="/playground.html">Open it in a window of its own</a>.</p>
<iframe class="playground" title="Playground" src="/playground.html" loading="lazy"></iframe>`
    : '';
  const body = `<p class="lead">svcsim simulates a workload hosting platform. Give it a scenario: the manifests of the platform, the load
and the faults from outside, and a period of virtual time. Seconds later it reports what would happen, what it would cost, what would run out,
and which rule of the platform decided each step.</p>
<ul class="cards readers">
<li><a href="/how-to/planners.html">You plan</a><span>Try sizes, schedules and locations before you pay for them. Ten tasks of a planner, one command each.</span></li>
<li><a href="/how-to/testers.html">You test</a><span>State what must hold, and get the same bytes again on every machine. Ten tasks of a tester.</span></li>
<li><a href="/tutorials/index.html">You learn</a><span>Predict what a rollout or an expansion will do, run it, and ask why. A course of lessons.</span></li>
</ul>
<h2>Start</h2>
<p>Node 20.19 or newer is all it needs. In the folder of svcsim:</p>
<pre><code>npm ci &amp;&amp; npx svcsim run scenarios/tour/02-a-rollout.yaml   # reports
npx svcsim lesson start                                     # a lesson</code></pre>
<figure><img src="/report.png" alt="The report page of a run with three rollouts: what happened, the expectations, and a chart of the replicas">
<figcaption>The report page that this run of <code>02-a-rollout.yaml</code> makes.</figcaption></figure>
${playground}
<h2>Find your way</h2>
<ul class="cards">
${overviews.map(({ section, path, says }) => `<li><a href="/${path}">${section}</a><span>${says}</span></li>`).join('\n')}
</ul>`;
  return {
    ...plainPage,
    path: 'index.html',
    title: 'See what a platform would do',
    section: sections[0],
    says: '',
    body,
  };
}

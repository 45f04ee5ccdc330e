import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { pageHtml } from '../../src/report/page/html.ts';
import { pageDataFrom } from '../../src/report/page/pageText.ts';
import { selfContainedPage } from '../../src/report/words/selfContained.ts';
import { good } from '../scenario/builders.ts';
import { pageOf } from './paged.ts';
import { eventful } from './ran.ts';

const data = pageOf(good(eventful));
const assets = { script: 'document.title = "\u00e9";', style: 'body { margin: 0 }' };

/** What stands between two texts of a document. */
function between(html: string, begin: string, end: string): string {
  const from = html.indexOf(begin) + begin.length;
  return html.slice(from, html.indexOf(end, from));
}

describe('the document of a page', () => {
  it('names its own script and style by their digests, and lets nothing else run', () => {
    const html = pageHtml(data, assets);
    const policy = between(html, 'Content-Security-Policy" content="', '"');
    const digest = (text: string) => createHash('sha256').update(text).digest('base64');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src 'sha256-${digest(between(html, '</script>\n<script>', '</script>'))}'`);
    expect(policy).toContain(`style-src 'sha256-${digest(between(html, '<style>', '</style>'))}'`);
    expect(html).not.toMatch(/https?:\/\//);
  });

  it('lets code be put together only where a worker has the engine', () => {
    const page = { name: 'a', kind: 'page', script: 'void 0', style: '', body: '' };
    expect(selfContainedPage(page)).not.toContain('wasm-unsafe-eval');
    expect(selfContainedPage({ ...page, worker: 'blob:' })).toMatch(/script-src 'sha256-[^']+' 'wasm-unsafe-eval';/);
  });

  it('holds its data whole, whatever names stand in them', () => {
    const description = '</script><script>alert(1)</script><!-- & "é" \u2028';
    const html = pageHtml({ ...data, name: '<b>&', description }, assets);
    const text = between(html, 'id="data">', '</script>');
    expect(text).not.toContain('<');
    // What would turn text around, or end a line, is shown as what it is.
    expect(pageDataFrom(text)).toEqual({
      ...data,
      name: '<b>&',
      description: description.replace('\u2028', '\\u2028'),
    });
    expect(html).toContain('<title>&lt;b&gt;&amp;: report</title>');
  });

  it('is the same again', () => {
    expect(pageHtml(data, assets)).toBe(pageHtml(pageOf(good(eventful)), assets));
  });

  it('takes no script that would end too early', () => {
    expect(() => pageHtml(data, { ...assets, script: 'x = "</script>"' })).toThrow('end too early');
    expect(() => pageHtml(data, { ...assets, style: '</style>' })).toThrow('end too early');
  });
});

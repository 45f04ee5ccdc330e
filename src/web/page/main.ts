/**
 * The report page: draws the run that stands in the document.
 *
 * The document is `<html lang="en">` with, in its body, `<script type="application/json" id="data">` (the `pageText` of a `PageData`, every `<` written as `\u003c`),
 * `<noscript>` with the summary in text, and last this script. Its policy may be `default-src 'none'` with hashes for this script and for `page.css`,
 * which stands in a `<style>` of the head. Everything else is made here.
 */
import { pageDataFrom } from '../../report/page/pageText.ts';
import { showPage } from './page.ts';

showPage(pageDataFrom(document.getElementById('data')?.textContent ?? ''));

/**
 * The entry point of the report page: draws the data in the document, which `src/report/page/html.ts` has written.
 */
import { pageDataFrom } from '../../report/page/pageText.ts';
import { showPage } from './page.ts';

showPage(pageDataFrom(document.getElementById('data')?.textContent ?? ''));

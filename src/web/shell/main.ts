/**
 * The report page: draws the run that stands in the document (`src/report/page/html.ts`). Everything that one sees is
 * made here.
 */
import { pageDataFrom } from '../../report/page/pageText.ts';
import { showPage } from './page.ts';

showPage(pageDataFrom(document.getElementById('data')?.textContent ?? ''));

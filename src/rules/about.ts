/**
 * What each assumption decides, in one or two sentences.
 */
import { aboutApi } from './about/api.ts';
import { aboutBilling } from './about/billing.ts';
import { aboutCron } from './about/cron.ts';
import { aboutFields } from './about/fields.ts';
import { aboutNetwork } from './about/network.ts';
import { aboutRun } from './about/run.ts';
import { aboutTraffic } from './about/traffic.ts';
import { aboutVolume } from './about/volume.ts';
import { aboutWorkload } from './about/workload.ts';
import type { AssumptionName } from './assumptions.ts';

const about = {
  ...aboutRun,
  ...aboutFields,
  ...aboutWorkload,
  ...aboutCron,
  ...aboutVolume,
  ...aboutTraffic,
  ...aboutNetwork,
  ...aboutBilling,
  ...aboutApi,
} satisfies { readonly [Name in AssumptionName]: string };

/** What an assumption decides, and what its alternatives do if their names do not say it. */
export function aboutAssumption(name: AssumptionName): string {
  return about[name];
}

import type { CronState, Deployment } from '../../workload/deployment.ts';
import type { JobSettings } from '../../workload/settings.ts';

export function cronOf({ cron, subject }: Deployment): CronState {
  if (cron === null) throw new Error(`${subject.name} is not a cron workload`);
  return cron;
}

export function jobOf({ settings, subject }: Deployment): JobSettings {
  if (settings.job === null) throw new Error(`${subject.name} has no schedule`);
  return settings.job;
}

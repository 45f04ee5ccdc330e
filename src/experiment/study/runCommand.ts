/**
 * The command that makes one run of a plan again, with its full report.
 */
import { shellWord } from '../../text/shellWord.ts';
import type { PlanText } from './planText.ts';

/**
 * `svcsim run shop.yaml --set 'params.growth=8' --replication 17`: all inputs of the plan, and the replication.
 *
 * Words that a shell would change stand in single quotes. A scenario that came from standard input is `-`.
 */
export function runCommand({ file, variants, set, assume, seed }: PlanText, replication: number): string {
  const words = [
    'svcsim',
    'run',
    file === 'stdin' ? '-' : file.startsWith('-') ? `./${file}` : file,
    ...(seed === null ? [] : ['--seed', seed]),
    ...variants.flatMap((variant) => ['--variant', variant]),
    ...Object.entries(assume).flatMap(([name, value]) => [
      '--assume',
      `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ]),
    ...set.flatMap(({ path, value }) => ['--set', `${path}=${value}`]),
    '--replication',
    String(replication),
  ];
  return words.map(shellWord).join(' ');
}

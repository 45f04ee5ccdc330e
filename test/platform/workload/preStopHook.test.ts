import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import { hookTime } from '../../../src/platform/workload/preStopHook.ts';

describe('`termination.hooks`: how long the command of a preStop hook takes', () => {
  it.each<[string, string[], number | null]>([
    ['a sleep', ['sleep', '10'], 10],
    ['with the folder of its program', ['/bin/sleep', '15'], 15],
    ['of parts of a second', ['sleep', '0.5'], 0.5],
    ['of less', ['sleep', '0.25'], 0.25],
    ['without a digit before the point', ['sleep', '.25'], 0.25],
    ['with two blanks in a shell', ['sh', '-c', 'sleep  5'], 5],
    ['a number with more behind it', ['sleep', '10x'], null],
    ['another program with a number', ['drain', '5'], null],
    ['a word that only ends like an option', ['sh', 'x-c', 'sleep 5'], null],
    ['an option that only begins like one', ['sh', '-c5', 'sleep 5'], null],
    ['in other units, which are summed', ['sleep', '1m', '30s'], 90],
    ['nothing', ['true'], 0],
    ['nothing, with the folder of its program', ['/bin/true'], 0],
    ['in a shell', ['sh', '-c', 'sleep 20'], 20],
    ['in a shell with other options', ['/bin/bash', '-ec', 'sleep 20'], 20],
    ['several in a shell', ['sh', '-c', 'sleep 5 && sleep 0.5m; true;'], 35],
    ['nothing in a shell', ['sh', '-c', 'exit 0'], 0],
    ['a program besides', ['sh', '-c', 'nginx -s quit; sleep 5'], null],
    ['a number that the shell computes', ['sh', '-c', 'sleep $WAIT'], null],
    ['a sleep without a number', ['sleep'], null],
    ['a negative number', ['sleep', '-1'], null],
    ['another program', ['/usr/bin/drain'], null],
    ['a shell with a file', ['sh', 'stop.sh'], null],
    ['no command', [], null],
  ])('%s', (_, command, seconds) => {
    expect(hookTime(command)).toBe(seconds === null ? null : seconds * second);
  });
});

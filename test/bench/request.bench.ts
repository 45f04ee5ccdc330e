import { execFileSync } from 'node:child_process';
import { bundled } from './bundled.ts';
import { compiled } from './compiled.ts';
import { type Bench, costRow, type Row } from './rows.ts';

const requests = 1_000_000;
const rounds = 5;
/** Seven tenths busy. */
const queue = [String(requests), '3.5', '200'] as const;

/**
 * P14: the whole way of one request through an M/M/1 queue (Poisson arrivals, one replica, one request at a time,
 * exponential service), from its arrival to its answer, firewall, timeout, metrics of autoscaling and fingerprint
 * included: event by event, as in any workload, and ahead of the agenda, as a single station has it. Beside it, that
 * queue alone in C++: an event queue and exponential draws.
 */
export const requestPath: Bench = {
  id: 'P14',
  name: 'one request',
  run() {
    const bare = bareQueue();
    const customers: number[] = [];
    const each: number[] = [];
    const ahead: number[] = [];
    const heard: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      if (bare !== null) customers.push(bare());
      each.push(requestCost('literal'));
      ahead.push(requestCost());
      heard.push(requestCost('heard'));
    }
    return [
      besideBare(costRow('P14 request', 'ns', 1_500, each), customers),
      besideBare(costRow('P14 request, single station', 'ns', 1_000, ahead), customers),
      besideBare(costRow('P14 request, heard', 'ns', 2_500, heard), customers),
    ];
  },
};

/** Nanoseconds of processor time per request. */
function requestCost(...words: readonly string[]): number {
  const printed = execFileSync(process.execPath, [bundled('requestRun'), ...queue, ...words]);
  return (JSON.parse(String(printed)) as { readonly nanoseconds: number }).nanoseconds;
}

/** The same queue in C++, as nanoseconds per customer; null where no compiler is at hand. */
function bareQueue(): (() => number) | null {
  const program = compiled('mm1');
  return program === null ? null : () => Number(String(execFileSync(program, queue)).split(' ')[0]);
}

function besideBare(row: Row, customers: readonly number[]): Row {
  if (customers.length === 0) return { ...row, remark: 'no g++ for the bare queue' };
  const yardstick = Math.min(...customers);
  return { ...row, yardstick, remark: `${(row.value / yardstick).toFixed(1)} times the bare queue in C++` };
}

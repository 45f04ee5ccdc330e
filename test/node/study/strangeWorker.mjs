// A worker that does what its job's key says, for the tests of threads; else it performs the job.
import { appendFileSync } from 'node:fs';
import perform from '../../../dist/cli/worker.js';

export default function strange(job) {
  const [word, path] = job.key.split(' ');
  if (word === 'exit') process.exit(7);
  if (word === 'memory') {
    const held = [];
    for (;;) held.push(Array.from({ length: 100_000 }, (_, index) => index + held.length));
  }
  if (word === 'loop') for (;;);
  if (word === 'write') for (;;) appendFileSync(path, '.');
  if (word === 'plan') {
    const { id, bytes } = job.plan;
    return { kind: 'failed', key: job.key, message: `${id} ${bytes instanceof SharedArrayBuffer} ${bytes.byteLength}` };
  }
  return perform(job);
}

/**
 * What a worker thread of the self-test does: it performs one part after the other. Its bundle is
 * `dist/cli/selftest.js`.
 */
import { performPart } from '../../experiment/selftest/jobs.ts';

export default performPart;

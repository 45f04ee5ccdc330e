import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { calibration } from '../scripts/calibration.ts';

it('the table of recorded and simulated durations is recomputed (else run npm run calibration)', {
  timeout: 600_000,
}, () => {
  expect(JSON.parse(JSON.stringify(calibration()))).toEqual(
    JSON.parse(readFileSync('evidence/calibration.json', 'utf8')),
  );
});

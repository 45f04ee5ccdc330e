/** P8: what one change of a record through the API costs, and that the number of records does not matter. */

import { createControl } from '../../src/platform/api/records/control.ts';
import type { Control } from '../../src/platform/api/records/state.ts';
import { idleView } from '../../src/platform/api/records/view.ts';
import { handle } from '../../src/platform/api/requests/handle.ts';
import type { ApiRequest } from '../../src/platform/api/requests/request.ts';
import { defaultAssumptions } from '../../src/rules/assumptions.ts';
import { type Bench, costRow, nanoseconds, type Row } from './rows.ts';

const shop = '/org/acme/gvc/shop';
const rounds = 40;
const turns = 100;

/** P8: validate, patch, version and audit of one workload, among 100 and among 10,000. */
export const controlBench: Bench = {
  id: 'P8',
  name: 'control',
  run: () => {
    const sizes = [100, 10_000].map((size) => ({ size, control: filledControl(size), values: [] as number[] }));
    for (const { control } of sizes) change(control, 20 * turns);
    for (let round = 0; round < rounds; round++) {
      for (const { control, values } of sizes) values.push(change(control, turns) / 1000);
    }
    const rows: Row[] = sizes.map(({ size, values }) => costRow(`P8 api change ${size}`, 'µs', 100, values));
    const [few, many] = sizes.map(({ values }) => Math.min(...values));
    return [...rows, growthRow(few ?? 0, many ?? 0)];
  },
};

/** The same change among many records against the one among few: at most half as dear again, which is noise. */
function growthRow(few: number, many: number): Row {
  const ratio = few / many;
  return {
    name: 'P8 api change 10000 against 100',
    value: many,
    unit: 'µs',
    yardstick: few,
    ratio,
    goal: 0.66,
    ok: ratio >= 0.66,
    remark: 'the same change among 100 workloads',
  };
}

function filledControl(size: number): Control {
  const installation = { baseUrl: '', appDomain: '', locationDomain: '', internalDomain: '' };
  const control = createControl(
    {
      org: 'acme',
      seed: '1',
      prefix: 'svc',
      installation,
      assumptions: defaultAssumptions,
      quotas: new Map(),
      keys: new Map(),
      isAsked: false,
    },
    0,
  );
  const locationLinks = ['//location/aws-us-east-1', '//location/gcp-us-central1'];
  send(control, {
    method: 'POST',
    path: '/org/acme/gvc',
    body: { name: 'shop', spec: { staticPlacement: { locationLinks } } },
  });
  for (let i = 0; i < size; i++) {
    send(control, {
      method: 'POST',
      path: `${shop}/workload`,
      body: {
        name: `w${i}`,
        tags: { team: 'a', tier: 1 },
        spec: {
          type: 'standard',
          containers: [
            {
              name: 'web',
              image: 'web:1',
              cpu: '500m',
              memory: '512Mi',
              ports: [{ number: 8080, protocol: 'http' }],
              env: [{ name: 'LOG', value: 'info' }],
            },
          ],
          defaultOptions: { autoscaling: { metric: 'cpu', target: 70, minScale: 2, maxScale: 20 } },
        },
      },
    });
  }
  return control;
}

let image = 1;

/** Nanoseconds per change of a workload's image and scale. */
function change(control: Control, count: number): number {
  return nanoseconds(count, () => {
    for (let i = 0; i < count; i++) {
      image++;
      const spec = {
        '$patch/containers': [{ name: 'web', image: `web:${image}` }],
        defaultOptions: { autoscaling: { maxScale: 10 + (image % 10) } },
      };
      send(control, { method: 'PATCH', path: `${shop}/workload/w${i % 100}`, body: { spec } });
    }
  });
}

function send(control: Control, request: ApiRequest): void {
  const { refusal } = handle(control, request, 0, idleView);
  if (refusal !== null) throw new Error(refusal.message);
}

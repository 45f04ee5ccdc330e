import { capturePlan, compare, ended, inThisThread, measureOf, refusalOf } from 'svcsim/study';

const text = `
svcsim: 1
name: nightly
start: 2026-11-01T00:00:00Z
for: 30d
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: backup
    spec:
      type: cron
      containers: [{ name: main, image: "shop/backup:1" }]
      job: { schedule: "0 3 * * *", concurrencyPolicy: Forbid, restartPolicy: Never }
behavior:
  shop/backup: { execution: { duration: 25m, failure: 10% } }
`;

/** The scenario with other values at some paths. */
function plan(name: string, changes: Readonly<Record<string, string>> = {}) {
  const set = Object.entries(changes).map(([path, value]) => ({ path, value }));
  const { plan: source, parsed } = capturePlan(text, { file: 'nightly.yaml' }, { set });
  const { scenario, problems, texts } = parsed;
  return { name, changes: Object.keys(changes), source: scenario === null ? refusalOf(problems, texts) : source };
}

const steps = compare(
  {
    name: 'nightly',
    plans: [
      plan('once'),
      plan('again', { 'shop/workload/backup.spec.job.restartPolicy': 'OnFailure' }),
      plan('wrong', { 'shop/workload/backup.spec.job.restartPolicy': 'Sometimes' }),
    ],
    measures: [measureOf('bill.total'), measureOf('executions.failed of shop/backup')],
    conditions: [],
    runs: 40,
    confidence: 0.95,
    currency: 'USD',
  },
  inThisThread(),
);
const { sentence, plans, differences } = await ended(steps);

console.log(sentence);
for (const { name, runs, refused } of plans)
  console.log(`${name}: ${refused === undefined ? `${runs} runs` : `refused by ${refused.rule}`}`);
for (const { plan: name, measure, mean, least, greatest } of differences)
  console.log(`${name}: ${measure} differs by ${mean} (${least} to ${greatest} in each run)`);

import { Chronicle, filesOf, parseScenario, renderProblems, reportOf, simulate } from 'svcsim';

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
    spec: { type: cron, containers: [{ name: main, image: "shop/backup:1" }], job: { schedule: "0 3 * * *" } }
behavior:
  shop/backup: { execution: { duration: 25m } }
expect:
  - { metric: executions.succeeded, of: shop/backup, is: ">= 30" }
`;

const { scenario, problems } = parseScenario(text, { file: 'nightly.yaml' });
if (scenario === null) throw new Error(renderProblems(problems));

const chronicle = new Chronicle(scenario);
const run = simulate(scenario, { sink: (entry) => chronicle.listen(entry) });
const report = reportOf(run, chronicle);

for (const { pass } of report.expectations) console.log(pass ? 'passed' : 'failed');
console.log('payable:', report.bill.invoices[0]?.payable, report.bill.currency);
console.log('fingerprint:', report.summary.fingerprint);
console.log('files:', [...filesOf(report).keys()].join(', '));

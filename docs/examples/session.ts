import { parseScenario, renderProblems, Session } from 'svcsim';

const text = `
svcsim: 1
name: by-hand
start: 2026-11-01T00:00:00Z
for: 1d
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: web
    spec:
      type: standard
      containers: [{ name: main, image: "shop/web:1" }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 2, maxScale: 2 } }
`;

const options = { file: 'by-hand.yaml' };
const { scenario, problems } = parseScenario(text, options);
if (scenario === null) throw new Error(renderProblems(problems));

const session = new Session({ scenario, text, options });
const path = '/org/acme/gvc/shop/workload/web';
const scaled = { spec: { defaultOptions: { autoscaling: { minScale: 3, maxScale: 3 } } } };
console.log('PATCH:', session.request({ method: 'PATCH', path, body: scaled }).status);

session.advance({ seconds: 60 });
const { body } = session.request({ method: 'GET', path });
console.log('ready replicas:', (body as { health: { readyReplicas: number } }).health.readyReplicas);

const again = parseScenario(session.exported(), options).scenario;
console.log('the export repeats the session:', again !== null);

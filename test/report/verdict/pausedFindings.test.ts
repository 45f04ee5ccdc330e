import { describe, expect, it } from 'vitest';
import { ran } from '../ran.ts';

const scenario = (more = ''): string => `
svcsim: 1
name: paused
start: 2026-11-02T00:00:00Z
for: 1h
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1, //location/aws-eu-central-1] } } }
  - kind: workload
    gvc: shop
    name: api
    spec:
      type: standard
      containers:
        - name: main
          image: api:1
          cpu: 500m
          memory: 256Mi
          ports: [{ number: 80, protocol: http }]
          env: [{ name: A, value: svc://secret/one.word }, { name: B, value: svc://secret/two }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 1, maxScale: 1 } }
demand: [{ to: shop/api, rate: 10/s }]
assumptions: { api.links: store }
${more}`;

const found = (more?: string) => {
  const { summary } = ran(scenario(more)).report;
  return summary.findings.map(({ kind, subject, severity, message, rule, change }) => ({
    kind,
    subject,
    severity,
    message,
    rule,
    change,
  }));
};

describe('findings: a workload that waits for a secret', () => {
  it('says which secrets are missing and what the bill lacks, and its requests came while it was paused', () => {
    expect(found()).toEqual([
      {
        kind: 'paused',
        subject: 'shop/workload/api@aws-eu-central-1',
        severity: 'error',
        message:
          'paused: the secrets one, two do not exist, so nothing of it runs, and its replicas and volumes are not in the bill; also in 1 other location; add the secret to the scenario, or let workloads run without it',
        rule: 'secret.missing',
        change: ['assumptions.secret.missing=ignore'],
      },
      {
        kind: 'load-failed',
        subject: 'shop/workload/api',
        severity: 'error',
        message: '36,000 of 36,000 requests (100 %) came while it was paused because of a secret',
        rule: 'secret.missing',
        change: undefined,
      },
    ]);
  });

  it('is none once the secrets are there and the platform has gone on', () => {
    const secret = (name: string): string =>
      `{ at: +1m, post: /secret, with: { kind: secret, name: ${name}, type: opaque, data: { payload: a } } }`;
    const kinds = found(`timeline: [${secret('one')}, ${secret('two')}]`).map(({ kind }) => kind);
    expect(kinds).not.toContain('paused');
    expect(found(`timeline: [${secret('one')}]`)[0]?.message).toContain('paused: the secret two does not exist, so');
  });
});

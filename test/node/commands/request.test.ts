import { describe, expect, it } from 'vitest';
import { folderOf, invalid, small, svcsim } from '../cli.ts';

const more = `  - kind: workload
    gvc: shop
    name: front
    spec:
      type: serverless
      containers: [{ name: main, image: "front:1", ports: [{ number: 8080 }] }]
      defaultOptions: { debug: true, autoscaling: { metric: concurrency, minScale: 0, maxScale: 2, scaleToZeroDelay: 60 } }
  - kind: workload
    gvc: shop
    name: db
    spec: { type: stateful, containers: [{ name: main, image: "db:1", ports: [{ number: 5432 }] }] }
behavior:
  shop/front: { request: { duration: 100ms } }
`;

const busy = `${more}demand:
  - { to: shop/db, rate: { steps: [[0h, 0/s], [30m, 4000/s]] } }
`
  .replace('behavior:\n', 'behavior:\n  shop/db: { request: { cpu: 10ms, duration: 80ms } }\n')
  .replace('5432 }] }]', '5432 }] }], defaultOptions: { autoscaling: { metric: disabled, minScale: 1, maxScale: 1 } }');

const cwd = folderOf({ 'a.yaml': small('a', more), 'busy.yaml': small('busy', busy), 'invalid.yaml': invalid });

function request(...args: string[]) {
  return svcsim(['request', ...args], { cwd });
}

describe('svcsim request', () => {
  it('shows each hop with when it came and what decided it, then the rules in words', () => {
    const { code, stdout, stderr } = request('a.yaml', 'shop/front', '--at', '+10m', '-H', 'x-svc-debug: true');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('shop/workload/front@aws-us-east-1  200 after 14100 ms  2026-11-01T00:10:00.000Z');
    expect(lines).toContain('      +0 ms  no replica is ready: held until one is (cold start)  TYPE-14 coldStart.hold');
    expect(lines).toContain('  +14100 ms  x-svc-location: aws-us-east-1, x-svc-replica: front-1-0  NET-12');
    expect(stdout).toContain('  TYPE-14  Autoscaling may scale a serverless workload to zero replicas.\n');
  });

  it('leaves the words out with -q', () => {
    expect(request('a.yaml', 'shop/front', '-q').stdout).not.toContain('Autoscaling may scale');
  });

  it('gives one JSON document, with the environment of the replica that answered', () => {
    const { code, stdout } = request('a.yaml', 'shop/db', '--by', 'shop/web', '--from', 'aws-us-east-1', '--json');
    expect(code).toBe(0);
    const { path, environment, ...about } = JSON.parse(stdout);
    expect(about).toMatchObject({ schema: 'svcsim/request/1', status: 200, location: 'aws-us-east-1', tries: 1 });
    expect(environment).toMatchObject({ SVC_WORKLOAD: 'db', SVC_LOCATION: 'aws-us-east-1' });
    expect(path[0]).toMatchObject({ at: '2026-11-01T01:00:00.000Z', rules: ['NET-6'] });
  });

  it('NET-9: reaches a container of the workload that sends it, by name and port', () => {
    const asked = (target: string) => request('a.yaml', target, '--by', 'shop/db', '--from', 'aws-us-east-1', '--json');
    const { code, stdout } = asked('main:5432');
    expect(code).toBe(0);
    const { path, ...about } = JSON.parse(stdout);
    expect(about).toMatchObject({ status: 200, latencyMs: 0, replica: 'db-0' });
    expect(path[0]).toMatchObject({ rules: ['NET-9'], assumptions: ['address.container'] });
    expect(JSON.parse(asked('main:80').stdout)).toMatchObject({ status: 404, replica: null });
    expect(JSON.parse(asked('cache:6379').stdout)).toMatchObject({ status: 404, replica: null });
  });

  it('is not sent by a workload that is asleep', () => {
    const { code, stdout } = request('a.yaml', 'shop/db', '--by', 'shop/front', '--from', 'aws-us-east-1');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^shop\/workload\/db {2}not sent /);
    expect(stdout).toContain(
      'not sent: shop/front has no running replica or execution in aws-us-east-1  traffic.caller.absent',
    );
  });

  describe('to a workload that gets amounts', () => {
    it('says what it did not meet', () => {
      const { stdout } = request('busy.yaml', 'shop/db', '--at', '+40m', '-q');
      expect(stdout).toMatch(/200 after \d+ ms/);
      expect(stdout).toMatch(
        /\n {2}This request was not affected by the request rate here: 4,000 requests\/s to 1 replica, \d+ queued, mean latency 5s {2}fluid\.latency\n/,
      );
    });

    it('says nothing of it while none come, or to another workload', () => {
      expect(request('busy.yaml', 'shop/db', '--at', '+20m').stdout).not.toContain('amounts');
      expect(request('busy.yaml', 'shop/front', '--at', '+40m').stdout).not.toContain('amounts');
    });

    it('has it in the JSON document', () => {
      const at = (when: string) => JSON.parse(request('busy.yaml', 'shop/db', '--at', when, '--json').stdout).amounts;
      expect(at('+40m')).toMatchObject({ perSecond: 4000, replicas: 1, meanLatencyMs: 5000 });
      expect(at('+20m')).toBeNull();
    });
  });

  it('of an address that stands for nothing shows the answer too, and is no failure of the command', () => {
    const { code, stdout } = request('a.yaml', 'nobody.example');
    expect(code).toBe(0);
    expect(stdout).toContain('404 after 0 ms');
    expect(stdout).toContain('no workload has the host nobody.example');
  });

  it('half of the name of a workload is a host, and says what may have been meant', () => {
    const hint = "'db' is read as a host name; write a workload with its gvc: shop/db\n";
    expect(request('a.yaml', 'db').stderr).toBe(hint);
    expect(request('a.yaml', 'db', '-q').stderr).toBe('');
    expect(request('a.yaml', 'nobody.example').stderr).toBe('');
  });

  it.each([
    ['a path without its slash', ['shop/db', '--path', 'a'], "--path must begin with /, found 'a'"],
    ['a caller that is nowhere', ['shop/db', '--by', 'shop/front'], '--by needs --from'],
    ['a replica without its location', ['shop/db', '--replica', '0'], '--replica needs --location'],
    ['a replica that is no number', ['shop/db', '--replica', 'x'], "--replica must be a number, found 'x'"],
    ['a replica beside a host', ['db.example', '--replica', '0'], '--replica applies only to a workload'],
    ['a header without a colon', ['shop/db', '-H', 'x'], "-H takes a header as 'name: value'; found 'x'"],
    ['a header with a blank', ['shop/db', '-H', 'a b: c'], "expected the name of a header, found 'a b'"],
    ['a header of two lines', ['shop/db', '-H', 'a: b\r\nc: d'], 'expected the value of a header, on one line'],
    ['no target at all', [''], "must be a workload as gvc/name or a host, found ''"],
    ['a workload of no time', ['shop/frnt'], "the scenario has no workload 'shop/frnt'; did you mean 'shop/front'?"],
    ['a workload near none', ['shop/elsewhere'], "'shop/elsewhere'; available: shop/db, shop/front"],
    ['too many parts', ['shop/volumeset/db/x'], 'must be gvc/workload'],
    ['a third part', ['shop/db/extra'], "must be gvc/workload, found 'shop/db/extra'"],
    [
      'a URL',
      ['https://db.example/a?b=1'],
      "write the host without a scheme: db.example --path '/a?b=1'; found 'https://db.example/a?b=1'",
    ],
    ['a time outside of the run', ['shop/db', '--at', '+2d'], '--at must be within the run'],
  ])('refuses %s with what to do', (_, args, message) => {
    const { code, stdout, stderr } = request('a.yaml', ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('says that a workload is not in a location, and that it could not be called there for that', () => {
    const { stdout } = request('a.yaml', 'shop/db', '--location', 'aws-eu-central-1');
    expect(stdout).toContain('shop/db has no address in aws-eu-central-1: its gvc is not in that location');
    expect(request('a.yaml', 'shop/workload/db').stdout).not.toContain('has no address');
  });

  it('shows the problems of a scenario that is none', () => {
    expect(request('invalid.yaml', 'shop/db').code).toBe(3);
  });
});

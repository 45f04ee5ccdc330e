import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { svcsim } from '../cli.ts';

const cwd = fileURLToPath(new URL('../../../scenarios/tour/', import.meta.url));

function whyNot(...args: string[]) {
  return svcsim(['why-not', ...args], { cwd });
}

describe('svcsim why-not', () => {
  it('tells why, and what would have brought it, at that instant and from where it began', () => {
    const { code, stdout, stderr } = whyNot('08-autoscaling.yaml', 'shop/api <= 7', '--at', '+13h55m');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain("has 8 desired replicas, so 'shop/api <= 7' does not hold.\n");
    expect(stdout).toContain(
      '  Decided at 2 Nov 13:55:00: nothing is held up: the metrics propose 8, and 8 are desired.\n',
    );
    expect(stdout).toContain('It comes true without a change at 2 Nov 14:02:45, first proposed at 2 Nov 13:58:00.\n');
    expect(stdout).toMatch(/\nAt this instant: .*\n.*maxScale 20 -> 7: 7 replicas/);
    expect(stdout).toMatch(/\nFrom where it began: just before shop\/api .* 2 to 3 desired replicas/);
    expect(stdout).toContain('\n      --set shop/workload/api.spec.defaultOptions.autoscaling.target=61\n');
    expect(stdout).toMatch(/\d+ runs of at most 20/);
  });

  it('tells all of it to a program, in the form that its schema describes', () => {
    const found = JSON.parse(whyNot('06-a-bad-day.yaml', 'no expansion.refused', '--json').stdout);
    const schema = readFileSync(new URL('../../../schema/why-not.schema.json', import.meta.url), 'utf8');
    const check = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(schema));
    check(found);
    expect(check.errors ?? []).toEqual([]);
    expect(found.fromWhereItBegan.flips.map(({ to }: { to: number }) => to)).toEqual([22, 1.33, 15]);
  });

  it('says since when it holds, if it does', () => {
    const { code, stdout } = whyNot('08-autoscaling.yaml', 'shop/api <= 7', '--at', '+14h10m');
    expect(code).toBe(0);
    expect(stdout).toContain('holds already at 2 Nov 14:10:00, and has since 2 Nov 14:02:45');
  });

  it('ends with 1 where nothing that was tried brings it', () => {
    const { code, stdout } = whyNot('06-a-bad-day.yaml', 'shop/event-data expansion.accepted', '--at', '+2h');
    expect(code).toBe(1);
    expect(stdout).toContain('nothing that was tried brings it');
    expect(stdout).toContain('50 % is free, and minFreePercentage is 20 %: enough is free');
  });

  it.each([
    ['shop/web/0 gone', 'why-not cannot ask about replica.gone'],
    ['shop/wbe <= 3', "did you mean 'shop/web'?"],
  ])('says what can be asked instead of %s', (what, message) => {
    const { code, stderr } = whyNot('06-a-bad-day.yaml', what);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('refuses an instant outside of the run', () => {
    const { code, stderr } = whyNot('08-autoscaling.yaml', 'shop/api <= 7', '--at', '+3d');
    expect(code).toBe(2);
    expect(stderr).toContain('--at must be within the run');
  });
});

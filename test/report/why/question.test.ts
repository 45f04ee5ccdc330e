import { describe, expect, it } from 'vitest';
import type { PageEntry } from '../../../src/report/picture/picture.ts';
import { isAsked, questionOf } from '../../../src/report/why/question.ts';

const entry = (type: string, subject: string, data: PageEntry['data'] = {}): PageEntry => {
  return { seq: 1, at: 0, type, subject, rules: [], assumptions: [], cause: null, data };
};

function fits(text: string, one: PageEntry): boolean {
  const question = questionOf(text);
  if (typeof question === 'string') throw new Error(question);
  return isAsked(question, one);
}

describe('a question of svcsim why', () => {
  const gone = entry('replica.gone', 'shop/workload/web@aws-us-east-1/7');

  it.each(['shop/web/7 gone', 'shop/web gone', 'gone', 'replica.gone', 'shop/web@aws-us-east-1/7 replica.gone'])(
    '%s fits the end of replica 7 of shop/web at aws-us-east-1',
    (text) => expect(fits(text, gone)).toBe(true),
  );

  it.each(['shop/web/8 gone', 'shop/web@aws-eu-central-1 gone', 'shop/api gone', 'team/web gone', 'shop/web/7 ready'])(
    '%s does not fit it',
    (text) => expect(fits(text, gone)).toBe(false),
  );

  it('about a count fits what sets that count, and no other', () => {
    const scaled = entry('deployment.scaled', 'shop/workload/api@aws-us-east-1', { from: 7, to: 8 });
    expect(fits('shop/api = 8', scaled)).toBe(true);
    expect(fits('shop/api=8', scaled)).toBe(true);
    expect(fits('shop/api = 7', scaled)).toBe(false);
    expect(fits('shop/web = 8', scaled)).toBe(false);
    expect(fits('shop/api = 3', entry('deployment.opened', 'shop/workload/api@x', { desired: 3 }))).toBe(true);
  });

  it('about a capacity fits what sets that capacity, and no other', () => {
    const expanded = entry('volume.expanded', 'shop/volumeset/data@aws-us-east-1/0', {
      fromMicroGB: 20_000_000,
      toMicroGB: 25_500_000,
    });
    expect(fits('shop/data capacity = 25.5GB', expanded)).toBe(true);
    expect(fits('shop/data/0 capacity=25.5', expanded)).toBe(true);
    expect(fits('shop/data capacity = 0.0255 TB', expanded)).toBe(true);
    expect(fits('shop/data capacity = 20GB', expanded)).toBe(false);
    expect(fits('shop/data/1 capacity = 25.5GB', expanded)).toBe(false);
    const settled = entry('volume.settled', 'shop/volumeset/data@x/0', { capacityMicroGB: 20_000_000 });
    expect(fits('shop/data capacity = 20GB', settled)).toBe(true);
  });

  it('about a request fits its latency, or more, and its status', () => {
    const ended = entry('call.ended', 'shop/workload/api@aws-us-east-1/0', { latencyMs: 5_000, status: 504 });
    expect(fits('shop/api latency >= 5s', ended)).toBe(true);
    expect(fits('shop/api latency >= 4900ms', ended)).toBe(true);
    expect(fits('shop/api latency = 5s', ended)).toBe(true);
    expect(fits('shop/api latency >= 5001ms', ended)).toBe(false);
    expect(fits('shop/api latency = 4s', ended)).toBe(false);
    expect(fits('shop/api status = 504', ended)).toBe(true);
    expect(fits('shop/api status = 200', ended)).toBe(false);
    expect(questionOf('shop/api latency >= soon')).toMatch(/no latency: write for example 'shop\/api latency >= 5s'/);
    expect(questionOf('shop/api status = 5s')).toMatch(/no status/);
    expect(questionOf('shop/api = 8x')).toMatch(/no number of replicas/);
    expect(questionOf('shop/api <= 8')).toMatch(/why asks for a value that was set/);
    expect(questionOf('shop/api x = 8')).not.toContain('did you mean');
    expect(questionOf('shop/api latensy = 5s')).toContain("did you mean 'latency'?");
  });

  it('about a panic fits the changes of the count with which it begins and has ended', () => {
    const at = (panics: boolean, untilAt: number | null) => {
      const panic = { stableMilli: 1, panicMilli: 1, from: 4, untilAt, most: 0 };
      const data = { from: 2, to: 4, decided: { minScale: 0, maxScale: 9, proposed: 4, panics, panic } };
      return { ...entry('deployment.scaled', 'shop/workload/images@x', data), at: 1_000 };
    };
    expect(fits('shop/images panic', at(true, null))).toBe(true);
    expect(fits('shop/images panic', at(true, 999))).toBe(true);
    expect(fits('shop/images panic', at(true, 1_000))).toBe(false);
    expect(fits('shop/images panic', at(false, 999))).toBe(true);
    expect(fits('panic', at(false, null))).toBe(false);
    expect(fits('shop/web panic', at(true, null))).toBe(false);
  });

  it('fits a volume set and a workload alike by gvc and name', () => {
    expect(fits('shop/data refused', entry('expansion.refused', 'shop/volumeset/data@aws-us-east-1/0'))).toBe(true);
  });

  it.each([
    ['gon', "'gon' is no event; did you mean 'gone'?"],
    ['web gone', "'web' is not the name of a workload or volume set: write gvc/name, such as shop/web"],
    ['shop/web qqqqq', 'All types: request.accepted, '],
    ['shop/web >= 8', "write 'shop/web = 8'; svcsim why-not takes <= and >="],
    ['shop/data capcity = 8GB', "did you mean 'capacity'?"],
    ['shop/data = 25.5GB', "did you mean 'shop/data capacity = 25.5GB'?"],
    ['shop/data capacity = much', "'much' is no capacity: write for example 'shop/data capacity = 50GB'"],
    ['shop/web gone today', "'shop/web gone today' has more than a name and an event"],
  ])('%s says what to write instead', (text, message) => {
    expect(questionOf(text)).toContain(message);
  });
});

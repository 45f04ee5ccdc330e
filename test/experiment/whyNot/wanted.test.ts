import { describe, expect, it } from 'vitest';
import { wantedOf } from '../../../src/experiment/whyNot/wanted.ts';

const of = { gvc: 'shop', name: 'api', location: null, part: null };

describe('what was wanted', () => {
  it.each([
    ['shop/api <= 7', { kind: 'count', of, is: '<=', value: 7 }],
    ['shop/api>=3', { kind: 'count', of, is: '>=', value: 3 }],
    ['shop/api replicas = 0', { kind: 'count', of, is: '=', value: 0 }],
    ['shop/api@aws-us-east-1 == 2', { kind: 'count', of: { ...of, location: 'aws-us-east-1' }, is: '=', value: 2 }],
    [
      'shop/api@aws-us-east-1/0 capacity >= 0.5TB',
      { kind: 'capacity', of: { ...of, location: 'aws-us-east-1', part: '0' }, is: '>=', value: 500 },
    ],
    ['shop/api capacity <= 100 GB', { kind: 'capacity', of, is: '<=', value: 100 }],
    ['no expansion.refused', { kind: 'event', of: null, type: 'expansion.refused', happens: false }],
    ['shop/api no refused', { kind: 'event', of, type: 'expansion.refused', happens: false }],
    ['shop/api not volume.full', { kind: 'event', of, type: 'volume.full', happens: false }],
    ['shop/api started', { kind: 'event', of, type: 'execution.started', happens: true }],
    ['shop/workload/api no skipped', { kind: 'event', of, type: 'execution.skipped', happens: false }],
    ['shop/volumeset/api expansion.accepted', { kind: 'event', of, type: 'expansion.accepted', happens: true }],
  ])('reads %s', (text, wanted) => {
    expect(wantedOf(text)).toEqual(wanted);
  });

  it.each([
    ['shop/api < 8', "'<' is no bound: write 'shop/api <= 7'"],
    ['shop/api > 8', "write 'shop/api >= 9'"],
    ['shop/api != 8', 'write <=, >= or ='],
    ['shop/api <= many', "'many' is no number of replicas"],
    ['shop/api <= 100GB', "did you mean 'shop/api capacity <= 100GB'?"],
    ['shop/api capacity >= lots', "'lots' is no capacity"],
    ['shop/api capacty >= 1GB', "did you mean 'capacity'? You can ask about"],
    ['api <= 7', "'api' is not the name of a workload or volume set: write gvc/name"],
    ['no expansion.refusd', "did you mean 'expansion.refused'? You can ask about"],
    ['shop/web/7 gone', 'why-not cannot ask about replica.gone or execution.gone'],
    ['shop/api refused', "write 'shop/api no expansion.refused'; svcsim why tells why it happened"],
    ['shop/api no started', "write 'shop/api execution.started'"],
    ['shop/api is too large', 'You can ask about'],
    ['', 'You can ask about'],
  ])('says what is wrong with %s', (text, message) => {
    expect(wantedOf(text)).toContain(message);
  });
});

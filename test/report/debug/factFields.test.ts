import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../../src/report/debug/factFields.ts';

describe('the fields that a condition may use', () => {
  it('are those of the types of entries that are asked for, with amounts in GB', () => {
    expect(fieldsOf(['volume.full'])).toEqual(['capacityMicroGB', 'capacityGB']);
    expect(fieldsOf(['replica.terminating', 'execution.removed'])).toContain('why');
  });

  it('are none of an entry without data', () => {
    expect(fieldsOf(['execution.gone'])).toEqual([]);
  });
});

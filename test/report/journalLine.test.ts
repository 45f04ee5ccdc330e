import { describe, expect, it } from 'vitest';
import { isoFromInstant } from '../../src/engine/time.ts';
import { because } from '../../src/platform/rules/reason.ts';
import { journalLine } from '../../src/report/journalLine.ts';
import { eventful, ran } from './ran.ts';

describe('a line of journal.ndjson', () => {
  it('is the entry as JSON, with instants as text and the ordinal in the subject', () => {
    for (const entry of ran(eventful).entries) {
      const { seq, at, type, subject, ordinal, reason, cause, data } = entry;
      const line = journalLine(entry);
      expect(line).not.toContain('\n');
      expect(JSON.parse(line)).toEqual({
        seq,
        at: isoFromInstant(at),
        type,
        subject: ordinal === null ? subject.name : `${subject.name}/${ordinal}`,
        rules: reason.rules,
        assumptions: reason.assumptions,
        cause,
        data,
      });
      expect(Object.keys(JSON.parse(line))).toEqual([
        'seq',
        'at',
        'type',
        'subject',
        'rules',
        'assumptions',
        'cause',
        'data',
      ]);
    }
  });

  it('escapes names that the outside world chose', () => {
    const subject = { name: 'shop/workload/a"b\\c', hash: 1 };
    const entry = {
      seq: 1,
      at: 0,
      type: 'request.refused',
      subject,
      ordinal: 'é\n"',
      reason: because([]),
      cause: null,
      data: {},
    };
    expect(JSON.parse(journalLine(entry)).subject).toBe('shop/workload/a"b\\c/é\n"');
  });
});

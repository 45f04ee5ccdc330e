import { describe, expect, it } from 'vitest';
import { isMalformedImage } from '../../../src/platform/cron/image.ts';

describe('CRON-11: an image that no registry could serve', () => {
  it.each([
    'a',
    'nginx',
    'shop/report:1.2-rc_3',
    'registry.example.com:5000/team/app@sha256:0f3c',
    '//image/report:1',
    '/org/acme/image/report:1',
  ])('%s is well formed', (image) => {
    expect(isMalformedImage(image)).toBe(false);
  });

  it.each(['', 'report:', ':1', 'a b', 'shop//report', 'a::1', '//report:1', '//image/', '/org/acme/report:1', '-a'])(
    "'%s' is malformed",
    (image) => {
      expect(isMalformedImage(image)).toBe(true);
    },
  );
});

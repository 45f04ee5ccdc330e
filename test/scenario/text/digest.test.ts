import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { scenarioDigest } from '../../../src/scenario/text/digest.ts';
import { relativeTo } from '../../../src/scenario/text/reading.ts';
import { head, parse, shop } from '../builders.ts';

const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex');
const text = `${head}${shop}`;

/** Of the scenario at a path, which names a file beside it and one above. */
function digestAt(file: string, more: Readonly<Record<string, string>> = {}): string {
  const names = ['p.yaml', '../data/x.csv'].map((name) => relativeTo(file, name));
  const texts = new Map([[file, text], [names[1] ?? '', 'x'], [names[0] ?? '', 'p'], ...Object.entries(more)]);
  return scenarioDigest(texts, file, sha256);
}

describe('the digest of a scenario', () => {
  it('is one of its files, as sha256sum lists them', () => {
    const list = `${sha256(text)}  -\n${sha256('x')}  ../data/x.csv\n${sha256('p')}  p.yaml\n`;
    expect(digestAt('a/b/shop.yaml')).toBe(sha256(list));
  });

  it.each(['a/b/other.yaml', './shop.yaml', 'shop.yaml', '/home/me/shop.yaml', '../shop.yaml', './a/shop.yaml'])(
    'is the same where it is called %s',
    (file) => {
      expect(digestAt(file)).toBe(digestAt('a/b/shop.yaml'));
    },
  );

  it('is another with another text, another name of a file, another change, but not with another seed or replication', () => {
    const digests = [
      digestAt('shop.yaml'),
      digestAt('shop.yaml', { 'p.yaml': 'q' }),
      digestAt('shop.yaml', { 'r.yaml': 'p' }),
      digestAt('shop.yaml', { '--set': 'for=2d' }),
      digestAt('shop.yaml', { '--assume': 'for=2d' }),
    ];
    expect(new Set(digests).size).toBe(digests.length);
    expect(digestAt('shop.yaml', { '--seed': '2' })).toBe(digestAt('shop.yaml'));
    expect(digestAt('shop.yaml', { '--replication': '2' })).toBe(digestAt('shop.yaml'));
  });

  it('takes the texts that a scenario was read from', () => {
    const of = (seed: string) => scenarioDigest(parse(text, {}, { seed }).texts, 's.yaml', sha256);
    expect(of('1')).toBe(of('2'));
    expect(of('1')).toBe(sha256(`${sha256(text)}  -\n`));
  });
});

describe('a file named from ./shop.yaml', () => {
  it('lies above it where its name says so', () => {
    expect(relativeTo('./shop.yaml', '../x.csv')).toBe('./../x.csv');
  });
});

import { describe, expect, it } from 'vitest';
import { sizeOf } from '../../src/node/memory.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { folderOf, svcsim } from './cli.ts';
import { large } from './large.ts';

describe('a large run', () => {
  it('takes no more than is said, though V8 would let garbage lie about', () => {
    const text = large(2_000);
    const { scenario: whole } = parseScenario(text, { file: 'large.yaml' });
    if (whole === null) throw new Error('no scenario');
    const cwd = folderOf({ 'large.yaml': text });
    const tell = "process.on('exit',()=>console.error('peak',process.resourceUsage().maxRSS))";
    const { code, stderr } = svcsim(['run', 'large.yaml', '--quiet', '--out', 'o'], {
      cwd,
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tell)}` },
    });
    expect(code).toBe(0);
    const [, kibibytes] = /^peak (\d+)$/m.exec(stderr) ?? [];
    expect(Number(kibibytes) * 1_024).toBeLessThan(sizeOf(whole).bytes);
  });
});

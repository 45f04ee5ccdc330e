import { describe, expect, it } from 'vitest';
import { type ExecRequest, execAnswer, execRefusal, readExec } from '../../../src/experiment/session/exec.ts';

const first = { token: 'key', org: 'acme', gvc: 'shop', pod: 'api-1-0', container: 'main', stdin: true, tty: true };

function request(more: object): ExecRequest {
  const read = readExec(JSON.stringify({ ...first, ...more }));
  if (typeof read === 'string') throw new Error(read);
  return read;
}

const line = 'svcsim: commands are not executed in a simulation\r\n';
const failure = 'Failed to create terminal session: command terminated with exit code 126';

describe('the end of an exec stream', () => {
  it.each([
    ['a command', { command: ['ls', '-l'] }, [line, failure], [line]],
    ['a shell', { shell: 'bash' }, [line, failure], [line]],
    ['the test for a directory before an upload', { command: ['test', '-d', '/data'] }, [line, failure], [line]],
    ['an upload', { command: ['tar', '-xmf', '-'], writeReceivedBytes: true }, [line, failure], ['1234']],
  ])('%s', (_, more, refused, accepted) => {
    expect(execAnswer(request(more), 'refuse', 1_234)).toEqual(refused);
    expect(execAnswer(request(more), 'accept', 1_234)).toEqual(accepted);
  });

  it('a refusal ends in a message of its own whose last word is the number that a client exits with', () => {
    const last = execAnswer(request({ shell: 'sh' }), 'refuse', 0).at(-1);
    expect(Number(String(last).split('exit code ')[1])).toBe(126);
  });

  it('of a download it is one message that no client takes for an archive, or an archive', () => {
    const download = request({ command: ['tar', 'cf', '-', '/var/data'] });
    expect(execAnswer(download, 'refuse', 0)).toEqual(['tar: cannot run: commands are not executed in a simulation']);
    const [archive, ...more] = execAnswer(download, 'accept', 0);
    expect(more).toEqual([]);
    const bytes = archive as Uint8Array;
    const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to)).replace(/\0.*$/s, '');
    expect([bytes.length % 512, text(0, 100), text(124, 136), text(257, 262)]).toEqual([
      0,
      'var/data',
      line.length.toString(8).padStart(11, '0'),
      'ustar',
    ]);
    const blank = Uint8Array.from(bytes.subarray(0, 512));
    blank.fill(32, 148, 156);
    expect(Number.parseInt(text(148, 156), 8)).toBe(blank.reduce((sum, byte) => sum + byte, 0));
    expect(text(512, 1_024)).toBe(line);
    expect(bytes.subarray(1_024).every((byte) => byte === 0)).toBe(true);
  });

  it('who may not connect is told so in the word that a client looks for', () => {
    expect(execRefusal('nobody asks')).toEqual(['Unauthorized: nobody asks']);
  });
});

describe('the first message', () => {
  it('says who asks for what, where', () => {
    expect(request({ command: ['ls'] })).toEqual({
      token: 'key',
      org: 'acme',
      gvc: 'shop',
      pod: 'api-1-0',
      container: 'main',
      command: ['ls'],
      isUpload: false,
    });
  });

  it.each([
    ['no JSON', '{', 'must be a JSON object'],
    ['a list', '[]', 'must be a JSON object'],
    ['null', 'null', 'must be a JSON object'],
    ['neither command nor shell', JSON.stringify(first), 'expected command or shell; found neither'],
    ['a token that is no text', JSON.stringify({ ...first, token: 7, shell: 'sh' }), 'token must be a string'],
    ['a replica that is no text', JSON.stringify({ ...first, pod: {}, shell: 'sh' }), 'pod must be a string'],
    ['a command of numbers', JSON.stringify({ ...first, command: [1] }), 'command must be a list of strings'],
  ])('%s', (_, text, message) => {
    expect(readExec(text)).toEqual(expect.stringContaining(message));
  });
});

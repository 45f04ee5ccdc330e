import { describe, expect, it } from 'vitest';
import { session } from './shop.ts';

const there = session();

interface Refusal {
  readonly status: number;
  readonly code: string;
}

/**
 * A refusal that the client takes for the last word: it asks for nothing twice, as it would for half of the refusals
 * there are.
 */
async function refusalOf(args: readonly string[], input?: string): Promise<Refusal> {
  const { code, stderr, asked } = await there.client.call(args, { input: input ?? '' });
  expect(code).toBe(1);
  const requests = asked.map(({ method, path }) => `${method} ${path}`);
  expect(requests).toEqual([...new Set(requests)]);
  const said: unknown = JSON.parse(stderr.slice(stderr.search(/[[{]/)));
  return (Array.isArray(said) ? said[0] : said) as Refusal;
}

describe('what is refused is refused at once', () => {
  it('a volume set in use is not deleted', async () => {
    expect(await refusalOf(['volumeset', 'delete', 'data'])).toMatchObject({ status: 400, code: 'IN_USE' });
  });

  it('a GVC with volume sets is not deleted', async () => {
    expect(await refusalOf(['gvc', 'delete', 'shop'])).toMatchObject({ status: 400, code: 'IN_USE' });
  });

  it('what is protected is not deleted', async () => {
    await there.client.text('workload', 'tag', 'nightly', '--tag', 'cpln/protected=true');
    expect(await refusalOf(['workload', 'delete', 'nightly'])).toMatchObject({ status: 400, code: 'PROTECTED' });
    await there.client.text('workload', 'tag', 'nightly', '--remove-tag', 'cpln/protected');
  });

  it('what came with the platform is not deleted', async () => {
    expect(await refusalOf(['group', 'delete', 'superusers'])).toMatchObject({ status: 400, code: 'BUILTIN' });
  });

  it('what is not there is not found', async () => {
    expect(await refusalOf(['workload', 'delete', 'nobody'])).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await refusalOf(['workload', 'get', 'nobody'])).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('a name is given once', async () => {
    expect(await refusalOf(['identity', 'create', '--name', 'web'])).toMatchObject({ status: 409, code: 'EXISTS' });
  });

  it('what is deleted twice is deleted', async () => {
    await there.client.text('workload', 'clone', 'web', '--name', 'twice');
    await there.server.advance(120);
    await there.client.text('workload', 'delete', 'twice');
    await there.client.text('workload', 'delete', 'twice');
  });

  it('a change of what is being deleted is a conflict', async () => {
    await there.client.text('workload', 'clone', 'web', '--name', 'going');
    await there.server.advance(120);
    await there.client.text('workload', 'delete', 'going');
    expect(await refusalOf(['workload', 'update', 'going', '--set', 'description=late'])).toMatchObject({
      status: 409,
      code: 'DELETING',
    });
  });

  it('bounds are kept, and the one that is broken is named', async () => {
    const refused = await refusalOf([
      'workload',
      'update',
      'web',
      '--set',
      'spec.defaultOptions.autoscaling.minScale=9',
    ]);
    expect(refused).toMatchObject({
      code: 'INVALID',
      details: [{ path: 'spec.defaultOptions.autoscaling.minScale' }],
    });
  });

  it('text that is no number is none', async () => {
    const set = ['--set', 'spec.defaultOptions.autoscaling.minScale=few'];
    expect(await refusalOf(['workload', 'update', 'web', ...set])).toMatchObject({ code: 'INVALID' });
  });

  it('what was made with one disk cannot have another kind of it', async () => {
    const patch = ['volumeset', 'patch', 'data', '--file', '-'];
    expect(await refusalOf(patch, '{"spec":{"fileSystemType":"xfs"}}')).toMatchObject({ code: 'IMMUTABLE' });
  });

  it('a volume does not grow to a smaller size', async () => {
    expect(await refusalOf(['volumeset', 'expand', 'data', '--new-size', '5', '--volume-index', '0'])).toMatchObject({
      status: 400,
      code: 'COMMAND_REFUSED',
    });
  });

  it('a fifth expansion in a day is one too many', async () => {
    const expand = (size: number) => ['volumeset', 'expand', 'data', '--new-size', String(size), '--volume-index', '0'];
    for (const size of [20, 30, 40, 50]) {
      await there.client.text(...expand(size));
      await there.server.advance(1_200);
    }
    expect(await refusalOf(expand(60))).toMatchObject({ status: 429, code: 'EXPANSION_QUOTA' });
  });
});

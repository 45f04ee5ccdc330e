import { describe, expect, it } from 'vitest';
import { session } from './shop.ts';
import { rowsOf } from './table.ts';

const there = session();

/** These two are tables only where they are asked to be. */
const text = ['--output', 'text'];

interface Report {
  readonly permissions: readonly {
    readonly name: string;
    readonly bindings: readonly { readonly principalLink: string; readonly grantedPermissions: readonly string[] }[];
  }[];
}

describe('who may do what', () => {
  it('is a permission of the kind, which may bring others along', async () => {
    const rows = rowsOf(await there.client.text('workload', 'permissions', ...text));
    expect(rows.find(({ NAME }) => NAME === 'edit')).toMatchObject({ IMPLIES: 'view' });
    expect(rows.map(({ NAME }) => NAME)).toContain('exec.runCronWorkload');
    expect(rowsOf(await there.client.text('org', 'permissions', ...text)).map(({ NAME }) => NAME)).toContain(
      'readLogs',
    );
  });

  it('is reported for a record, with the grants behind it', async () => {
    const { client } = there;
    await client.text('policy', 'create', '--name', 'editors', '--target-kind', 'workload', '--all');
    await client.text('policy', 'add-binding', 'editors', '--permission', 'edit', '--identity', 'web', '--gvc', 'shop');
    const { permissions } = await client.json<Report>('workload', 'access-report', 'db');
    const identity = '/org/acme/gvc/shop/identity/web';
    const held = permissions.flatMap(({ name, bindings }) =>
      bindings.filter(({ principalLink }) => principalLink === identity).map((one) => [name, one.grantedPermissions]),
    );
    expect(held).toEqual([
      ['edit', ['edit']],
      ['view', ['edit']],
    ]);
    const rows = rowsOf(await client.text('workload', 'access-report', 'db', ...text));
    expect(rows.filter(({ PRINCIPAL }) => PRINCIPAL === identity)).toHaveLength(2);
  });
});

describe('a service account', () => {
  it('asks with its key, may what policies say, and nothing when the key is gone', async () => {
    const { client } = there;
    await client.text('serviceaccount', 'create', '--name', 'ci');
    const { name, key } = await client.json<{ name: string; key: string }>(
      ...['serviceaccount', 'add-key', 'ci', '--description', 'for the build'],
    );
    expect(rowsOf(await client.text('serviceaccount', 'get', 'ci'))).toMatchObject([{ KEYS: name }]);
    const ci = there.clientOf({ token: key });
    expect(await ci.call(['workload', 'get', 'web'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('FORBIDDEN'),
    });
    await client.text('policy', 'create', '--name', 'ci', '--target-kind', 'workload', '--all');
    await client.text('policy', 'add-binding', 'ci', '--permission', 'view', '--serviceaccount', 'ci');
    expect(await ci.json('workload', 'get', 'web')).toMatchObject({ name: 'web' });
    const refused = await ci.call(['workload', 'tag', 'web', '--tag', 'a=b']);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('FORBIDDEN') });
    await client.text('serviceaccount', 'remove-key', 'ci', '--key', name);
    expect(await ci.call(['workload', 'get', 'web'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('UNAUTHENTICATED'),
    });
  });
});

describe('a user', () => {
  it('is invited, is a member of the group at once, and is found by the email', async () => {
    const { client } = there;
    await client.text('group', 'create', '--name', 'ops');
    const invite = ['--email', 'ann@acme.example', '--org', 'acme', '--group', 'ops'];
    await client.text('user', 'invite', ...invite);
    expect(rowsOf(await client.text('user', 'get')).map(({ EMAIL }) => EMAIL)).toContain('ann@acme.example');
    const { memberLinks } = await client.json<{ memberLinks: readonly string[] }>('group', 'get', 'ops');
    expect(memberLinks).toHaveLength(1);
    const again = await client.json<{ memberLinks: readonly string[] }>(
      ...['group', 'add-member', 'ops', '--email', 'ann@acme.example'],
    );
    expect(again.memberLinks).toHaveLength(1);
    const nobody = await client.call(['group', 'add-member', 'ops', '--email', 'nobody@acme.example']);
    expect(nobody.stderr).toContain('User with email <nobody@acme.example> not found');
  });
});

describe('a secret', () => {
  it('is shown by whoever may reveal it, and by no other command', async () => {
    const { client } = there;
    await client.text('secret', 'create-dictionary', '--name', 'keys', '--entry', 'api=hush');
    expect(await client.text('secret', 'get', 'keys', '--output', 'json')).not.toContain('hush');
    expect(await client.text('secret', 'reveal', 'keys', '--output', 'smart')).toContain('api=hush');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/platform/api/document/json.ts';
import { quotaStatus } from '../../../../src/platform/api/records/quotaRecord.ts';
import type { Control } from '../../../../src/platform/api/records/state.ts';
import { forkControl } from '../../../../src/platform/api/records/store.ts';
import { idleView, type PlatformView } from '../../../../src/platform/api/records/view.ts';
import type { RequestOutcome } from '../../../../src/platform/api/requests/request.ts';
import { because } from '../../../../src/rules/reason.ts';
import { accept, acme, ask, shop, standard } from '../acme.ts';

interface Result {
  readonly itemKind: string;
  readonly items: readonly JsonObject[];
  readonly links: readonly { readonly rel: string; readonly href: string }[];
  readonly query: JsonObject;
}

function query(control: Control, path: string, body?: JsonObject): Result {
  return accept(control, 'POST', path, body) as unknown as Result;
}

const names = ({ items }: Result): string => items.map(({ name }) => name).join(' ');
const nextOf = ({ links }: Result): string => links.find(({ rel }) => rel === 'next')?.href ?? '';
const refusal = ({ response }: RequestOutcome): unknown => response.body;

/** The org of the tests, with GVC `web` and a few workloads more. */
function busyAcme(): Control {
  const control = acme();
  accept(control, 'POST', '/org/acme/gvc', { name: 'web' });
  for (const name of ['api', 'front', 'mail']) {
    accept(control, 'POST', '/org/acme/gvc/web/workload', {
      ...standard(name),
      tags: { team: name.slice(0, 1), tier: 2 },
    });
  }
  accept(control, 'PATCH', `${shop}/workload/api`, { tags: { tier: '1' } });
  return control;
}

describe('QUERY-6: a query of a collection', () => {
  it('without a body finds everything there, and shows what was asked', () => {
    expect(ask(busyAcme(), 'POST', '/org/acme/gvc/web/workload/-query').response).toMatchObject({
      status: 200,
      body: {
        kind: 'queryresult',
        itemKind: 'workload',
        items: [{ name: 'api' }, { name: 'front' }, { name: 'mail' }],
        links: [],
        query: { kind: 'workload', context: {}, spec: { match: 'all', terms: [], sort: { by: 'name', order: 'asc' } } },
      },
    });
  });

  it('its items are as GET shows them', () => {
    const control = busyAcme();
    const [api] = query(control, `${shop}/workload/-query`).items;
    expect(api).toEqual(accept(control, 'GET', `${shop}/workload/api`));
  });

  it('over all GVCs stands by name, then by GVC', () => {
    const { items } = query(busyAcme(), '/org/acme/workload/-query');
    expect(items.map(({ links }) => (links as Result['links'])[0]?.href)).toEqual([
      `${shop}/workload/api`,
      '/org/acme/gvc/web/workload/api',
      '/org/acme/gvc/web/workload/front',
      '/org/acme/gvc/web/workload/mail',
    ]);
  });

  it.each<[string, JsonObject, string]>([
    [
      'tier 1 or "1", or any team',
      {
        match: 'any',
        terms: [
          { tag: 'tier', value: 1 },
          { tag: 'team', op: 'exists' },
        ],
      },
      'api api front mail',
    ],
    ['tier 1', { terms: [{ tag: 'tier', value: 1 }] }, 'api'],
    ['all outside GVC web', { match: 'none', terms: [{ rel: 'gvc', value: 'web' }] }, 'api'],
    [
      'by a default that nobody wrote',
      {
        terms: [
          { property: 'spec.defaultOptions.autoscaling.maxScale', op: '>=', value: '5' },
          { tag: 'team', value: 'm' },
        ],
      },
      'mail',
    ],
    [
      'the last name first',
      { terms: [{ tag: 'team', op: 'exists' }], sort: { by: 'tags.team', order: 'desc' } },
      'mail front api',
    ],
  ])('%s', (_, spec, expected) => {
    expect(names(query(busyAcme(), '/org/acme/workload/-query', { kind: 'workload', spec }))).toBe(expected);
  });

  it('is there for every kind of the org', () => {
    const control = busyAcme();
    expect(names(query(control, '/org/-query'))).toBe('acme');
    expect(
      names(
        query(control, '/org/acme/gvc/-query', {
          spec: { terms: [{ property: 'alias', op: '=~', value: '^[a-z0-9]{13}$' }] },
        }),
      ),
    ).toBe('shop web');
    expect(names(query(control, '/org/acme/group/-query'))).toBe('superusers viewers');
    expect(
      names(
        query(control, '/org/acme/location/-query', {
          spec: {
            terms: [
              { property: 'provider', value: 'aws' },
              { property: 'region', op: 'contains', value: 'us-' },
            ],
          },
        }),
      ),
    ).toMatch(/^aws-us-/);
  });

  it('cites what decided it', () => {
    const control = acme();
    const { reason } = ask(control, 'POST', '/org/acme/gvc/-query', {
      spec: { terms: [{ property: 'name', op: '=~', value: 's' }] },
    });
    expect(reason).toBe(because(['QUERY-6', 'QUERY-8'], ['api.queryOps', 'query.regex', 'api.pageSize']));
  });
});

describe('QUERY-1: a query of quotas', () => {
  /** Ten workloads in a GVC that may have twelve; a platform that shows what there is. */
  function tenWorkloads(): { readonly control: Control; readonly view: PlatformView } {
    const quotas = [
      ['workloads-per-gvc', 12],
      ['volumesets-per-gvc', 100],
    ] as const;
    const control = acme({}, new Map(quotas));
    for (let index = 1; index < 10; index += 1) accept(control, 'POST', `${shop}/workload`, standard(`w${index}`));
    const readStatus: PlatformView['readStatus'] = (record) =>
      record.kind === 'quota' ? quotaStatus(control, record) : {};
    return { control, view: { ...idleView, readStatus } };
  }

  it('is asked at /org/ORG/quota/-query: 10 is above "9", and the greatest max stands first', () => {
    const { control, view } = tenWorkloads();
    const body = {
      spec: { terms: [{ property: 'current', op: '>', value: '9' }], sort: { by: 'max', order: 'desc' } },
    };
    const { response, reason } = ask(control, 'POST', '/org/acme/quota/-query', body, view);
    expect(response).toMatchObject({
      status: 200,
      body: {
        kind: 'queryresult',
        itemKind: 'quota',
        items: [
          { name: 'cpu-per-workload', current: 250 },
          { name: 'memory-per-workload', current: 640 },
          { name: 'workloads-per-gvc', current: 10, max: 12 },
        ],
        query: { kind: 'quota', spec: { sort: { by: 'max', order: 'desc' } } },
      },
    });
    expect(reason.rules).toEqual(['QUERY-1', 'QUERY-6', 'QUERY-8']);
  });

  it('stands by the most that there may be, 12 below 100', () => {
    const { control } = tenWorkloads();
    const body = {
      spec: { terms: [{ property: 'name', op: '=~', value: '^(workloads|volumesets)-' }], sort: { by: 'max' } },
    };
    expect(names(query(control, '/org/acme/quota/-query', body))).toBe('workloads-per-gvc volumesets-per-gvc');
  });
});

describe('a query of commands', () => {
  const commands = `${shop}/workload/job/-command`;

  function withCommands(): Control {
    const control = acme();
    const job = {
      name: 'job',
      spec: { type: 'cron', job: { schedule: '0 * * * *' }, containers: [{ name: 'main', image: 'job:1' }] },
    };
    accept(control, 'POST', `${shop}/workload`, job);
    for (const location of ['aws-us-east-1', 'aws-eu-central-1', 'aws-us-east-1']) {
      accept(control, 'POST', commands, { type: 'runCronWorkload', spec: { location } });
    }
    return control;
  }

  it('stands with the newest first, also page by page', () => {
    const control = withCommands();
    const ids = (accept(control, 'GET', commands).items as readonly JsonObject[]).map(({ id }) => id);
    const first = query(control, `${commands}/-query?max=2`);
    const second = accept(control, 'GET', nextOf(first)) as unknown as Result;
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect(first.itemKind).toBe('command');
  });

  it('finds by type, stage and what was asked', () => {
    const control = withCommands();
    const terms = [
      { property: 'type', value: 'runCronWorkload' },
      { property: 'lifecycleStage', value: 'pending' },
      { property: 'spec.location', value: 'aws-us-east-1' },
    ];
    expect(query(control, `${commands}/-query`, { spec: { terms } }).items).toHaveLength(2);
    expect(query(control, `${commands}/-query`, { spec: { match: 'none', terms } }).items).toHaveLength(0);
  });

  it('of what does not exist is 404', () => {
    expect(ask(acme(), 'POST', `${shop}/workload/zz/-command/-query`).response.status).toBe(404);
  });
});

describe('further pages', () => {
  it('are a link that is followed to the end, with the length of the first', () => {
    const control = busyAcme();
    let page = query(control, '/org/acme/location/-query?max=3', {
      fetch: 'links',
      spec: { sort: { by: 'region', order: 'desc' } },
    });
    const found = [...page.items];
    while (nextOf(page) !== '') {
      expect(page.items).toHaveLength(3);
      page = accept(control, 'GET', nextOf(page)) as unknown as Result;
      found.push(...page.items);
    }
    const whole = query(control, '/org/acme/location/-query', {
      fetch: 'links',
      spec: { sort: { by: 'region', order: 'desc' } },
    });
    expect(found).toEqual(whole.items);
    expect(Object.keys(found[0] ?? {})).toEqual(['kind', 'name', 'links']);
  });

  it('have another length where it is asked for', () => {
    const control = busyAcme();
    const next = nextOf(query(control, '/org/acme/workload/-query?max=1'));
    expect((accept(control, 'GET', `${next}?max=2`).items as readonly unknown[]).length).toBe(2);
  });

  it('are as many as `api.pageSize` says', () => {
    expect(query(acme({ 'api.pageSize': 4 }), '/org/acme/location/-query').items).toHaveLength(4);
  });

  it('go on after what has gone', () => {
    const control = busyAcme();
    const next = nextOf(query(control, '/org/acme/gvc/web/workload/-query?max=2'));
    accept(control, 'DELETE', '/org/acme/gvc/web/workload/front');
    expect(names(accept(control, 'GET', next) as unknown as Result)).toBe('mail');
  });

  it('of a GVC that has gone are 404', () => {
    const control = busyAcme();
    const next = nextOf(query(control, '/org/acme/gvc/web/workload/-query?max=2'));
    accept(control, 'DELETE', '/org/acme/gvc/web');
    expect(ask(control, 'GET', next).response.status).toBe(404);
  });
});

describe('what is refused changes nothing and says what to do', () => {
  const next = (control: Control): string => nextOf(query(control, '/org/acme/workload/-query?max=1'));

  it.each<[string, string, string, unknown, number, string]>([
    [
      'a term about two things',
      'POST',
      '/org/acme/gvc/-query',
      { spec: { terms: [{ tag: 'a', rel: 'b', value: 1 }] } },
      400,
      'INVALID',
    ],
    ['a body that is a list', 'POST', '/org/acme/gvc/-query', [], 400, 'INVALID'],
    ['a page of no length', 'POST', '/org/acme/gvc/-query?max=0', {}, 400, 'INVALID'],
    ['the kind of another path', 'POST', '/org/acme/gvc/-query', { kind: 'workload' }, 400, 'INVALID'],
    ['a token that is none', 'GET', '/q/nothing', undefined, 400, 'INVALID'],
    ['a GVC that does not exist', 'POST', '/org/acme/gvc/zz/workload/-query', {}, 404, 'NOT_FOUND'],
    ['a query that is read', 'GET', '/org/acme/gvc/-query', undefined, 405, 'METHOD_NOT_ALLOWED'],
    ['a token that is posted', 'POST', '/q/nothing', {}, 405, 'METHOD_NOT_ALLOWED'],
  ])('%s', (_, method, path, body, status, code) => {
    const control = busyAcme();
    const before = forkControl(control);
    const { response } = ask(control, method as 'GET', path, body);
    expect(response.body).toMatchObject({ status, code, message: expect.stringMatching(/./) });
    expect(response.status).toBe(status);
    expect(control).toEqual(before);
  });

  it('each point of a query in its details', () => {
    const body = { spec: { terms: [{ op: 'like' }], sort: { order: 'up' } } };
    expect(refusal(ask(acme(), 'POST', '/org/acme/gvc/-query', body))).toMatchObject({
      message: 'spec.terms[0]: a term must have exactly one of property, tag and rel; found none of them (and 2 more)',
      details: [
        { path: 'spec.terms[0]', rule: 'QUERY-4' },
        { path: 'spec.terms[0].op', rule: 'api.queryOps' },
        { path: 'spec.sort.order', rule: 'QUERY-5' },
      ],
    });
  });

  const forged = (token: string, change: (parts: { [key: string]: unknown }) => void): string => {
    const parts = JSON.parse(Buffer.from(token.slice('/q/'.length), 'base64url').toString()) as {
      [key: string]: unknown;
    };
    change(parts);
    return `/q/${Buffer.from(JSON.stringify(parts)).toString('base64url')}`;
  };

  it.each<[string, (parts: { [key: string]: unknown }) => void]>([
    ['of another org', (parts) => (parts.of = '/org/other/workload')],
    ['of a record', (parts) => (parts.of = `${shop}/workload/api`)],
    ['of a list of something else', (parts) => (parts.of = '/org/acme/nonsense')],
    ['with another question in it', (parts) => (parts.query = { spec: { match: 'some' } })],
  ])('a token %s', (_, change) => {
    const control = busyAcme();
    expect(ask(control, 'GET', forged(next(control), change)).response.status).toBe(400);
  });

  it('a token that is rewritten asks what a body may ask, and no more', () => {
    const control = busyAcme();
    const rewritten = forged(next(control), (parts) => {
      parts.of = '/org/acme/gvc';
      parts.query = {};
      parts.after = { as: 'missing', value: '', key: '' };
      parts.max = 10;
    });
    expect(accept(control, 'GET', rewritten)).toEqual(accept(control, 'POST', '/org/acme/gvc/-query', {}));
  });
});

describe('laws of queries that are served', () => {
  const anything = fc.oneof(
    fc.constantFrom('name', '*', 'all', '~', '(', '', '..', '9'),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom(null, [], {}),
  );
  /** Mostly what fits there, else anything. */
  const mostly = (...words: readonly string[]): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: anything });
  const mostlyObject = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 9, arbitrary: fc.record(fields, { requiredKeys: [] }) }, { weight: 1, arbitrary: anything });
  const value = fc.oneof(mostly('1', 'a', 'web', '^[a-f]'), fc.integer({ min: 0, max: 3 }));
  const op = mostly('=', '!=', '<', '>=', '~', '=~', 'contains', 'exists', '!exists');
  const term = fc.oneof(
    fc.record({ tag: mostly('tier', 'team'), op, value }),
    fc.record({ property: mostly('name', 'version', 'spec.containers.image', '*'), op, value }),
    fc.record({ rel: mostly('gvc', 'self'), op, value }),
    mostlyObject({ property: anything, tag: anything, rel: anything, op: anything, value: anything }),
  );
  const body = mostlyObject({
    kind: mostly('workload'),
    fetch: mostly('links', 'items'),
    spec: mostlyObject({
      match: mostly('all', 'any', 'none'),
      terms: fc.array(term, { maxLength: 3 }),
      sort: mostlyObject({ by: mostly('name', 'version', 'tags.tier', 'created'), order: mostly('asc', 'desc') }),
    }),
  });

  it('whatever is asked is answered with 200, or refused with 400 and changes nothing; the pages are followed to their end', () => {
    const control = busyAcme();
    const before = forkControl(control);
    let answered = 0;
    fc.assert(
      fc.property(body, fc.integer({ min: 1, max: 3 }), (asked, max) => {
        const { response } = ask(control, 'POST', `/org/acme/workload/-query?max=${max}`, asked);
        expect([200, 400]).toContain(response.status);
        expect(control).toEqual(before);
        if (response.status === 400) return;
        answered += 1;
        const found = response.body as unknown as Result;
        let page = found;
        let count = found.items.length;
        for (let pages = 1; nextOf(page) !== ''; pages += 1) {
          expect(pages).toBeLessThan(5);
          page = accept(control, 'GET', nextOf(page)) as unknown as Result;
          count += page.items.length;
        }
        expect(page.query).toEqual(found.query);
        expect(query(control, '/org/acme/workload/-query', page.query).items).toHaveLength(count);
      }),
      { seed: 48, numRuns: 1_000 },
    );
    expect(answered).toBeGreaterThan(300);
  });

  it('whatever stands in the place of a token is refused with 400', () => {
    const control = busyAcme();
    fc.assert(
      fc.property(
        fc.oneof(
          fc.base64String(),
          fc.jsonValue().map((json) => Buffer.from(JSON.stringify(json)).toString('base64url')),
        ),
        (token) => {
          const path = `/q/${encodeURIComponent(token)}`;
          expect([400, 404]).toContain(ask(control, 'GET', path).response.status);
        },
      ),
      { seed: 49, numRuns: 500 },
    );
  });
});

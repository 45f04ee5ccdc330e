import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { good, head, parse, type Texts, told } from '../builders.ts';

const web = `kind: workload
name: web
spec: { type: standard, containers: [{ name: main, image: "web:1", cpu: 250m, memory: 256Mi, ports: [{ number: 80, protocol: http }] }] }
`;

/** Like a folder on disk: `*` finds files of its folder, `**` those below too. */
const folder = (files: Texts) => ({
  list: (pattern: string) => {
    const [before = '', after = ''] = [pattern.slice(0, pattern.indexOf('*')), pattern.slice(pattern.indexOf('*'))];
    const endings = after.includes('yaml') ? ['.yaml', '.yml', '.json'] : [''];
    return Object.keys(files).filter((name) => name.startsWith(before) && endings.some((one) => name.endsWith(one)));
  },
});

const links = (text: string, files: Texts) => good(text, files).resources.map(({ link }) => link);

describe('manifests: { files, gvc }', () => {
  it('a document without a gvc is of the one that is named', () => {
    const files = { 'web.yaml': `kind: gvc\nname: shop\n---\n${web}` };
    expect(links(`${head}manifests: { files: web.yaml, gvc: shop }\n`, files)).toEqual([
      '/org/acme/gvc/shop',
      '/org/acme/gvc/shop/workload/web',
    ]);
  });

  it('... or of the only one in the files', () => {
    const files = { 'web.yaml': `kind: gvc\nname: shop\n---\n${web}` };
    expect(links(`${head}manifests: { files: web.yaml }\n`, files)).toContain('/org/acme/gvc/shop/workload/web');
    const two = { 'web.yaml': `kind: gvc\nname: shop\n---\nkind: gvc\nname: lab\n---\n${web}` };
    expect(told(`${head}manifests: { files: web.yaml }\n`, two)).toEqual(['web.yaml:7:1 missing-key']);
    expect(told(`${head}manifests: web.yaml\n`, files)).toEqual(['web.yaml:4:1 missing-key']);
  });

  it('... and keeps its own, and so do kinds that are in no gvc', () => {
    const files = {
      'web.yaml': `${web.replace('name: web', 'name: web\ngvc: lab')}---\nkind: secret\nname: key\ntype: opaque\ndata: { payload: x }\n`,
    };
    expect(links(`${head}manifests: { files: web.yaml, gvc: shop }\n`, files)).toEqual([
      '/org/acme/gvc/lab',
      '/org/acme/gvc/lab/workload/web',
      '/org/acme/secret/key',
    ]);
  });

  it('a gvc that no file has is made, with a notice', () => {
    const { scenario, problems } = parse(`${head}manifests:\n  files: web.yaml\n  gvc: shop\n`, { 'web.yaml': web });
    const [gvc] = scenario?.resources ?? [];
    expect(gvc?.doc).toEqual({
      kind: 'gvc',
      name: 'shop',
      spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } },
    });
    expect(problems.map(({ file, line, column, severity, code }) => ({ file, line, column, severity, code }))).toEqual([
      { file: 's.yaml', line: 6, column: 8, severity: 'warning', code: 'made-gvc' },
    ]);
    expect(problems[0]?.message).toBe("no file has the gvc 'shop': it is made, in aws-us-east-1");
  });

  it('... in the locations of localOptions, else in the first of the scenario', () => {
    const options =
      '\n  localOptions: [{ location: //location/gcp-us-east1 }, { location: //location/aws-us-west-2 }]\n';
    const local = `kind: workload\nname: web\nspec:\n  type: standard${options}  containers: [{ name: main, image: "web:1" }]\n`;
    const placed = (text: string, file: string) =>
      good(text, { 'web.yaml': file }).resources.flatMap(({ kind, doc }) => (kind === 'gvc' ? [doc.spec] : []));
    const where = (...names: string[]) => [
      { staticPlacement: { locationLinks: names.map((name) => `//location/${name}`) } },
    ];
    const text = `${head}locations: { azure-eastus2: { zones: 3 } }\nmanifests: { files: web.yaml, gvc: shop }\n`;
    expect(placed(text, local)).toEqual(where('aws-us-west-2', 'gcp-us-east1'));
    expect(placed(text, web)).toEqual(where('azure-eastus2'));
  });

  it('so is a volume set that a stateful workload mounts and no file has', () => {
    const db =
      'kind: workload\nname: db\nspec: { type: stateful, containers: [{ name: main, image: "db:1", volumes: [{ uri: "svc://volumeset/data", path: /d }] }] }\n';
    const { scenario, problems } = parse(`${head}manifests: { files: db.yaml, gvc: shop }\n`, { 'db.yaml': db });
    expect(scenario?.resources.map(({ link }) => link)).toContain('/org/acme/gvc/shop/volumeset/data');
    const made = problems.find(({ code }) => code === 'made-volumeset');
    expect(made).toMatchObject({ file: 'db.yaml', line: 2, column: 7, severity: 'warning' });
    expect(made?.message).toBe("no file has the volumeset 'data' that this workload mounts: it is made, with 10 GB");
    const both = { 'db.yaml': `${db}---\nkind: volumeset\nname: data\nspec: { initialCapacity: 20 }\n` };
    expect(told(`${head}manifests: { files: db.yaml, gvc: shop }\n`, both)).toEqual(['4:35 made-gvc']);
  });

  it('speaks the prefix of its files, unless the scenario says one', () => {
    const tagged = web.replace('spec:', 'tags: { cpln/tracingDisabled: "true", own: x }\nspec:');
    const inline = 'resources: [{ kind: gvc, name: shop, tags: { svc/own: y } }]\n';
    const tags = (text: string) => good(text, { 'web.yaml': tagged }).resources.map(({ doc }) => doc.tags);
    const text = `${head}${inline}manifests: { files: web.yaml, gvc: shop }\n`;
    expect(good(text, { 'web.yaml': tagged }).prefix).toBe('cpln');
    expect(tags(text)).toEqual([{ 'cpln/own': 'y' }, { 'cpln/tracingDisabled': 'true', own: 'x' }]);
    expect(tags(`${text}prefix: svc\n`)).toEqual([{ 'svc/own': 'y' }, { 'svc/tracingDisabled': 'true', own: 'x' }]);
    expect(good(text, { 'web.yaml': web }).prefix).toBe('svc');
  });

  it('of the list form none is made', () => {
    const files = { 'web.yaml': web.replace('name: web', 'name: web\ngvc: shop') };
    expect(told(`${head}manifests: web.yaml\n`, files)).toEqual(['web.yaml:3:6 unknown-gvc']);
  });

  it('keeps links to what is in no file, unless the scenario says otherwise', () => {
    const files = { 'web.yaml': web.replace('spec: {', 'spec: { identityLink: //identity/web,') };
    const text = `${head}manifests: { files: web.yaml, gvc: shop }\n`;
    expect(good(text, files).assumptions['api.links']).toBe('store');
    expect(told(`${text}assumptions: { api: { links: refuseMissing } }\n`, files)).toContain(
      'web.yaml:3:23 platform-refuses',
    );
  });

  it('... and tells of them in one warning', () => {
    const linked = (name: string, identity: string) =>
      web.replace('name: web', `name: ${name}`).replace('spec: {', `spec: { identityLink: //identity/${identity},`);
    const policy =
      'kind: policy\nname: p\ntargetKind: secret\ntargetLinks: [//secret/db]\nbindings: [{ permissions: [view], principalLinks: [//gvc/shop/identity/a] }]\n';
    const files = { 'web.yaml': `${linked('web', 'a')}---\n${linked('api', 'b')}---\n${policy}` };
    const { problems } = parse(`${head}manifests: { files: web.yaml, gvc: shop }\n`, files);
    const outside = problems.filter(({ rule }) => rule === 'api.links');
    expect(outside.map(({ message, severity }) => [severity, message])).toEqual([
      [
        'warning',
        '4 links lead to what is in no file, and are kept: //identity/b, //identity/a, //secret/db, //gvc/shop/identity/a',
      ],
    ]);
  });

  it('warns of a secret that a workload waits for', () => {
    const file = web.replace('ports:', 'env: [{ name: X, value: "svc://secret/db" }], ports:');
    const text = `${head}manifests: { files: web.yaml, gvc: shop }\n`;
    const codes = (one: string) =>
      parse(one, { 'web.yaml': file }).problems.flatMap(({ rule, severity }) =>
        rule === null ? [] : [rule, severity],
      );
    expect(codes(text)).toEqual(['secret.missing', 'warning']);
    expect(codes(`${text}assumptions: { secret.missing: refuse }\n`)).toEqual(['secret.missing', 'error']);
    expect(codes(`${text}assumptions: { secret.missing: ignore }\n`)).toEqual([]);
  });

  it('... once for all secrets, and names their links nowhere else', () => {
    const reading = (name: string, secret: string) =>
      web
        .replace('name: web', `name: ${name}`)
        .replace('ports:', `env: [{ name: X, value: "svc://secret/${secret}" }], ports:`);
    const policy = 'kind: policy\nname: p\ntargetKind: secret\ntargetLinks: [//secret/db, //secret/far]\n';
    const files = { 'web.yaml': [reading('a', 'db'), reading('b', 'db'), reading('c', 'key'), policy].join('---\n') };
    const { problems } = parse(`${head}manifests: { files: web.yaml, gvc: shop }\n`, files);
    expect(problems.flatMap(({ rule, message }) => (rule === null ? [] : [message]))).toEqual([
      '2 secrets do not exist: db, key: a deployment that is new and uses one of them is paused until it does',
      'a link leads to what is in no file, and is kept: //secret/far',
    ]);
  });

  it.each([
    ['a folder without manifests', 'd/', 'name a file, or a folder with .yaml, .yml or .json files in it or below'],
    ['no file at all', '[]', undefined],
  ])('%s is an error that says what to write', (_, files, hint) => {
    const { scenario, problems } = parse(`${head}manifests: { files: ${files}, gvc: shop }\n`);
    expect(scenario).toBeNull();
    expect(problems).toMatchObject([{ severity: 'error', line: 4 }]);
    expect(problems[0]?.hint).toBe(hint);
  });

  it('tells once what many manifests have in common', () => {
    const files = Object.fromEntries(
      ['a', 'b', 'c'].map((name) => [
        `d/${name}.yaml`,
        web
          .replace('name: web', `name: ${name}`)
          .replace('spec: {', 'spec: { rolloutOptions: { scalingPolicy: Parallel },'),
      ]),
    );
    const found = (manifests: string, more = '') =>
      parseScenario(`${head}manifests: ${manifests}\n${more}`, {
        file: 's.yaml',
        read: (path) => files[path] ?? { error: 'none' },
        ...folder(files),
      }).problems.flatMap(({ rule, file, message }) => (rule === 'ROLL-8' ? [`${file} ${message}`] : []));
    const message = 'scalingPolicy has no effect: it is only for stateful workloads; this one is standard';
    expect(found('{ files: d/, gvc: shop }')).toEqual([`d/a.yaml ${message}; the same in 2 more places`]);
  });

  it('stands in a list beside paths and other maps, and an included file has its own', () => {
    const files = {
      'a.yaml': 'kind: gvc\nname: a\n',
      'web.yaml': web,
      'base.yaml': 'manifests: { files: web.yaml, gvc: b }\n',
    };
    const text = `${head}include: base.yaml\nmanifests: [a.yaml, { files: web.yaml, gvc: a }]\n`;
    expect(links(text, files)).toEqual([
      '/org/acme/gvc/a',
      '/org/acme/gvc/a/workload/web',
      '/org/acme/gvc/b',
      '/org/acme/gvc/b/workload/web',
    ]);
  });

  it('two documents of one name are told where both stand', () => {
    const files = { 'a.yaml': web, 'b.yaml': `# again\n${web}` };
    const { problems } = parse(`${head}manifests: { files: [a.yaml, b.yaml], gvc: shop }\n`, files);
    const error = problems.find(({ severity }) => severity === 'error');
    expect(error).toMatchObject({ file: 'b.yaml', line: 3, column: 7, code: 'duplicate-resource' });
    expect(error?.message).toBe("workload 'web' is already defined at a.yaml:2");
  });

  it('says what it takes', () => {
    expect(told(`${head}manifests: { file: web.yaml }\n`)).toEqual(['4:1 missing-key', '4:14 unknown-key']);
    expect(told(`${head}manifests: 5\n`)).toEqual(['4:12 wrong-type']);
  });
});

describe('fill: replaces placeholders', () => {
  const text = (fill: string) => `${head}manifests: { files: web.yaml, gvc: shop, fill: ${fill} }\n`;
  const image = (fill: string, file: string) =>
    good(text(fill), { 'web.yaml': file }).resources.find(({ kind }) => kind === 'workload')?.doc;
  const placed = (placeholder: string) => web.replace('name: web', `name: ${placeholder}`);

  it.each([['{{APP_NAME}}'], ['{{ APP_NAME }}'], ['"{{APP_NAME}}"'], ['<<APP_NAME>>'], [`$\{APP_NAME}`], ['APP_NAME']])(
    '%s',
    (placeholder) => {
      expect(image('{ APP_NAME: web }', placed(placeholder))).toMatchObject({ name: 'web' });
    },
  );

  it('a word is replaced only where nothing marks the name, and never a part of a word', () => {
    const env = ', env: [{ name: APP_NAME, value: MY_APP_NAMES }]';
    const both = placed('{{APP_NAME}}').replace(', ports', `${env}, ports`);
    expect(image('{ APP_NAME: web }', both)).toMatchObject({
      spec: { containers: [{ env: [{ name: 'APP_NAME', value: 'MY_APP_NAMES' }] }] },
    });
    const word = placed('APP_NAME').replace('"web:1"', '/org/acme/image/APP_NAME-MY_APP_NAMES');
    expect(image('{ APP_NAME: web }', word)).toMatchObject({
      spec: { containers: [{ image: '/org/acme/image/web-MY_APP_NAMES' }] },
    });
  });

  it('a placeholder without a value is one problem a file, at the first', () => {
    const file = placed('{{APP_NAME}}').replace('"web:1"', '{{APP_IMAGE}}').replace('250m', '{{CPU}}');
    const { problems } = parse(text('{ CPU: 250m }'), { 'web.yaml': file });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      file: 'web.yaml',
      line: 2,
      column: 7,
      code: 'unfilled-placeholder',
      severity: 'error',
      message: 'this is a template: its placeholders {{APP_NAME}}, {{APP_IMAGE}} have no values',
      hint: 'write manifests: { files: ..., fill: { APP_NAME: ..., APP_IMAGE: ... } }',
    });
  });

  it('... quoted, in angle brackets, or a name in capitals too', () => {
    for (const placeholder of ['"{{APP_NAME}}"', '<<APP_NAME>>', 'APP_NAME'])
      expect(told(text('{}'), { 'web.yaml': placed(placeholder) })).toEqual([
        `web.yaml:2:${placeholder.startsWith('"') ? 8 : 7} unfilled-placeholder`,
      ]);
  });

  it('a value without its placeholder is told at its name', () => {
    const { problems } = parse(text('{ APP_NAM: web }'), { 'web.yaml': web });
    expect(problems.map(({ code, line, column, message }) => ({ code, line, column, message }))).toContainEqual({
      code: 'unused-fill',
      line: 4,
      column: 50,
      message: 'no file has the placeholder {{APP_NAM}}',
    });
  });

  it('braces that belong to an application are no placeholder', () => {
    const file = `kind: secret\nname: conf\ntype: opaque\ndata: { payload: "{{ range .Alerts }}" }\n---\n${web.replace('"web:1"', '"web:1", args: ["--format={{.Status}}"], env: [{ name: F, value: "{{f}}" }]')}`;
    expect(told(text('{}'), { 'web.yaml': file })).toEqual(['4:36 made-gvc']);
  });

  it('a value has one line', () => {
    expect(told(text('{ A: "x\\ny" }'), { 'web.yaml': web })).toContain('4:53 wrong-value');
  });
});

describe('files that are no manifests', () => {
  const template = 'kind: workload\nname: {{ .Values.name }}\n{{- if .Values.on }}\nspec: {}\n{{- end }}\n';

  it('a template that is named is one error', () => {
    expect(parse(`${head}manifests: t.yaml\n`, { 't.yaml': template }).problems).toMatchObject([
      {
        file: 't.yaml',
        line: 2,
        column: 7,
        code: 'template',
        severity: 'error',
        message: 'this is a template: {{ .Values.name }} is filled by the tool that it was written for',
      },
    ]);
    expect(told(`${head}manifests: t.yaml\n`, { 't.yaml': 'kind: gvc\nname: <%= name %>\n' })).toEqual([
      't.yaml:2:7 template',
    ]);
  });

  const files = {
    's.yaml': head,
    'm/README.md': '# Not: a manifest',
    'm/logo.png': 'PNG\u0000',
    'm/web.yaml': web,
    'm/deep/lab.yml': 'kind: gvc\nname: lab\n',
    'm/chart.yaml': template,
    'm/values.yaml': 'replicas: 3\n',
    'm/notes.yaml': 'only a text\n',
    'm/deploy.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: x }\n',
    'm/prices.yaml': 'kind: pricebook\n',
    'm/shop.yaml': head,
  };
  const leftOut = [
    'm/chart.yaml:2:7 template',
    'm/deploy.yaml:1:1 no-manifest',
    'm/notes.yaml:1:1 wrong-type',
    'm/values.yaml:1:1 no-manifest',
  ];

  it('a folder stands for its manifests, and what is none is left out with a warning', () => {
    for (const name of ['m', 'm/', './m']) {
      const text = `${head}manifests: { files: ${name}, gvc: shop }\n`;
      const { scenario, problems } = parse(text, files, folder(files));
      expect(problems.map(({ file, line, column, code }) => `${file}:${line}:${column} ${code}`)).toEqual([
        `s.yaml:4:${text.indexOf('shop') - text.indexOf('manifests') + 1} made-gvc`,
        ...leftOut,
      ]);
      expect(scenario?.resources.map(({ name }) => name)).toEqual(['lab', 'shop', 'web']);
    }
  });

  it('a glob leaves out what has another ending, unless it asks for that', () => {
    const text = `${head}manifests: [{ files: m/*, gvc: shop }]\n`;
    const found = told(text, files, folder(files)).filter((one) => one.startsWith('m/'));
    expect(found).toEqual([
      'm/README.md:1:1 no-manifest',
      ...leftOut.slice(0, 2),
      'm/logo.png:1:1 no-manifest',
      ...leftOut.slice(2),
    ]);
    expect(good(`${head}manifests: x/*.manifest\n`, { 'x/a.manifest': 'kind: gvc\nname: a\n' }).resources).toHaveLength(
      1,
    );
  });

  it('a folder of nothing else is an error', () => {
    const readme = { 'm/README.md': 'x' };
    expect(told(`${head}manifests: { files: m/*, gvc: shop }\n`, readme)).toEqual([
      '4:21 no-manifest',
      'm/README.md:1:1 no-manifest',
    ]);
  });

  it('globs count from the file they stand in', () => {
    const below = { 'lib/base.yaml': 'manifests: m/*.yaml\n', 'lib/m/a.yaml': 'kind: gvc\nname: found\n' };
    expect(good(`${head}include: lib/base.yaml\n`, below).resources.map(({ name }) => name)).toEqual(['found']);
  });
});

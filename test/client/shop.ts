/** A small shop, as somebody keeps it in manifests: two workloads, a job, a disk, an identity and what it may do. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { stringify } from 'yaml';
import { Client, type ClientOptions } from './client.ts';
import { type Server, serve } from './server.ts';

export interface Manifest {
  readonly kind: string;
  readonly name: string;
  readonly [field: string]: unknown;
}

const two = { metric: 'disabled', minScale: 2, maxScale: 2 };

export const shop: readonly Manifest[] = [
  {
    kind: 'gvc',
    name: 'shop',
    spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } },
  },
  { kind: 'identity', gvc: 'shop', name: 'web' },
  {
    kind: 'volumeset',
    gvc: 'shop',
    name: 'data',
    spec: { initialCapacity: 10, performanceClass: 'general-purpose-ssd', fileSystemType: 'ext4' },
  },
  {
    kind: 'workload',
    gvc: 'shop',
    name: 'db',
    spec: {
      type: 'stateful',
      containers: [
        {
          name: 'main',
          image: 'postgres:16',
          cpu: '0.25',
          memory: '256Mi',
          volumes: [{ uri: 'cpln://volumeset/data', path: '/data' }],
        },
      ],
      defaultOptions: { autoscaling: two, capacityAI: false },
    },
  },
  {
    kind: 'workload',
    gvc: 'shop',
    name: 'web',
    spec: {
      type: 'standard',
      identityLink: '//identity/web',
      containers: [
        {
          name: 'main',
          image: 'shop/web:1',
          cpu: '250m',
          memory: '256Mi',
          ports: [{ number: 8080, protocol: 'http' }],
        },
      ],
      defaultOptions: { autoscaling: two, capacityAI: false },
    },
  },
  {
    kind: 'workload',
    gvc: 'shop',
    name: 'nightly',
    spec: {
      type: 'cron',
      containers: [{ name: 'main', image: 'shop/nightly:1', cpu: '250m', memory: '256Mi' }],
      job: { schedule: '0 3 * * *', concurrencyPolicy: 'Allow', historyLimit: 5 },
      defaultOptions: { capacityAI: false },
    },
  },
  {
    kind: 'policy',
    name: 'deployers',
    targetKind: 'workload',
    target: 'all',
    bindings: [{ permissions: ['edit'], principalLinks: ['//gvc/shop/identity/web'] }],
  },
];

/** Manifests as somebody keeps them: one file a kind, each a stream of documents. */
export function filesOf(manifests: readonly Manifest[]): Record<string, string> {
  const files: Record<string, string> = {};
  for (const one of manifests) {
    const name = `${one.kind}.yaml`;
    files[name] = `${files[name] ?? ''}---\n${stringify(one)}`;
  }
  return files;
}

/**
 * A scenario of two months that begins with these resources. Policies are no part of a scenario: they are asked for.
 */
function scenario(resources: readonly Manifest[], assumptions: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({
    svcsim: 1,
    name: 'served',
    start: '2026-11-01T00:00:00Z',
    end: '2027-01-01T00:00:00Z',
    prefix: 'cpln',
    org: 'acme',
    resources,
    assumptions,
  });
}

export interface Session {
  /** The server of the file; stands still until it is moved. */
  readonly server: Server;
  /** Somebody whose GVC is `shop`. */
  readonly client: Client;
  /** Another caller; gone at the end of the file. */
  clientOf(options: Partial<ClientOptions>): Client;
  /** Path of a new folder with these files. */
  folderOf(files: Readonly<Record<string, string>>): string;
}

/** One server for a test file, with some resources there for ten minutes, and a caller. */
export function session(
  resources: readonly Manifest[] = shop.filter(({ kind }) => kind !== 'policy'),
  assumptions: Readonly<Record<string, unknown>> = {},
): Session {
  const opened: { server?: Server; client?: Client } = {};
  const closing: (() => void)[] = [];
  const clientOf = (options: Partial<ClientOptions>) => {
    const client = new Client({ url: there(opened.server).url, gvc: 'shop', ...options });
    closing.push(() => client.close());
    return client;
  };
  beforeAll(async () => {
    opened.server = await serve(scenario(resources, assumptions));
    opened.client = clientOf({});
    await opened.server.advance(600);
  });
  afterAll(async () => {
    for (const close of closing) close();
    await opened.server?.close();
  });
  return {
    get server() {
      return there(opened.server);
    },
    get client() {
      return there(opened.client);
    },
    clientOf,
    folderOf(files) {
      const folder = mkdtempSync(join(tmpdir(), 'svcsim-manifests-'));
      closing.push(() => rmSync(folder, { recursive: true, force: true }));
      for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
      return folder;
    },
  };
}

function there<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('there is no server before the first test');
  return value;
}

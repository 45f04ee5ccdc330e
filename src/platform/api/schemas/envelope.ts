/**
 * The form of a whole document of each kind: the envelope (RES-2) around its `spec`.
 */
import * as z from 'zod';
import { type Kind, kinds } from '../records/kinds.ts';
import { groupFields, policyFields, secretFields, userFields } from './access.ts';
import { identityFields } from './identity.ts';
import { volumesetSpec } from './volumeset.ts';
import { workloadSpec } from './workload.ts';

const anything = z.record(z.string(), z.unknown());

const envelope = {
  kind: z.string().optional(),
  name: z.string(),
  description: z.string().optional(),
  tags: anything.optional(),
};

const gvcSpec = z.looseObject({
  staticPlacement: z.looseObject({ locationLinks: z.array(z.string()).optional() }).optional(),
  endpointPrefix: z.string().optional(),
  endpointNamingFormat: z.string().optional(),
  pullSecretLinks: z.array(z.string()).optional(),
  env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })).optional(),
  loadBalancer: anything.optional(),
  domain: z.string().optional(),
  tracing: anything.optional(),
  sidecar: anything.optional(),
  keda: anything.optional(),
});

const domainSpec = z.looseObject({
  routes: z.array(z.looseObject({ prefix: z.string().optional(), workloadLink: z.string() })).optional(),
});

const own: { readonly [kind in Kind]?: DocumentSchema } = {
  org: z.looseObject({ ...envelope, spec: anything.optional() }),
  gvc: z.looseObject({ ...envelope, spec: gvcSpec.optional() }),
  location: z.looseObject({
    ...envelope,
    provider: z.enum(['aws', 'gcp', 'azure', 'byok', 'linode', 'vultr', 'equinix', 'oci']).optional(),
    region: z.string().optional(),
    spec: z
      .looseObject({
        enabled: z.boolean().optional(),
        storageDriver: z.string().optional(),
        storageClasses: z.array(z.string()).optional(),
      })
      .optional(),
  }),
  workload: z.looseObject({ ...envelope, gvc: z.string().optional(), spec: workloadSpec }),
  volumeset: z.looseObject({ ...envelope, gvc: z.string().optional(), spec: volumesetSpec }),
  identity: z.looseObject({ ...envelope, ...identityFields }),
  policy: z.looseObject({ ...envelope, ...policyFields }),
  group: z.looseObject({ ...envelope, ...groupFields }),
  user: z.looseObject({ ...envelope, ...userFields }),
  secret: z.looseObject({ ...envelope, ...secretFields }),
  quota: z.looseObject({ ...envelope, max: z.number().min(0).optional() }),
  domain: z.looseObject({ ...envelope, spec: domainSpec.optional() }),
};

type DocumentSchema = z.ZodObject<z.core.$ZodLooseShape, z.core.$loose>;

/** Of kinds that are kept as they are sent (`api.storedKinds`). */
const plain: DocumentSchema = z.looseObject(envelope);

/** One schema a kind. They check types and stated bounds, and keep fields that they do not know (`fields.unknown`). */
export const documentSchemas = Object.fromEntries(kinds.map((kind) => [kind, own[kind] ?? plain])) as {
  readonly [kind in Kind]: DocumentSchema;
};

/**
 * The form of an identity (IDN-1 to IDN-8): its fields stand beside the envelope, not in a `spec`.
 */
import * as z from 'zod';

const texts = z.array(z.string()).optional();
const numbers = z.array(z.int()).optional();
const text = z.string().optional();
const objects = z.array(z.record(z.string(), z.unknown())).optional();
const clusters = z.array(z.looseObject({ clusterLink: text })).optional();
const subjects = z.looseObject({ allow: texts, deny: texts }).optional();

export const identityFields = {
  gvc: text,
  aws: z
    .looseObject({
      cloudAccountLink: text,
      policyRefs: texts,
      trustPolicy: z.looseObject({ Version: text, Statement: objects }).optional(),
      roleName: text,
    })
    .optional(),
  gcp: z
    .looseObject({
      cloudAccountLink: text,
      scopes: texts,
      serviceAccount: text,
      bindings: z.array(z.looseObject({ resource: text, roles: texts })).optional(),
    })
    .optional(),
  azure: z
    .looseObject({
      cloudAccountLink: text,
      roleAssignments: z.array(z.looseObject({ scope: text, roles: texts })).optional(),
    })
    .optional(),
  ngs: z
    .looseObject({
      cloudAccountLink: text,
      pub: subjects,
      sub: subjects,
      resp: z.looseObject({ max: z.int().optional(), ttl: text }).optional(),
      subs: z.int().optional(),
      data: z.int().optional(),
      payload: z.int().optional(),
    })
    .optional(),
  networkResources: z
    .array(z.looseObject({ name: text, agentLink: text, IPs: texts, FQDN: text, resolverIP: text, ports: numbers }))
    .optional(),
  nativeNetworkResources: z
    .array(
      z.looseObject({
        name: text,
        FQDN: text,
        ports: numbers,
        awsPrivateLink: z.looseObject({ endpointServiceName: text }).optional(),
        gcpServiceConnect: z.looseObject({ targetService: text }).optional(),
      }),
    )
    .optional(),
  memcacheAccess: clusters,
  spicedbAccess: clusters,
};

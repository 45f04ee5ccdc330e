/**
 * The shape of what the outside world does: demand and faults.
 */
import * as z from 'zod';
import { faultNames, faultServices } from '../../platform/fault/fault.ts';
import { quantities } from './schemaBehaviour.ts';

const { duration, growth, share, rate, forms, noise, spread } = quantities;

/** One entry of `demand:`. */
export const demand = z
  .strictObject({
    to: z.string().describe('The workload that is called: gvc/name.'),
    from: z
      .union([z.string(), z.record(z.string(), share)], { error: 'expected a location, or shares by location' })
      .optional()
      .describe('Where callers are: a location, or shares by location.'),
    by: z.string().optional().describe('The workload that calls, over the internal address: gvc/name.'),
    rate: z
      .union([rate, z.strictObject(forms(rate, 'rate'))], {
        error: 'expected a rate such as 40/s, or a profile of rates',
      })
      .describe('How much.'),
    growth: growth.optional().describe('Growth over the run.'),
    noise,
    arrivals: z
      .union([z.enum(['fluid', 'poisson']), spread], { error: 'expected fluid, poisson, or a distribution of gaps' })
      .optional()
      .describe('fluid: amounts; poisson: single requests; a distribution: single requests whose gaps have its shape.'),
  })
  .meta({ id: 'demand' });

const faultDetails = z
  .strictObject(
    {
      location: z.string().optional().describe('Where; absent: everywhere.'),
      zone: z.string().optional().describe('Zone of the location: a, b, c ...'),
      of: z.string().optional().describe('The workload or volume set: gvc/name.'),
      replicas: z
        .union([z.int().min(1), z.array(z.string()).min(1)], {
          error: 'expected a count of at least 1, or names of replicas',
        })
        .optional()
        .describe('How many replicas, or which.'),
      share: share.optional().describe('Share of the replicas.'),
      service: z
        .enum(faultServices)
        .optional()
        .describe('What of a workload is slow or fails; its own answers where absent.'),
      latency: duration.optional().describe('Latency while it lasts.'),
      failure: share.optional().describe('Share of failures while it lasts.'),
      add: z.string().optional().describe('Size that is added.'),
    },
    {
      error: ({ code }) =>
        code === 'invalid_type' ? 'expected the details of the fault, {} where there are none' : undefined,
    },
  )
  .meta({ id: 'faultDetails' });

/** Where a fault does not say by its name whom it strikes, its description does (`fault.stuckReadiness.whom`). */
function detailsOf(name: (typeof faultNames)[number]) {
  const details = faultDetails.optional();
  if (name !== 'stuckReadiness') return details;
  return details.describe(
    'Replicas that start while it lasts, or are not ready at its begin, do not become ready; those who are ready stay so. With replicas or share: those chosen, ready or not, and none that comes later.',
  );
}

/** `fault:` of a timeline entry: one name with its details. */
export const fault = z
  .strictObject(Object.fromEntries(faultNames.map((name) => [name, detailsOf(name)])), {
    error: ({ code }) =>
      code === 'invalid_type'
        ? 'expected a fault with its details, such as { replicaCrash: { of: shop/api } }'
        : undefined,
  })
  .meta({ id: 'fault' });

/** `probe:` of a timeline entry. */
export const probe = z
  .strictObject({
    host: z.string().min(1).optional().describe('The address that is called, as it stands, with :port if need be.'),
    to: z.string().optional().describe('Or the workload that is called by its own address: gvc/name.'),
    location: z.string().optional().describe('With to: by its address in this location.'),
    replica: z.int().min(0).optional().describe('With to: by the address of this replica.'),
    path: z
      .string()
      .regex(/^\//, { error: 'expected a path that begins with /' })
      .optional()
      .describe('Path of the URL; / where absent.'),
    headers: z.record(z.string(), z.string()).optional().describe('Headers of the request.'),
    from: z.string().optional().describe('The location that it is sent from.'),
    by: z.string().optional().describe('The workload that sends it, over the addresses inside: gvc/name.'),
  })
  .meta({ id: 'probe' });

/**
 * The shape of demand, faults, probes and the window that studies measure.
 */
import * as z from 'zod';
import { faultNames, faultServices } from '../../platform/fault/fault.ts';
import { quantities } from './schemaBehaviour.ts';

const { duration, growth, share, rate, forms, noise, spread } = quantities;

/** One entry of `demand:`. */
export const demand = z
  .strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z][\w-]*$/, { error: 'expected a letter, then letters, digits, - or _' })
      .optional()
      .describe(
        'Names its random numbers, unique among demands for one workload. Give one if another plan adds or removes demands for the workload: then this one keeps its luck. Default: its place among them.',
      ),
    to: z.string().describe('The called workload: gvc/name.'),
    from: z
      .union([z.string(), z.record(z.string(), share)], { error: 'expected a location, or shares by location' })
      .optional()
      .describe(
        'Where the callers are: a location, or shares by location: {aws-us-east-1: 60%, aws-eu-central-1: 40%}.',
      ),
    by: z.string().optional().describe('The calling workload, which uses the internal address: gvc/name.'),
    rate: z
      .union([rate, z.strictObject(forms(rate, 'rate'))], {
        error: 'expected a rate such as 40/s, or a profile of rates',
      })
      .describe('The request rate: constant (40/s), or a profile such as {daily: [["04:00", 5/s], ["18:00", 60/s]]}.'),
    scale: z
      .number()
      .min(0)
      .max(1000)
      .optional()
      .describe(
        'Factor on the whole rate, from 0 (no requests) to 1000; with a parameter here, one change scales all demand. Default: 1.',
      ),
    growth: growth.optional().describe('Growth over the run, such as 3%/week.'),
    noise,
    arrivals: z
      .union([z.enum(['fluid', 'poisson']), spread], { error: 'expected fluid, poisson, or a distribution of gaps' })
      .optional()
      .describe(
        'fluid: a continuous request rate; poisson: single requests at random; a distribution: single requests with gaps of its shape, such as {gamma: {cv: 2}}. Default: fluid.',
      ),
  })
  .meta({ id: 'demand' });

const faultDetails = z
  .strictObject(
    {
      location: z.string().optional().describe('The location. Default: all locations.'),
      zone: z.string().optional().describe('The zone of the location: a, b, c, ...'),
      of: z.string().optional().describe('The workload or volume set: gvc/name.'),
      replicas: z
        .union([z.int().min(1), z.array(z.string()).min(1)], {
          error: 'expected a count of at least 1, or names of replicas',
        })
        .optional()
        .describe('How many replicas, 1 or more, or a list of their names.'),
      share: share.optional().describe('The share of the replicas: 50%.'),
      service: z
        .enum(faultServices)
        .optional()
        .describe('The service of the workload that is slow or fails. Default: the workload itself.'),
      latency: duration.optional().describe('Latency while the fault lasts.'),
      failure: share.optional().describe('Share of failures while the fault lasts: 50%.'),
      add: z.string().optional().describe('The size that is added to the usage: 40GB.'),
    },
    {
      error: ({ code }) =>
        code === 'invalid_type' ? 'expected a map with the details of the fault; write {} if it has none' : undefined,
    },
  )
  .meta({ id: 'faultDetails' });

/** Describes which replicas a fault affects when its name does not say it (`fault.stuckReadiness.whom`). */
function detailsOf(name: (typeof faultNames)[number]) {
  const details = faultDetails.optional();
  if (name !== 'stuckReadiness') return details;
  return details.describe(
    'Replicas that start while the fault lasts, or are not ready when it begins, do not become ready; ready replicas stay ready. With replicas or share: only the chosen replicas, ready or not, and none that start later.',
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
    host: z
      .string()
      .min(1)
      .optional()
      .describe('The called address: a host, with :port if needed. Write either host or to.'),
    to: z.string().optional().describe('The called workload, by its own address: gvc/name.'),
    location: z.string().optional().describe('Only with to: use the address of this location.'),
    replica: z.int().min(0).optional().describe('Only with to: use the address of this replica, by its number from 0.'),
    path: z
      .string()
      .regex(/^\//, { error: 'expected a path that begins with /' })
      .optional()
      .describe('The path of the URL. Default: /.'),
    headers: z.record(z.string(), z.string()).optional().describe('The headers of the request, by name.'),
    from: z.string().optional().describe('The location of the caller.'),
    by: z.string().optional().describe('The calling workload, which uses internal addresses: gvc/name. It needs from.'),
  })
  .meta({ id: 'probe' });

/** The part of a run that studies measure. */
export const window = z
  .strictObject({
    from: z
      .string()
      .describe(
        'The start of the window: +2d10h after the start of the run, or a date and time with its zone; a whole hour.',
      ),
    for: duration.describe('The length of the window; the run ends with it.'),
    arrivals: z
      .enum(['poisson'])
      .optional()
      .describe(
        'poisson: in the window, requests arrive one by one, and before it as a rate. Default: as `demand` says.',
      ),
  })
  .meta({ id: 'window' });

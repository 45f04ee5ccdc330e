/**
 * The shape of what the outside world does: demand and faults.
 */
import * as z from 'zod';
import { faultNames } from '../platform/fault.ts';
import { quantities } from './schemaBehaviour.ts';

const { duration, growth, share, trace, spread } = quantities;

const rate = z
  .string({ error: 'expected a rate with its unit, such as 40/s or 3/m' })
  .meta({ id: 'rate', description: 'Events per time: 40/s 3/m.', examples: ['40/s'] });
const profile = z.array(z.tuple([z.string(), rate])).min(1);

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
      .union(
        [
          rate,
          z.strictObject({
            daily: profile.optional().describe('[time of day, rate] points, joined.'),
            weekly: profile.optional().describe('[weekday and time, rate] points, joined.'),
            points: profile.optional().describe('[age, rate] points, joined.'),
            steps: profile.optional().describe('[age, rate] steps.'),
            ramp: z.strictObject({ from: rate, to: rate, over: duration }).optional().describe('A straight line.'),
            trace: trace.optional().describe('A recorded curve.'),
          }),
        ],
        { error: 'expected a rate such as 40/s, or a profile of rates' },
      )
      .describe('How much.'),
    growth: growth.optional().describe('Growth over the run.'),
    noise: z
      .strictObject({ every: duration, cv: z.number().min(0) })
      .optional()
      .describe('A random factor, drawn anew every so often.'),
    arrivals: z
      .union([z.enum(['fluid', 'poisson']), spread], { error: 'expected fluid, poisson, or a distribution of gaps' })
      .optional()
      .describe('fluid: amounts; poisson: single requests; a distribution: single requests whose gaps have its shape.'),
  })
  .meta({ id: 'demand' });

const faultDetails = z
  .strictObject({
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
    latency: duration.optional().describe('Latency while it lasts.'),
    failure: share.optional().describe('Share of failures while it lasts.'),
    add: z.string().optional().describe('Size that is added.'),
  })
  .meta({ id: 'faultDetails' });

/** `fault:` of a timeline entry: one name with its details. */
export const fault = z
  .strictObject(Object.fromEntries(faultNames.map((name) => [name, faultDetails.optional()])))
  .meta({ id: 'fault' });

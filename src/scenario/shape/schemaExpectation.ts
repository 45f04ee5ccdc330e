/**
 * The shape of `expect:`: a metric, what it is of, and the comparison that has to hold.
 */
import * as z from 'zod';
import { metrics } from '../../platform/expectation.ts';

const comparison = (says: string) =>
  z
    .union([z.string(), z.number()], { error: 'expected a comparison such as ">= 2" or "<= 250 USD"' })
    .optional()
    .describe(says);

/** One entry of `expect:`. */
export const expectation = z
  .strictObject({
    // Its reader checks the name and suggests the nearest one; this list is for editors only.
    metric: z.string().meta({
      description: 'The metric that is compared. Only these names are accepted.',
      anyOf: Object.entries(metrics).map(([name, { says }]) => ({ const: name, description: says })),
    }),
    of: z.string().optional().describe('The workload or volume set (gvc/name), or a whole GVC. Default: all.'),
    at: z.string().optional().describe('A location. Default: all locations together.'),
    is: comparison(
      'The value over the run, or at its end, depending on the metric. With share: the condition whose time counts.',
    ),
    always: comparison('The value at every instant. Not for load.*, which is measured over the whole run only.'),
    atEnd: comparison('The value at the end of the run.'),
    total: comparison('The sum over the run. Only for counts and money, not for levels and shares.'),
    tolerance: z
      .union([z.string(), z.number()], {
        error: 'expected a percentage such as 5%, or an amount in the unit of the metric',
      })
      .optional()
      .describe(
        'How far the measured value may differ from the compared value: a percentage of it (5%), or an amount in the unit of the metric. If the metric is a percentage or a share of time, 5% means 5 percentage points.',
      ),
    share: comparison(
      'The share of time in which `is` holds (without `is`: in which the value is above 0), such as ">= 99.9%".',
    ),
  })
  .meta({ id: 'expectation' });

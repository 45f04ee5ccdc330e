/**
 * The shape of `studies:`: plans that are compared, what is varied, and what is asked of the runs.
 */
import * as z from 'zod';
import { window } from './schemaOutside.ts';

const percentage = z.string({ error: 'expected a percentage such as 95%' });
const amount = z.union([z.number(), z.string()], {
  error: 'expected a number, or an amount with its unit such as 30s',
});
const scalar = z.union([z.number(), z.string(), z.boolean()], { error: 'expected a number, a text, true or false' });
const oneOrMore = z.union([z.string(), z.array(z.string()).min(1)], { error: 'expected a name or a list of names' });

const plan = z
  .strictObject({
    file: z.string().optional().describe('Another scenario file, instead of this one.'),
    variant: oneOrMore.optional().describe('A variant of the scenario, or a list of variants, applied in this order.'),
    assume: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Other values for assumptions, by name, like --assume.'),
    prices: z.string().optional().describe('The file of another price book.'),
    set: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Changes by path, like --set: {shop/workload/api.spec.defaultOptions.autoscaling.maxScale: 10}.'),
  })
  .nullable()
  .describe('The changes that make the plan; {} if it has none.');

const axis = z
  .strictObject({
    path: z.string().describe('The path that is varied, like --set: params.growth, shop/workload/api.spec...'),
    values: z.array(scalar).min(1).optional().describe('The values. Write either values, or from, to and step.'),
    from: amount.optional().describe('The first value: a number, or an amount with its unit such as 30s or 256Mi.'),
    to: amount.optional().describe('The last value, included.'),
    step: amount.optional().describe('The distance of two values, above 0. It divides the way from `from` to `to`.'),
  })
  .describe('An axis: {path: params.growth, values: [3, 5, 8]} or {path: params.growth, from: 3, to: 8, step: 1}.');

const measureForms = 'expected a measure such as bill.total, or { metric: load.failed, of: shop/api }';
const of = z.string().optional().describe('The workload or volume set (gvc/name), or a whole GVC. Default: all.');
const at = z.string().optional().describe('A location. Default: all locations together.');

const measure = z
  .union(
    [
      z.string(),
      z.strictObject({
        metric: z.string().optional().describe('A metric of `expect`.'),
        of,
        at,
        bill: z.literal('total', { error: "expected 'total'" }).optional().describe('total: the bill, by a dimension.'),
        by: z.string().optional().describe('The dimension of the bill: location, meter, tag:team, ...'),
      }),
    ],
    { error: measureForms },
  )
  .describe(
    'A measure: bill.total, load.failed of shop/api, {metric: ..., of: ..., at: ...} or {bill: total, by: ...}.',
  );

const goal = z.strictObject({
  metric: z.string().describe('A metric of `expect`.'),
  of,
  at,
  is: z
    .union([z.string(), z.number()], { error: 'expected a comparison such as ">= 99.9%"' })
    .describe('What must hold in a run: ">= 99.9%".'),
  probability: percentage
    .optional()
    .describe('In at least this share of all runs it must hold; between 0% and 100%, both excluded. Default: 95%.'),
  confidence: percentage
    .optional()
    .describe('How sure the answer must be; between 0% and 100%, both excluded. Default: the confidence of the study.'),
});

const objective = z.union([z.string(), z.array(z.string()).min(1).max(2)], {
  error: 'expected a measure such as bill.total, or a list of two',
});

const margins = z.record(z.string(), z.union([z.string(), z.number()], { error: 'expected an amount such as 5 USD' }));

/** One study of `studies:`. */
export const study = z.strictObject({
  description: z.string().optional().describe('A free text about the study.'),
  plans: z
    .record(z.string(), plan)
    .optional()
    .describe('The plans by name, the base first. Each is combined with each point of `vary`. Default: {today: {}}.'),
  vary: z
    .record(z.string(), axis)
    .optional()
    .describe('The axes by name; all combinations of their values are points.'),
  together: z
    .array(z.array(z.string()).min(2))
    .optional()
    .describe('Groups of axes that go in step: the first values, the second values, and so on. [[min, max]]'),
  where: z
    .string()
    .optional()
    .describe('Which combinations are points: a condition in CEL over the names of the axes, such as min <= max.'),
  measure: z
    .array(measure)
    .optional()
    .describe('What is measured in each run. Default: the usual measures of `compare`.'),
  require: z.array(goal).optional().describe('Goals that must hold often enough, and how surely.'),
  confidence: percentage
    .optional()
    .describe('The confidence of all intervals together; between 0% and 100%, both excluded. Default: 95%.'),
  minimise: objective.optional().describe('The measure of which less is better. With two, the Pareto set is reported.'),
  maximise: objective.optional().describe('The measure of which more is better. With two, the Pareto set is reported.'),
  racing: z
    .strictObject({
      indifferent: margins
        .optional()
        .describe('A difference that does not matter, by measure: {bill.total: 1 USD}. Default: none.'),
    })
    .nullable()
    .optional()
    .describe('Plans that are surely worse are not run further.'),
  runs: z
    .strictObject({
      least: z.int().min(1).max(1_000_000).optional().describe('Runs of each plan at least. Default: 20.'),
      most: z.int().min(1).max(1_000_000).optional().describe('Runs of each plan at most. Default: 400.'),
      until: margins
        .optional()
        .describe(
          'The half-widths of the intervals of differences at which the study stops, by measure: an amount (5 USD), or a share of the base plan (2%).',
        ),
    })
    .optional()
    .describe('How many runs.'),
  window: window
    .optional()
    .describe(
      'Only this part of each run is measured, such as its busiest hour; the run ends with it. With arrivals: poisson, load.* becomes calls.*. Default: the window of the scenario, or the whole run.',
    ),
});

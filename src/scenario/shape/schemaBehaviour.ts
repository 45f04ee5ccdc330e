/**
 * The shape of `behavior:` and of the quantities it is written in.
 */
import * as z from 'zod';

const duration = z.string({ error: 'expected a duration with its unit, such as 30s or 2h30m' }).meta({
  id: 'duration',
  description: 'A duration: 80ms 90s 15m 2h30m 7d 8w (or 2week).',
  examples: ['30s', '2h30m', '7d'],
});

const instant = z
  .string({ error: 'expected a date and time with its zone, such as 2026-11-01T00:00:00Z' })
  .meta({ id: 'instant', description: 'An ISO 8601 date and time with its zone.', examples: ['2026-11-01T00:00:00Z'] });

const size = z.string({ error: 'expected a size with its unit, such as 8GB or 220Mi' }).meta({
  id: 'size',
  description: 'A size: 8GB 500MB 2TB, or a quantity as in manifests: 220Mi 1Gi.',
  examples: ['8GB', '220Mi'],
});

const sizeRate = z
  .string({ error: 'expected a size per time, such as 1.5GB/d' })
  .meta({ id: 'sizeRate', description: 'A size per time: 1.5GB/d 20MB/h.', examples: ['1.5GB/d'] });

const growth = z.string({ error: 'expected a growth such as 1.5GB/d or 3%/week' }).meta({
  id: 'growth',
  description: 'Growth of a use: a size per time (1.5GB/d), or compounding (3%/week).',
  examples: ['1.5GB/d', '3%/week'],
});

const share = z
  .string({ error: 'expected a percentage such as 2%' })
  .meta({ id: 'share', description: 'A percentage: 2%.', examples: ['2%'] });

const cpu = z
  .union([z.string(), z.number()], { error: 'expected an amount of cpu such as 250m or 1.5' })
  .meta({ id: 'cpu', description: 'Cores, or millicores with m: 250m 1.5.', examples: ['250m'] });

/** A constant, or one of the distributions; exactly one key of the map stands. */
function distribution(id: string, value: z.ZodType, says: string) {
  const cv = z.number().min(0).describe('Standard deviation over mean.');
  const shape = z.number().describe('Shape.');
  const spread = z.strictObject({
    uniform: z.strictObject({ from: value, to: value }).optional(),
    exponential: z.strictObject({ mean: value }).optional(),
    normal: z.strictObject({ mean: value, sd: value }).optional(),
    lognormal: z.strictObject({ mean: value, cv }).optional(),
    gamma: z.strictObject({ mean: value, cv }).optional(),
    weibull: z.strictObject({ scale: value, shape }).optional(),
    pareto: z.strictObject({ minimum: value, shape }).optional(),
    empirical: z.array(value).min(1).optional(),
  });
  return z
    .union([value, spread], { error: `expected ${says}, or a distribution of such` })
    .meta({ id, description: `${says}, or a distribution of such.` });
}

const durations = distribution('durations', duration, 'a duration');
const sizes = distribution('sizes', size, 'a size');

const trace = z
  .strictObject({
    file: z.string().describe('CSV (.csv) or NDJSON, relative to this file.'),
    time: z.string().optional().describe('Column of the time stamps; default time. Stamps without zone are UTC.'),
    value: z.string().optional().describe('Column of the values; default value.'),
    unit: z
      .string()
      .optional()
      .describe(
        'Unit of the values: B, MB, GB, Mi, Gi, ...; for demand requests/5m and the like; for throughput MB/s, MiB/s and the like, for operations iops or ops/5m.',
      ),
    scale: z.number().optional().describe('Factor on every value; default 1.'),
    integrate: z.boolean().optional().describe('true: values are what is added, not the level.'),
    from: instant
      .optional()
      .describe(
        'An instant of the recording that counts for the start of the run, or for the creation of a volume; default: its first row, whatever its date. Earlier rows are not used, nor when it repeats.',
      ),
    repeat: z.boolean().optional().describe('true: starts again after its last row, where it began.'),
    gap: z.enum(['hold', 'zero', 'error']).optional().describe('How a gap between rows is bridged; default hold.'),
  })
  .meta({ id: 'trace' });

const rate = z
  .string({ error: 'expected a rate with its unit, such as 40/s or 3/m' })
  .meta({ id: 'rate', description: 'Events per time: 40/s 3/m.', examples: ['40/s'] });

/** The forms of what changes over time, of which one stands. */
function forms(height: z.ZodType, called: string) {
  const profile = z.array(z.tuple([z.string(), height])).min(1);
  return {
    daily: profile.optional().describe(`[time of day, ${called}] points, joined.`),
    weekly: profile.optional().describe(`[weekday and time, ${called}] points, joined.`),
    points: profile.optional().describe(`[age, ${called}] points, joined; two of one age are a jump.`),
    steps: profile.optional().describe(`[age, ${called}] steps.`),
    ramp: z.strictObject({ from: height, to: height, over: duration }).optional().describe('A straight line.'),
    trace: trace.optional().describe('A recorded curve.'),
  };
}

/** A height, or a form of what changes over time with its growth. */
function courseOf(height: z.ZodType, called: string) {
  const shaped = z.strictObject({
    ...forms(height, called),
    growth: growth.optional().describe('Growth over the run.'),
  });
  return z.union([height, shaped], { error: `expected a ${called}, or a profile of such` });
}

const noise = z
  .strictObject({ every: duration, cv: z.number().min(0) })
  .optional()
  .describe('A random factor, drawn anew every so often.');

/** What a trigger of metric keda finds. */
const level = z.union([z.number().min(0), z.string()], { error: 'expected a value such as 40, or a rate such as 3/m' });
const signal = z
  .union(
    [
      level,
      z.strictObject({ ...forms(level, 'value'), growth: growth.optional().describe('Growth over the run.'), noise }),
    ],
    { error: 'expected a value such as 40, a profile of values, or failing' },
  )
  .meta({
    id: 'signal',
    description: 'A value (40), a rate (3/m), a profile of such, or failing: it cannot be asked.',
  });

const usage = z
  .strictObject({
    start: size.optional().describe('Use of each volume at its creation; default 0.'),
    growth: growth.optional().describe('Growth from then on.'),
    points: z
      .array(z.tuple([duration, size]))
      .min(1)
      .optional()
      .describe('[age, use] points, joined by straight lines.'),
    trace: trace.optional().describe('Use by a recorded curve.'),
    add: z
      .string({ error: 'expected a size such as 40GB or -5GB' })
      .optional()
      .describe('In the timeline: added at once; may be negative.'),
  })
  .meta({ id: 'usage' });

const ownLine = z
  .strictObject({
    line: z
      .string()
      .regex(/^[^\r\n]+$/, { error: 'expected a text of one line' })
      .describe('{replica} stands for the name of the replica or execution, {n} for its number since the start.'),
    every: duration.optional().describe('From one to the next; absent: it is written once.'),
    after: duration
      .optional()
      .describe(
        'From the start of the container, or of the run if that is later, to the first one; default: as every.',
      ),
    container: z.string().optional().describe('The container that writes it; default: the first one.'),
    stream: z.enum(['stdout', 'stderr']).optional().describe('Default stdout.'),
  })
  .meta({ id: 'ownLine', description: 'A line that a container writes while it runs; its restart begins anew.' });

/** One entry of `behavior:`. */
export const behaviour = z
  .strictObject({
    start: durations.optional().describe('Added to replica.start.duration.'),
    readyAfter: durations.optional().describe('From the end of the start until probes are answered.'),
    stop: durations.optional().describe('In the place of replica.stop.duration.'),
    pull: durations.optional().describe('In the place of replica.pull.duration.'),
    request: z
      .strictObject({
        cpu: durations.optional().describe('Processor time of one request.'),
        duration: durations.optional().describe('Service time of one request.'),
        memory: sizes.optional().describe('Memory of one request in flight.'),
        failure: share.optional().describe('Share of requests that fail.'),
      })
      .optional()
      .describe('What one request costs.'),
    cpu: cpu.optional().describe('Use of an idle replica.'),
    memory: size.optional().describe('Use of an idle replica.'),
    ephemeral: z
      .union([size, z.strictObject({ start: size.optional(), growth: sizeRate.optional() })], {
        error: 'expected a size, or {start, growth}',
      })
      .optional()
      .describe('Ephemeral storage that a replica uses, growing from its start.'),
    crash: z
      .strictObject({ every: durations })
      .optional()
      .describe(
        'Time that a run of its containers lasts until one exits: drawn as it begins, so that a change counts from the next run on.',
      ),
    execution: z
      .strictObject({
        duration: durations.optional().describe('Run time of one attempt, or never.'),
        failure: share.optional().describe('Share of attempts that fail.'),
        cpu: cpu.optional().describe('Use while it runs.'),
      })
      .optional()
      .describe('Executions of a cron workload.'),
    authorization: z
      .strictObject({
        latency: durations.optional().describe('Until it has answered.'),
        denied: share.optional().describe('Share of requests that it denies.'),
        failure: share.optional().describe('Share of the times that it cannot say.'),
      })
      .optional()
      .describe('External authorization of a workload whose tags ask for one.'),
    rateLimit: z
      .strictObject({
        rate: rate.optional().describe('Requests that it lets through.'),
        burst: z.number().int().min(1).optional().describe('Requests that it lets through at once after a rest.'),
        latency: durations.optional().describe('Until it has answered.'),
        failure: share.optional().describe('Share of the times that it cannot say.'),
      })
      .optional()
      .describe('Rate limiter of a workload whose tags ask for one.'),
    keda: z
      .record(z.string(), signal)
      .optional()
      .describe(
        "Values of the triggers of metric keda, by name: the trigger's name, else its type (its second: kafka-2).",
      ),
    mounter: z
      .strictObject({
        cpu: cpu.optional().describe('Reserve per replica.'),
        memory: size.optional().describe('Reserve per replica.'),
        stores: z.int().min(1).max(100).optional().describe('How many stores each replica mounts; 1 if absent.'),
        egress: sizeRate.optional().describe('Egress of one replica.'),
      })
      .optional()
      .describe('An object store mounted into each replica.'),
    logs: z.array(ownLine).optional().describe('Lines that each replica and execution writes.'),
    usage: usage.optional().describe('Volume sets: use of each volume.'),
    operations: courseOf(rate, 'rate')
      .optional()
      .describe('Volume sets: reads and writes of each volume while a replica has it; told, never held back.'),
    throughput: courseOf(sizeRate, 'size per time')
      .optional()
      .describe('Volume sets: what those reads and writes come to; told, never held back.'),
  })
  .meta({ id: 'behavior' });

/** A distribution of bare numbers of which only the shape counts: the mean may be left out. */
const spread = z
  .strictObject({
    uniform: z.strictObject({ from: z.number(), to: z.number() }).optional(),
    exponential: z.strictObject({ mean: z.number().optional() }).optional(),
    lognormal: z.strictObject({ mean: z.number().optional(), cv: z.number().min(0) }).optional(),
    gamma: z.strictObject({ mean: z.number().optional(), cv: z.number().min(0) }).optional(),
    weibull: z.strictObject({ scale: z.number().optional(), shape: z.number() }).optional(),
    pareto: z.strictObject({ minimum: z.number().optional(), shape: z.number() }).optional(),
    empirical: z.array(z.number()).min(1).optional(),
  })
  .meta({ id: 'spread' });

/** Shapes that other parts of the file share. */
export const quantities = { duration, instant, size, share, growth, rate, forms, noise, durations, spread };

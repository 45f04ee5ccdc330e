/**
 * The shape of `behavior:` and of its quantities.
 */
import * as z from 'zod';

const duration = z.string({ error: 'expected a duration with its unit, such as 30s or 2h30m' }).meta({
  id: 'duration',
  description: 'A duration: 80ms, 90s, 15m, 2h30m, 7d, 8w (or 8week).',
  examples: ['30s', '2h30m', '7d'],
});

const instant = z.string({ error: 'expected a date and time with its zone, such as 2026-11-01T00:00:00Z' }).meta({
  id: 'instant',
  description: 'An ISO 8601 date and time with its zone: 2026-11-01T00:00:00Z.',
  examples: ['2026-11-01T00:00:00Z'],
});

const size = z.string({ error: 'expected a size with its unit, such as 8GB or 220Mi' }).meta({
  id: 'size',
  description:
    'A size: 8GB, 500MB, 2TB, or a quantity as in manifests: 220Mi, 1Gi. A GB has 1,000,000,000 bytes (unit.gb).',
  examples: ['8GB', '220Mi'],
});

const sizeRate = z
  .string({ error: 'expected a size per time, such as 1.5GB/d' })
  .meta({ id: 'sizeRate', description: 'A size per time: 1.5GB/d, 20MB/h.', examples: ['1.5GB/d'] });

const growth = z.string({ error: 'expected a growth such as 1.5GB/d or 3%/week' }).meta({
  id: 'growth',
  description: 'A growth rate: a size per time (1.5GB/d), or a percentage per time, which compounds (3%/week).',
  examples: ['1.5GB/d', '3%/week'],
});

const share = z
  .string({ error: 'expected a percentage such as 2%' })
  .meta({ id: 'share', description: 'A percentage from 0% to 100%: 2%.', examples: ['2%'] });

const cpu = z
  .union([z.string(), z.number()], { error: 'expected an amount of cpu such as 250m or 1.5' })
  .meta({ id: 'cpu', description: 'An amount of cpu: cores (1.5), or millicores with m (250m).', examples: ['250m'] });

/** The distributions by name, of values of one kind; exactly one is written. */
export function distributionForms(value: z.ZodType) {
  const cv = z.number().min(0).describe('Coefficient of variation: standard deviation divided by mean, 0 or more.');
  const shape = z.number().describe('The shape parameter, above 0.');
  return {
    uniform: z.strictObject({ from: value, to: value }).optional(),
    exponential: z.strictObject({ mean: value }).optional(),
    normal: z.strictObject({ mean: value, sd: value }).optional(),
    lognormal: z.strictObject({ mean: value, cv }).optional(),
    gamma: z.strictObject({ mean: value, cv }).optional(),
    weibull: z.strictObject({ scale: value, shape }).optional(),
    pareto: z.strictObject({ minimum: value, shape }).optional(),
    triangular: z.strictObject({ low: value, mode: value, high: value }).optional(),
    empirical: z.array(value).min(1).optional(),
  };
}

/** A constant, or a map with exactly one distribution. */
function distribution(id: string, value: z.ZodType, says: string, example: string) {
  return z
    .union([value, z.strictObject(distributionForms(value))], {
      error: `expected ${says}, or a distribution such as { exponential: { mean: ${example} } }`,
    })
    .meta({
      id,
      description: `Always the same: ${says} (${example}); or random: a distribution ({exponential: {mean: ${example}}}).`,
    });
}

const durations = distribution('durations', duration, 'a duration', '30s');
const sizes = distribution('sizes', size, 'a size', '8MB');

const trace = z
  .strictObject({
    file: z
      .string()
      .describe(
        "The recording, relative to this file: CSV (.csv), as Grafana exports it too, NDJSON, or the JSON of Prometheus' range query.",
      ),
    time: z
      .string()
      .optional()
      .describe('The column of the timestamps. Timestamps that name no zone are in `zone`. Default: time.'),
    zone: z
      .string()
      .optional()
      .describe('The time zone of timestamps that name none, by its IANA name, such as Europe/Berlin. Default: UTC.'),
    value: z.string().optional().describe('The column of the values. Default: value.'),
    series: z
      .union([z.string(), z.array(z.string()).min(1)], { error: 'expected the name of a series, or a list of names' })
      .optional()
      .describe(
        'Of a file with several series: the heading of a column, a metric, the value of a label, labels ({code="200"}), a list of these, or all. Several series are summed. Default: the only one; for demand, all.',
      ),
    counter: z
      .boolean()
      .optional()
      .describe(
        'true: the values only grow, and their growth is meant; a fall is a reset to 0. Default: guessed for files of Grafana and Prometheus without unit.',
      ),
    unit: z
      .string()
      .optional()
      .describe(
        'The unit of the values. For usage: B, MB, GB, Mi, Gi, ... For demand: requests, or a rate such as requests/5m. For throughput: MB/s, MiB/s, ... For operations: iops, or a rate such as ops/5m.',
      ),
    scale: z.number().optional().describe('Factor on every value. Default: 1.'),
    integrate: z
      .boolean()
      .optional()
      .describe('Only for usage. true: each value is the amount that is added, not the level.'),
    from: instant
      .optional()
      .describe(
        'The instant of the recording that applies at the start of the run, or at the creation of a volume. Default: its first row, whatever its date. Earlier rows are never used, not even when it repeats.',
      ),
    align: z
      .enum(['weekday', 'day'])
      .optional()
      .describe(
        "Instead of from: the first instant of the recording with the weekday and time of the run's start (weekday), or its time (day). With repeat, whole weeks or days repeat.",
      ),
    repeat: z.boolean().optional().describe('true: the recording repeats after its last row. Default: false.'),
    gap: z
      .enum(['hold', 'zero', 'error'])
      .optional()
      .describe(
        'What applies in a gap between rows: hold (the previous value), zero, or error (the gap is an error). Default: hold.',
      ),
  })
  .meta({ id: 'trace' });

const rate = z
  .string({ error: 'expected a rate with its unit, such as 40/s or 3/m' })
  .meta({ id: 'rate', description: 'A rate, events per time: 40/s, 3/m, 300/5m.', examples: ['40/s'] });

/** The forms of a value that changes over time; exactly one is written. */
function forms(height: z.ZodType, called: string) {
  const profile = z.array(z.tuple([z.string(), height])).min(1);
  return {
    daily: profile
      .optional()
      .describe(`A daily profile: [time of day, ${called}] points, joined by straight lines; in UTC, or in its zone.`),
    weekly: profile
      .optional()
      .describe(
        `A weekly profile: [weekday and time, ${called}] points, joined by straight lines; in UTC, or in its zone.`,
      ),
    zone: z
      .string()
      .optional()
      .describe('The time zone of daily and weekly, by its IANA name, such as Europe/Berlin. Default: UTC.'),
    points: profile
      .optional()
      .describe(
        `[time since the start, ${called}] points, joined by straight lines; two points at one time are a jump.`,
      ),
    steps: profile.optional().describe(`[time since the start, ${called}] steps; each holds until the next.`),
    ramp: z
      .strictObject({ from: height, to: height, over: duration })
      .optional()
      .describe('A straight line from one value to another.'),
    trace: trace.optional().describe('A recording.'),
  };
}

/** A constant value, or one that changes over time, with its growth. */
function courseOf(height: z.ZodType, called: string) {
  const shaped = z.strictObject({
    ...forms(height, called),
    growth: growth.optional().describe('Growth over the run, such as 3%/week.'),
  });
  return z.union([height, shaped], { error: `expected a ${called}, or a profile such as { daily: [[...], [...]] }` });
}

const noise = z
  .strictObject({ every: duration, cv: z.number().min(0) })
  .optional()
  .describe(
    'A random factor with mean 1 that multiplies the value: drawn again after every period `every`. `cv` is its standard deviation divided by its mean.',
  );

/** The value that a keda trigger finds. */
const level = z.union([z.number().min(0), z.string()], { error: 'expected a value such as 40, or a rate such as 3/m' });
const signal = z
  .union(
    [
      level,
      z.strictObject({
        ...forms(level, 'value'),
        growth: growth.optional().describe('Growth over the run, such as 3%/week.'),
        noise,
      }),
    ],
    { error: 'expected a value such as 40, a profile of values, or failing' },
  )
  .meta({
    id: 'signal',
    description: 'A value (40), a rate (3/m), a profile of values, or failing: the trigger fails.',
  });

const usage = z
  .strictObject({
    start: size.optional().describe('Usage of each volume when it is created. Default: 0.'),
    growth: growth.optional().describe('Growth of the usage from then on: 1.5GB/d, or 3%/week.'),
    points: z
      .array(z.tuple([duration, size]))
      .min(1)
      .optional()
      .describe('[age of the volume, usage] points, joined by straight lines.'),
    trace: trace.optional().describe('Usage from a recording.'),
    add: z
      .string({ error: 'expected a size such as 40GB or -5GB' })
      .optional()
      .describe('Only in the timeline: a size that is added at once; may be negative (-5GB).'),
  })
  .meta({ id: 'usage' });

const ownLine = z
  .strictObject({
    line: z
      .string()
      .regex(/^[^\r\n]+$/, { error: 'expected a text of one line' })
      .describe(
        'The text of the line. {replica} is replaced by the name of the replica or execution, {n} by the number of the line since the start of the container.',
      ),
    every: duration.optional().describe('The time between two lines. Default: the line is written once.'),
    after: duration
      .optional()
      .describe(
        'The time to the first line, from the start of the container, or of the run if that is later. Default: the same as every.',
      ),
    container: z.string().optional().describe('The container that writes the line. Default: the first one.'),
    stream: z.enum(['stdout', 'stderr']).optional().describe('stdout or stderr. Default: stdout.'),
  })
  .meta({
    id: 'ownLine',
    description: 'A log line that a container writes while it runs. It begins again when the container restarts.',
  });

/** One entry of `behavior:`. */
export const behaviour = z
  .strictObject({
    start: durations.optional().describe('Start time in addition to replica.start.duration.'),
    readyAfter: durations
      .optional()
      .describe('Time from the end of the start until the application is up and its probes succeed. Default: 0s.'),
    stop: durations.optional().describe('Stop time instead of replica.stop.duration.'),
    preStop: durations
      .optional()
      .describe(
        'Time of preStop hooks whose commands svcsim cannot read: 12s. Others take what `sleep 12` or `true` says.',
      ),
    pull: durations.optional().describe('Image pull time instead of replica.pull.duration.'),
    request: z
      .strictObject({
        cpu: durations.optional().describe('CPU time of one request: 12ms.'),
        duration: durations.optional().describe('Service time of one request: 80ms.'),
        memory: sizes.optional().describe('Memory of one request in flight: 2MB.'),
        failure: share.optional().describe('Share of requests that fail: 2%. Default: 0%.'),
      })
      .optional()
      .describe('The cpu, time and memory that one request needs.'),
    cpu: cpu.optional().describe('CPU usage of an idle replica.'),
    memory: size.optional().describe('Memory usage of an idle replica.'),
    ephemeral: z
      .union([size, z.strictObject({ start: size.optional(), growth: sizeRate.optional() })], {
        error: 'expected a size, or {start, growth}',
      })
      .optional()
      .describe(
        'Ephemeral storage that a replica uses: a size, or a start and a growth from the start of the replica on.',
      ),
    crash: z
      .strictObject({ every: durations })
      .optional()
      .describe(
        'Time from the start of the containers until one of them exits. It is drawn when they start, so a change applies from the next start on.',
      ),
    execution: z
      .strictObject({
        duration: durations.optional().describe('Run time of one attempt, or never: the containers never exit.'),
        failure: share.optional().describe('Share of attempts that fail: 2%. Default: 0%.'),
        cpu: cpu.optional().describe('CPU usage while it runs.'),
      })
      .optional()
      .describe('The executions of a cron workload.'),
    authorization: z
      .strictObject({
        latency: durations.optional().describe('Response time of the authorization service.'),
        denied: share.optional().describe('Share of requests that it denies: 2%. Default: 0%.'),
        failure: share.optional().describe('Share of the times that it cannot say.'),
      })
      .optional()
      .describe('The external authorization service of a workload with the tag svc/externalAuthAddress.'),
    rateLimit: z
      .strictObject({
        rate: rate.optional().describe('Requests that it allows: 10/s.'),
        burst: z.number().int().min(1).optional().describe('Requests that it allows at once after a pause, 1 or more.'),
        latency: durations.optional().describe('Response time of the rate limiter.'),
        failure: share.optional().describe('Share of the times that it cannot say.'),
      })
      .optional()
      .describe('The rate limiter of a workload with the tag svc/rateLimitAddress.'),
    keda: z
      .record(z.string(), signal)
      .optional()
      .describe(
        "Values of the keda triggers, by the trigger's name. A trigger without a name has its type as its name; the second one of a type is kafka-2.",
      ),
    mounter: z
      .strictObject({
        cpu: cpu.optional().describe('Reserved cpu per replica.'),
        memory: size.optional().describe('Reserved memory per replica.'),
        stores: z
          .int()
          .min(1)
          .max(100)
          .optional()
          .describe('How many stores each replica mounts, from 1 to 100. Default: 1.'),
        egress: sizeRate.optional().describe('Egress of one replica: 3GB/d.'),
      })
      .optional()
      .describe('An object store that each replica mounts.'),
    logs: z.array(ownLine).optional().describe('Log lines that each replica and execution writes.'),
    usage: usage.optional().describe('Only for volume sets: the usage of each volume.'),
    operations: courseOf(rate, 'rate')
      .optional()
      .describe(
        'Only for volume sets: reads and writes per time on each volume while a replica uses it. svcsim reports when they exceed the IOPS of the volume, and never throttles them.',
      ),
    throughput: courseOf(sizeRate, 'size per time')
      .optional()
      .describe(
        'Only for volume sets: bytes per time that are read and written on each volume. svcsim reports when they exceed the throughput of the volume, and never throttles them.',
      ),
  })
  .meta({ id: 'behavior' });

/** A distribution of numbers of which only the shape matters: the mean may be left out. */
const spread = z
  .strictObject({
    uniform: z.strictObject({ from: z.number(), to: z.number() }).optional(),
    exponential: z.strictObject({ mean: z.number().optional() }).optional(),
    lognormal: z.strictObject({ mean: z.number().optional(), cv: z.number().min(0) }).optional(),
    gamma: z.strictObject({ mean: z.number().optional(), cv: z.number().min(0) }).optional(),
    weibull: z.strictObject({ scale: z.number().optional(), shape: z.number() }).optional(),
    pareto: z.strictObject({ minimum: z.number().optional(), shape: z.number() }).optional(),
    triangular: z.strictObject({ low: z.number(), mode: z.number(), high: z.number() }).optional(),
    empirical: z.array(z.number()).min(1).optional(),
  })
  .meta({ id: 'spread' });

/** Shapes that other parts of the schema share. */
export const quantities = { duration, instant, size, share, growth, rate, forms, noise, durations, spread };

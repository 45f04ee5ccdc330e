/** What each assumption about requests decides. */
export const aboutTraffic = {
  'fluid.idle':
    'When a workload with rate-based requests (`arrivals: fluid`) is idle: when less than one request came during the delay (`lessThanOne`), or when the rate is zero (`zeroRate`).',
  'fluid.overflow':
    'What happens to rate-based requests (`arrivals: fluid`) above the capacity of the replicas: they wait in a queue, or they are lost.',
  'fluid.processor':
    'Which CPU limits the throughput of a replica with several containers: that of its smallest container, or that of all containers together.',
  'fluid.versions':
    'How rate-based requests are served while replicas of two versions run: as if each replica had the mean capacity.',
  'fluid.notReady':
    'Whether rate-based requests from internal callers may reach replicas that are not ready: only if all callers are internal, or never.',
  'fluid.latency':
    'Which formula gives the latency of rate-based requests: `queueing` theory, an `exponential` distribution, or the bare service time.',
  'fluid.percentile':
    'How autoscaling computes latency percentiles of rate-based requests: it multiplies the percentile of the service time by the ratio by which load raises the mean (`stretched`), or adds the time that load adds to the mean (`shifted`). Percentiles in reports do not depend on it.',
  'fluid.saturation': 'Up to which load, as a fraction of the capacity, the steady-state latency formulas are used.',
  'traffic.status.unknownHost': 'The status of a request to a host that no workload has.',
  'traffic.status.authorizationDenied': 'The status of a request that external authorization denies.',
  'traffic.status.authorizationDown': 'The status of a request when the authorization service fails.',
  'traffic.status.off': 'The status of a request to a workload that is off, suspended or deleted.',
  'traffic.status.firewall': 'The status of a request that a firewall blocks.',
  'traffic.status.rateLimited': 'The status of a request above a rate limit.',
  'traffic.status.noReplica': 'The status of a request for which there is no replica.',
  'traffic.status.queueFull': 'The status of a request when the queue is full.',
  'traffic.status.failed': 'The status of a request that a replica fails to serve.',
  'traffic.status.timeout': 'The status of a request that times out.',
  'traffic.status.replicaKilled': 'The status of a request whose replica is killed while it serves the request.',
  'traffic.route.location':
    'To which location the global endpoint routes a request: the nearest, each location equally often, or by stated weights.',
  'traffic.route.replica':
    'Which replica in a location receives the next request: each in turn (`roundRobin`), the one with the fewest requests, or a random one.',
  'traffic.wakeable':
    'Whether a serverless location may receive requests while it is neither ready, nor at zero, nor loading.',
  'traffic.terminating': 'Whether terminating replicas still serve requests if no other replica is left.',
  'traffic.caller.absent': 'Whether a probe request is sent from a workload that has no running replica.',
  'traffic.queue': 'How many requests may wait for a replica.',
  'rateLimit.failure': 'What happens to requests while the rate limiter does not answer: they are allowed or denied.',
  'coldStart.hold': 'How long a request is held for a replica that is still starting.',
  'timeout.from': 'When the timeout of a request starts: when it is forwarded to a replica, or when it arrives.',
  'timeout.scope': 'Whether all tries of a request share one timeout or each try has its own.',
  'retry.backoff':
    'How the wait before another try grows: exponentially, exponentially with random jitter, or not at all (no wait).',
  'retry.backoffFirst': 'The wait before the first retry.',
  'retry.backoffFactor': 'The factor by which that wait grows with each further retry.',
  'retry.backoffCap': 'The longest wait between two tries.',
  'retry.host': 'Whether a retry goes to another replica if there is one, or to any.',
  'retry.statusCodes': 'Which status codes `retriable-status-codes` retries.',
  'retry.listedCodes':
    'Whether status codes that a workload lists are added to those of `retriable-status-codes` (`beside`) or replace them (`instead`).',
  'retry.conditions': 'Which conditions of a retry policy have an effect.',
} as const;

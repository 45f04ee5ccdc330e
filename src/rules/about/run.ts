/** What each assumption about the run and its faults decides. */
export const aboutRun = {
  'run.window': 'Whether a run includes the instant of its `end`: `halfOpen` excludes it, `untilIncluded` includes it.',
  'run.start':
    'The state in which a run starts. `settled`: replicas are ready, as many as autoscaling holds under the first demand; `minScale`: settled with `minScale` replicas; `cold`: everything is created at the start.',
  'order.ranks': 'The order of events that are due at the same instant.',
  'order.ties':
    'Which event of one rank goes first when several are due at the same instant. `idThenSequence`: by resource (those that exist at the start in the order of names), then in the order in which the events were scheduled; `shuffle`: the seed draws the order of the resources that exist at the start.',
  'grid.anchor':
    'The instant from which the ticks of periodic evaluations are counted: the epoch, 1970-01-01 00:00 UTC.',
  'unit.gb': 'How many bytes one GB has.',
  'quantity.grammar':
    'Which texts are valid amounts of CPU and memory. `loneSuffixZero` also reads a suffix without digits as 0; `specForms` accepts only the forms that the specification shows.',
  'numbers.epsilon': 'The relative tolerance for values from a regression, when they are compared or rounded up.',
  'fault.nodeLoss.notReady': 'How long after the loss of a node its replicas count as ready.',
  'fault.nodeLoss.lost': 'How long the replicas of a lost node stay not ready before the platform replaces them.',
  'fault.nodeLoss.unheard':
    'What happens to events that are due for a running replica on a lost node: they take effect when the node is back. First starts, terminations and executions continue as usual.',
  'fault.kill.routed':
    'How long requests still go to a replica that a `replicaKill` fault has removed; its replacement begins only then.',
  'fault.outage.replicas':
    'What happens to the replicas of a location during an outage: they are lost, and the location starts anew afterwards.',
  'fault.stuckReadiness.whom':
    'Which replicas the fault stuckReadiness affects if it states no replicas, count or share: only those that are not ready (`notYetReady`), or ready ones too (`readyToo`).',
  'location.zones': 'How many availability zones a location has.',
} as const;

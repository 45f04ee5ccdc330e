/**
 * The exact probability that a study which looks after each run ever accepts, from the distribution of its failures.
 *
 * @param runsMost the study gives up there
 * @param probability that the goal holds in a run
 * @param isAccepted asked for each number of runs, from few failures to many, up to the first no
 */
export function acceptedWithin(
  runsMost: number,
  probability: number,
  isAccepted: (held: number, runs: number) => boolean,
): number {
  let accepted = 0;
  let goingOn = [1];
  for (let runs = 1; runs <= runsMost; runs++) {
    const next = Array.from(
      { length: runs + 1 },
      (_, failures) =>
        (goingOn[failures] ?? 0) * probability + (failures > 0 ? (goingOn[failures - 1] ?? 0) * (1 - probability) : 0),
    );
    for (
      let failures = 0;
      failures <= runs && (next[failures] === 0 || isAccepted(runs - failures, runs));
      failures++
    ) {
      accepted += next[failures] ?? 0;
      next[failures] = 0;
    }
    goingOn = next;
  }
  return accepted;
}

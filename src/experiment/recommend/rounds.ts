/**
 * Going on from what was found until nothing new is found.
 */

/** What a round came to; two of one key are the same. */
export interface Keyed {
  readonly key: string;
}

/**
 * Takes the next one again and again: until it is the one before, or so many rounds have passed, which leaves the last.
 * Where one comes back that was there before, they go in a circle: then the cheapest of the circle, of equals the first
 * that came.
 *
 *   a -> b -> b             -> b, after 2 rounds
 *   a -> b -> c -> b        -> the cheaper one of b and c, after 3
 */
export function* settled<Step, Member extends Keyed>(
  first: Member,
  next: (present: Member) => Generator<Step, Member>,
  costOf: (member: Member) => number,
  roundsMax: number,
): Generator<Step, { readonly member: Member; readonly rounds: number }> {
  const members = [first];
  let present = first;
  for (let rounds = 1; rounds <= roundsMax; rounds += 1) {
    const before = present.key;
    present = yield* next(present);
    if (present.key === before) return { member: present, rounds };
    const circle = members.findIndex(({ key }) => key === present.key);
    if (circle !== -1) {
      const cheapest = members.slice(circle).reduce((best, one) => (costOf(one) < costOf(best) ? one : best));
      return { member: cheapest, rounds };
    }
    members.push(present);
  }
  return { member: present, rounds: roundsMax };
}

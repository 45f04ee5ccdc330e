/**
 * The order of lessons: each after those that it needs.
 */

export interface Ordered {
  readonly name: string;
  readonly needs: readonly string[];
}

/**
 * Lessons in an order in which each comes after those that it needs; else by name. A need that is no lesson is passed
 * over.
 *
 * @throws Error if lessons need each other in a circle
 */
export function inCourseOrder<One extends Ordered>(lessons: readonly One[]): readonly One[] {
  const left = [...lessons].sort((a, b) => (a.name < b.name ? -1 : 1));
  const ordered: One[] = [];
  while (left.length > 0) {
    const index = left.findIndex(({ needs }) => needs.every((need) => !left.some(({ name }) => name === need)));
    const [next] = index < 0 ? [] : left.splice(index, 1);
    if (next === undefined)
      throw new Error(`these lessons need each other: ${left.map(({ name }) => name).join(', ')}`);
    ordered.push(next);
  }
  return ordered;
}

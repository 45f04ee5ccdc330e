/**
 * A number of replicas, or a percentage of the desired replicas.
 *
 * `25%` is `{value: 25, unit: 'percent'}`, and `2` is `{value: 2, unit: 'replicas'}`.
 */
export interface Amount {
  readonly value: number;
  readonly unit: 'percent' | 'replicas';
}

/**
 * A number of replicas, whole or as a percentage.
 */
/** `25%` is `{value: 25, unit: 'percent'}`, `2` is `{value: 2, unit: 'replicas'}`. */
export interface Amount {
  readonly value: number;
  readonly unit: 'percent' | 'replicas';
}

/** An assumption with its value in the run, and another value: both as a scenario writes them. */
export interface Assumed {
  readonly name: string;
  readonly present: string;
  readonly value: string;
}

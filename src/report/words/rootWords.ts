import type { Root } from '../../platform/root.ts';

/** What a chain of causes begins with, in words. */
export const rootWords: { readonly [root in Root]: string } = {
  start: 'so it was when the run began',
  timeline: 'a step of the timeline',
  request: 'a request to the API, by the timeline or by a caller',
  demand: 'the demand: requests, or signals of other systems',
  schedule: 'a schedule',
  growth: 'the growth of the stored data',
  behaviour: 'the behaviour of the application itself',
  fault: 'a fault of the scenario',
};

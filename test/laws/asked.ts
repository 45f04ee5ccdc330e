/** Scenarios around one workload that gets requests, under the names that the laws in this folder use. */
export { askedScenario as askedWorld, container, places } from '../../src/testing/arbitraries/askedWorkload.ts';

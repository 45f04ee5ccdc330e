/** Generated scenarios, under the short names that the laws in this folder use. */
export { gvcOf, scenarios as world } from '../../src/testing/arbitraries/scenarios.ts';
export type { ResourceDocument as Resource, ScenarioDocument as Doc } from '../../src/testing/document.ts';

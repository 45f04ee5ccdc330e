/** Generated scenarios with single requests, under the name that the laws in this folder use. */
export { scenariosWithRequests as callWorld } from '../../src/testing/arbitraries/requestScenarios.ts';

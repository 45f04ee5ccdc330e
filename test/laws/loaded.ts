/** Generated scenarios with demand as a rate, under the name that the laws in this folder use. */
import { scenariosUnderLoad } from '../../src/testing/arbitraries/loadScenarios.ts';

export const loaded = scenariosUnderLoad;

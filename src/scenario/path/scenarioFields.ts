/**
 * Which fields a scenario's document may have: those of its schema, and names that must exist in the scenario.
 */
import { catalogueNames, isAccepted } from '../../platform/api/records/locations.ts';
import { quotaNames } from '../../platform/api/records/state.ts';
import { pricebookShape } from '../../platform/metering/pricebookShape.ts';
import { assumptionNames, isAssumptionName } from '../../rules/assumptions.ts';
import { wordsIn } from '../lint/unused.ts';
import { isWild, matching, namesOf, type Pattern, parsePattern } from '../read/names.ts';
import { scenarioSchema } from '../shape/schema.ts';
import { parameterShape } from '../shape/schemaParameter.ts';
import { shown } from '../shape/shape.ts';
import { isMap, type TreeMap } from '../text/tree.ts';
import { fieldsOf, freeFields, type KnownFields, resourceFields, withFields } from './knownFields.ts';

/** Keys that nothing reads any more once a document has been put together from its files. */
export const spentKeys: readonly string[] = ['include', 'manifests', 'variants', 'studies'];

/**
 * The fields of a whole document. Its names must lead somewhere: a key of `behavior` to a workload or a volume set, a
 * parameter to one that is declared, a quota or an assumption to one that there is. A location must be in the catalogue
 * or in the scenario, unless the whole of it is given.
 */
export function scenarioFields(root: TreeMap): KnownFields {
  return withFields(fieldsOf([scenarioSchema]), {
    resources: (usual) => ({ ...usual, ofEntry: resourceFields }),
    behavior: (usual) => ofNamed(usual, root),
    timeline: (usual) => ({
      ...usual,
      ofEntry: (entry) =>
        withFields(usual.ofEntry?.(entry) ?? freeFields, {
          behavior: (inner) => ofNamed(inner, root),
          demand: (inner) => ofNamed(inner, root),
        }),
    }),
    params: () => ofParameters(root),
    locations: (usual) => ofLocations(usual, root),
    quotas: (usual) => ({
      ...usual,
      names: quotaNames,
      below: (name, use) => (quotaNames.some((known) => known === name) ? usual.below(name, use) : null),
      wrongName: (name) => `no quota has the name ${shown(name)}`,
    }),
    assumptions: () => assumptionFields(''),
    prices: () => fieldsOf([pricebookShape]),
  });
}

/** A map by `gvc/name` of workloads and volume sets, with `*` too. */
function ofNamed(usual: KnownFields, root: TreeMap): KnownFields {
  const names = namesOf(root);
  return {
    ...usual,
    names: [...[...names.values()].map(({ gvc, name }) => `${gvc}/${name}`), ...names.keys()],
    below: (name, use) => {
      const pattern = parsePattern(name);
      // Without any workload or volume set, one that is made later may match.
      const isMet = (one: Pattern): boolean => matching(names, one).length > 0 || (names.size === 0 && isWild(one));
      return use.isThere || (pattern !== null && isMet(pattern)) ? usual.below(name, use) : null;
    },
    wrongName: (name) => `no workload or volume set of this scenario has the name ${shown(name)}`,
  };
}

/** Parameters: only those that the scenario declares. */
function ofParameters({ params }: TreeMap): KnownFields {
  return {
    isFree: false,
    names: isMap(params) ? Object.keys(params) : [],
    isByName: true,
    below: (_, { isThere }) => (isThere ? fieldsOf([parameterShape]) : null),
    ofEntry: null,
    wrongName: (name) => `this scenario declares no parameter ${shown(name)}`,
  };
}

function ofLocations(usual: KnownFields, root: TreeMap): KnownFields {
  const own = isMap(root.locations) ? Object.keys(root.locations) : [];
  const words = wordsIn([root.resources, root.timeline, root.demand]);
  return {
    ...usual,
    names: [...new Set([...own, ...[...words].filter(isAccepted), ...catalogueNames])],
    below: (name, use) => {
      const isKnown = use.isThere || use.isWhole || catalogueNames.includes(name) || words.has(name);
      return isKnown ? usual.below(name, use) : null;
    },
    wrongName: (name) => `neither this scenario nor the catalogue has a location ${shown(name)}`,
  };
}

/**
 * Assumptions, also grouped by family: `cron: { forbid: { missed: lateStart } }`.
 *
 * @param family '' or the family with a dot: `cron.`
 */
export function assumptionFields(family: string): KnownFields {
  const names = assumptionNames.filter((name) => name.startsWith(family)).map((name) => name.slice(family.length));
  return {
    isFree: false,
    names,
    isByName: true,
    below: (name) => {
      const whole = `${family}${name.endsWith('.*') ? name.slice(0, -2) : name}`;
      if (assumptionNames.some((one) => one.startsWith(`${whole}.`))) return assumptionFields(`${whole}.`);
      return isAssumptionName(whole) ? freeFields : null;
    },
    ofEntry: null,
    wrongName: (name) => `there is no assumption ${shown(family + name)}`,
  };
}

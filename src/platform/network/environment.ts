/**
 * The environment variables of a container: those of the platform, and those that are declared for it.
 */
import type { Reason } from '../../engine/journal.ts';
import type { AssumptionName, Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { RuleId } from '../../rules/register.ts';
import { aliasOf, idOf } from '../api/document/id.ts';
import type { ContainerSettings, EnvVariable } from '../workload/settings.ts';
import { type CanonicalParts, canonicalHost } from './address.ts';

/** One container of one replica, and its location. */
export interface Inhabitant {
  readonly org: string;
  /** Seed of the run; names that look random come from it. */
  readonly seed: string;
  readonly prefix: 'svc' | 'cpln';
  readonly gvc: { readonly name: string; readonly link: string; readonly env: readonly EnvVariable[] };
  readonly workload: CanonicalParts & { readonly link: string; readonly id: string };
  readonly location: { readonly name: string; readonly provider: string; readonly region: string };
  /** Name of the replica, or of the execution. */
  readonly replica: string;
  /** The workload version that it runs (VER-2). */
  readonly version: number;
  readonly container: Pick<ContainerSettings, 'image' | 'env' | 'inheritsEnv'>;
}

export interface Variable extends EnvVariable {
  readonly from: 'platform' | 'gvc' | 'container';
  readonly reason: Reason;
}

const own = because(['WL-11']);
const inherited = because([], ['env.inherit', 'env.changed']);

/**
 * The environment variables of a container, each name once: the platform's in the order of the rules (ENV-1 to ENV-12),
 * then those of its GVC if it inherits them (`env.inherit`), then its own, which override the GVC's. If a declared name
 * is also one of the platform's, `env.clash` decides which one wins.
 */
export function environmentOf(inhabitant: Inhabitant, assumptions: Assumptions): readonly Variable[] {
  const { container, gvc } = inhabitant;
  const variables = new Map(builtIns(inhabitant, assumptions).map((variable) => [variable.name, variable]));
  const builtIn = new Map(variables);
  const declare = (list: readonly EnvVariable[], from: Variable['from'], reason: Reason): void => {
    for (const { name, value } of list) {
      if (!builtIn.has(name)) variables.set(name, { name, value, from, reason });
      else if (assumptions['env.clash'] === 'container')
        variables.set(name, { name, value, from, reason: because(['WL-11'], ['env.clash']) });
    }
  };
  if (container.inheritsEnv === true && assumptions['env.inherit'] === 'asAsked') declare(gvc.env, 'gvc', inherited);
  declare(container.env ?? [], 'container', own);
  return [...variables.values()];
}

function builtIns(inhabitant: Inhabitant, assumptions: Assumptions): readonly Variable[] {
  const { org, seed, prefix, gvc, workload, location, version, container } = inhabitant;
  const isWhole = assumptions['env.globalEndpoint'] === 'canonical';
  const isByName = assumptions['env.location'] === 'name';
  const scope = assumptions['env.namespace'] === 'hashOfSeedAndGvc' ? gvc.link : workload.link;
  const variable = (name: string, value: string, rule: RuleId, assumed: readonly AssumptionName[] = []): Variable => {
    return { name: `${prefix.toUpperCase()}_${name}`, value, from: 'platform', reason: because([rule], assumed) };
  };
  return [
    variable('GLOBAL_ENDPOINT', canonicalHost(isWhole ? workload : { ...workload, endpointPrefix: null }), 'ENV-2', [
      'env.globalEndpoint',
    ]),
    variable('GVC', gvc.name, 'ENV-3'),
    variable('GVC_ALIAS', workload.alias, 'ENV-4', ['api.ids']),
    variable('LOCATION', isByName ? location.name : `${location.provider}-${location.region}`, 'ENV-5', [
      'env.location',
    ]),
    variable('NAMESPACE', aliasOf(seed, 'namespace', scope), 'ENV-6', ['env.namespace']),
    variable('PROVIDER', location.provider, 'ENV-7'),
    variable('ORG', org, 'ENV-8'),
    variable('WORKLOAD', workload.name, 'ENV-9'),
    variable('WORKLOAD_VERSION', String(version), 'ENV-10', ['version.number']),
    variable('TOKEN', tokenOf(inhabitant, assumptions), 'ENV-11', ['env.token']),
    variable('IMAGE', container.image, 'ENV-12'),
  ];
}

/** The API token of a workload (ENV-11, `env.token`); a later workload of the same name gets another one. */
export function tokenOf(
  {
    seed,
    workload,
    location,
    replica,
  }: Pick<Inhabitant, 'seed' | 'replica'> & {
    readonly workload: { readonly id: string };
    readonly location: { readonly name: string };
  },
  assumptions: Pick<Assumptions, 'env.token'>,
): string {
  return assumptions['env.token'] === 'perWorkload'
    ? idOf(seed, 'token', workload.id)
    : idOf(seed, 'token', workload.id, location.name, replica);
}

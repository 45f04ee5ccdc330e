import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { headerOf, scenariosIn } from '../scripts/scenarios.ts';
import type { Entry } from '../src/engine/journal.ts';
import { Run } from '../src/experiment/run.ts';
import type { FactData } from '../src/platform/facts.ts';
import { isRuleId, type RuleId, ruleOf } from '../src/rules/register.ts';
import { parseScenario } from '../src/scenario/parse.ts';

/** Rules that decide something which neither an entry nor a hop tells of, each with what shows it. */
const untold: { readonly [Rule in RuleId]?: string } = {
  'SUSP-6': 'a tick of a suspended job does nothing, and the journal tells what is done: its entries stop',
  'VOLAUTO-18': 'a reading at which a volume does not grow is no entry: where growth is too slow, there is none',
  'VOLAUTO-19': 'the same, where there are too few points',
  'VOL-11': 'a property of a capacity, which the report states beside it, and no event',
  'VOL-14': 'what does not happen: no entry of one volume speaks of the data of another',
};

const shipped = ['tour', 'studies', 'real', 'rules', 'findings', 'regressions'].flatMap((folder) =>
  scenariosIn(folder).map((name) => `scenarios/${folder}/${name}.yaml`),
);

/** Rules that the entries of a run cite, or the hops of the requests that it follows. */
function citedIn(file: string, text: string): ReadonlySet<string> {
  const { scenario } = parseScenario(text, { file, read: (path: string) => readFileSync(path, 'utf8') });
  if (scenario === null) throw new Error(`${file} has no scenario`);
  const cited = new Set<string>();
  const listen = ({ type, reason, data }: Entry): void => {
    for (const rule of reason.rules) cited.add(rule);
    const { path = [] } = type === 'call.ended' ? (data as FactData['call.ended']) : {};
    for (const { rules } of path) for (const rule of rules) cited.add(rule);
  };
  new Run(scenario, { sink: listen, events: false }).advance();
  return cited;
}

function behavioursOf(text: string): readonly RuleId[] {
  return headerOf(text).shows.filter((id): id is RuleId => isRuleId(id) && ruleOf(id).kind === 'behaviour');
}

describe('what a scenario says that it shows', () => {
  it.each(shipped)('%s: each rule of behaviour has decided something in its run', (file) => {
    const text = readFileSync(file, 'utf8');
    const cited = citedIn(file, text);
    expect(behavioursOf(text).filter((rule) => !cited.has(rule) && untold[rule] === undefined)).toEqual([]);
  });

  it('needs no exception that is none: each is claimed somewhere', () => {
    const claimed = new Set(shipped.flatMap((file) => behavioursOf(readFileSync(file, 'utf8'))));
    expect(Object.keys(untold).filter((rule) => !claimed.has(rule as RuleId))).toEqual([]);
  });
});

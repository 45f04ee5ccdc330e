/** The reference pages of rules and of assumptions, from their registers. */
import { escaped } from '../../../src/report/words/selfContained.ts';
import { aboutAssumption } from '../../../src/rules/about.ts';
import {
  type AssumptionName,
  assumptionNames,
  assumptionOf,
  defaultAssumptions,
  writtenValue,
} from '../../../src/rules/assumptions.ts';
import { assumptionStatus, ruleStatus } from '../../../src/rules/built.ts';
import { areaOf, type Rule, rules } from '../../../src/rules/register.ts';
import { inline } from '../html.ts';

const statusWords = { built: 'simulated', shapeOnly: 'checked only', notSimulated: 'not simulated' } as const;
const kindWords = { shape: 'field', behaviour: 'behaviour', surface: 'API or address', money: 'billing' } as const;

/** All rules, by area. */
export function rulesHtml(): string {
  const areas = [...new Set(rules.map(({ id }) => areaOf(id)))];
  const count = (status: string): number => rules.filter(({ id }) => ruleStatus(id).status === status).length;
  const chapters = areas.map((area) => {
    const own = rules.filter(({ id }) => areaOf(id) === area);
    return `<h2>${area}</h2>\n${own.map(ruleHtml).join('\n')}`;
  });
  return `<p>The ${rules.length} rules that the specification of the platform states. ${count('built')} are simulated,
${count('shapeOnly')} are checked only: wrong values are refused, and a run shows no effect.
<code>svcsim rules LIMIT-1</code> also says which tests fail if a rule is broken.</p>\n${chapters.join('\n')}`;
}

function ruleHtml(rule: Rule): string {
  const status = ruleStatus(rule.id);
  const reason = 'reason' in status ? `<p class="quiet">${inline(status.reason)}</p>` : '';
  return `<h3 id="${rule.id}">${rule.id} <span class="tag">${kindWords[rule.kind]}</span> <span class="tag">${statusWords[status.status]}</span></h3>
<p>${inline(rule.statement)}</p>${reason}<p class="quiet">Specification: ${escaped(rule.source)}</p>`;
}

/** All assumptions, by topic: the part of the name before the first dot. */
export function assumptionsHtml(): string {
  const topics = [...new Set(assumptionNames.map(topicOf))];
  const chapters = topics.map((topic) => {
    const own = assumptionNames.filter((name) => topicOf(name) === topic);
    return `<h2>${topic}</h2>\n${own.map(assumptionHtml).join('\n')}`;
  });
  return `<p>The specification leaves ${assumptionNames.length} points open. Each has a default, and a reason for it. A scenario
chooses another value under <code>assumptions:</code>, a command with
<code>--assume cron.forbid.missed=lateStart</code>.</p>\n${chapters.join('\n')}`;
}

function topicOf(name: AssumptionName): string {
  return name.slice(0, name.indexOf('.'));
}

function assumptionHtml(name: AssumptionName): string {
  const { alternatives, why, boundary, observed, words, write } = assumptionOf(name);
  const value = JSON.stringify(writtenValue(name, defaultAssumptions));
  const others = alternatives.map((one) => {
    if (words?.includes(one) === true) return `<code>${escaped(JSON.stringify(one))}</code>`;
    return one === 'any' ? 'any other value' : inline(one);
  });
  const status = assumptionStatus(name);
  const facts = [
    ['Default', `<code>${escaped(value)}</code>${value.includes(':null') ? ' (null: no bound)' : ''}`],
    ['Alternatives', others.length === 0 ? 'none' : others.join('; ')],
    ['Why this default', inline(why)],
    ...(observed === null
      ? []
      : [
          [
            'With <code>timing: observed</code>',
            `<code>${escaped(JSON.stringify(write(observed.value)))}</code>. ${inline(observed.why)}`,
          ],
        ]),
    ...('reason' in status ? [[statusWords[status.status], inline(status.reason)]] : []),
    ...(boundary ? [['Note', 'It matters only exactly at a boundary.']] : []),
  ].map(([term, text]) => `<dt>${term}</dt><dd>${text}</dd>`);
  return `<h3 id="${name}">${name}</h3>\n<p>${inline(aboutAssumption(name))}</p>\n<dl>${facts.join('')}</dl>`;
}

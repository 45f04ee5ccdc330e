/** The reference page of the command line, from the help of the program itself. */
import type { Command } from 'commander';
import { program } from '../../../src/node/verbs/program.ts';
import { escaped } from '../../../src/report/words/selfContained.ts';

/** Columns of help texts. */
const width = 80;

/** Every verb and its verbs, each with its help text. */
export function verbsHtml(version: string): string {
  const root = program(version);
  return `<p>Everything that <code>svcsim --help</code> and <code>svcsim VERB --help</code> print.</p>
<h2>svcsim</h2>\n<pre><code>${escaped(helpOf(root))}</code></pre>\n${root.commands.map((verb) => verbHtml(verb, [])).join('\n')}`;
}

/** The names of all verbs, verbs of verbs with a space: `lesson start`. */
export function verbNames(version: string): readonly string[] {
  const namesOf = (verb: Command, before: readonly string[]): string[] => {
    const words = [...before, verb.name()];
    return [words.join(' '), ...verb.commands.flatMap((one) => namesOf(one, words))];
  };
  return program(version).commands.flatMap((verb) => namesOf(verb, []));
}

function verbHtml(verb: Command, before: readonly string[]): string {
  const words = [...before, verb.name()];
  const level = before.length === 0 ? 2 : 3;
  const below = verb.commands.map((one) => verbHtml(one, words)).join('\n');
  return `<h${level}>${words.join(' ')}</h${level}>\n<pre><code>${escaped(helpOf(verb))}</code></pre>\n${below}`;
}

/** A help text with what follows it, such as examples. */
function helpOf(verb: Command): string {
  let text = '';
  verb.configureOutput({
    writeOut: (part) => {
      text += part;
    },
    getOutHelpWidth: () => width,
    getOutHasColors: () => false,
  });
  verb.outputHelp();
  return text.trim();
}

/** Saves the scenario that fails a property, once fast-check has made it as small as it can. */
import fc from 'fast-check';
import { stringify } from 'yaml';
import { isDocument, type ScenarioDocument } from './document.ts';

/**
 * A reporter for `fc.assert` of a property that gets a scenario document. If the property fails, it writes the smallest
 * scenario as a scenario file, whose head says what is wrong, and then throws as `fc.assert` does.
 *
 *   fc.assert(property, { reporter: saving((text) => writeFileSync('broken.yaml', text)) })
 *
 * @param write gets the text of the file
 */
export function saving(write: (text: string) => void): <Ts>(run: fc.RunDetails<Ts>) => void {
  return (run) => {
    if (!run.failed) return;
    const given: unknown = run.counterexample;
    const document = Array.isArray(given) ? given.find(isDocument) : undefined;
    const error = run.errorInstance;
    if (document !== undefined) write(scenarioFileText(document, error));
    throw new Error(fc.defaultReportMessage(run), { cause: error });
  };
}

/** A document as a scenario file (YAML) with a head of comments that says why it was kept. */
function scenarioFileText(document: ScenarioDocument, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  const head = ['A property fails for this scenario:', ...why.split('\n')].map((line) => `# ${line}`.trimEnd());
  return `${head.join('\n')}\n\n${stringify(document, { lineWidth: 100 })}`;
}

/** `svcsim debug`: a prompt over a run that goes forward and back. */
import { createInterface, type Interface } from 'node:readline';
import { isoFromInstant } from '../../../engine/time.ts';
import { Debugger } from '../../../experiment/debug/debugger.ts';
import { Session } from '../../../experiment/session/session.ts';
import { capturePlan } from '../../../experiment/study/planText.ts';
import type { DebugAnswer, DebugDocument } from '../../../report/debug/debugDocument.ts';
import { debugText } from '../../../report/debug/debugText.ts';
import { stateNames } from '../../../report/debug/state.ts';
import { exactInstantText } from '../../../report/words/format.ts';
import { canvasOf } from '../../canvas.ts';
import { exitCode, Stop } from '../../exit.ts';
import type { ScenarioFlags } from '../../flags.ts';
import { readScenarios } from '../../inputs.ts';
import { makeRoom } from '../../memory.ts';
import { showProblems } from '../../problems.ts';
import { say } from '../../say.ts';
import { commandNames, commandOf } from './command.ts';
import { Desk } from './perform.ts';

/**
 * Reads commands from standard input, a line each, and answers each one.
 *
 * @returns the exit code: `usage` if a command could not be done and the commands came from a file or a pipe
 */
export async function debug(file: string, flags: ScenarioFlags): Promise<number> {
  if (file === '-')
    throw new Stop(exitCode.usage, 'debug reads its commands from standard input: give the scenario as a file');
  const [read] = await readScenarios([file], flags);
  if (read === undefined) throw new Error('no scenario was read');
  const { parsed, text, options } = read;
  showProblems(parsed, process.stderr);
  const { scenario } = parsed;
  if (scenario === null) return exitCode.invalid;
  makeRoom(scenario);
  const { plan } = capturePlan(text, options);
  const session = new Session({ scenario, text, options });
  const prompt = new Prompt(new Desk(new Debugger(session), plan), flags.json === true);
  if (flags.json !== true && flags.quiet !== true)
    say(
      process.stdout,
      `${scenario.name}: from ${exactInstantText(scenario.start)} to ${exactInstantText(scenario.end)}; 'help' lists the commands\n`,
    );
  return await prompt.ended();
}

/** The dialogue: lines in, answers out, one after the other. */
class Prompt {
  private readonly desk: Desk;
  private readonly isJson: boolean;
  private readonly isTerminal = process.stdin.isTTY === true;
  private hasFailed = false;
  /** A move is under way, and Ctrl-C was pressed. */
  private isInterrupted = false;
  private isMoving = false;

  constructor(desk: Desk, isJson: boolean) {
    this.desk = desk;
    this.isJson = isJson;
  }

  async ended(): Promise<number> {
    const lines = createInterface({
      input: process.stdin,
      ...(this.isTerminal && !this.isJson ? { output: process.stdout } : {}),
      completer: (line: string) => this.completed(line),
    });
    // As in a shell, Ctrl-C ends a move or clears the line, never the session.
    lines.on('SIGINT', () => {
      if (this.isMoving) {
        this.isInterrupted = true;
        return;
      }
      lines.write(null, { ctrl: true, name: 'u' });
      say(process.stdout, "\n'quit' or Ctrl-D ends\n");
      lines.prompt();
    });
    this.ask(lines);
    for await (const line of lines) {
      if (line.trim() !== '' && (await this.answered(line.trim())) === 'quit') break;
      this.ask(lines);
    }
    lines.close();
    return this.hasFailed && !this.isTerminal ? exitCode.usage : exitCode.ok;
  }

  private ask(lines: Interface): void {
    if (!this.isTerminal || this.isJson) return;
    lines.setPrompt(`${exactInstantText(this.desk.debugger.now)}> `);
    lines.prompt();
  }

  private async answered(line: string): Promise<'quit' | 'next'> {
    const command = commandOf(line);
    if (typeof command === 'string') this.tell(line, { kind: 'error', message: command });
    else if (command.name === 'quit') return 'quit';
    else {
      this.isMoving = true;
      this.isInterrupted = false;
      this.tell(line, await this.desk.answer(command, () => this.isInterrupted));
      this.isMoving = false;
    }
    return 'next';
  }

  private tell(command: string, answer: DebugAnswer): void {
    if (answer.kind === 'error') this.hasFailed = true;
    const { now, entries } = this.desk.debugger;
    const document: DebugDocument = {
      schema: 'svcsim/debug/1',
      command,
      at: isoFromInstant(now),
      entries: entries.length,
      answer,
    };
    const text = this.isJson ? JSON.stringify(document) : debugText(document, canvasOf(process.stdout));
    if (text !== '') say(process.stdout, `${text}\n`);
  }

  /** Completes a command, and names of workloads and volume sets after it. */
  private completed(line: string): [string[], string] {
    const last = line.slice(line.lastIndexOf(' ') + 1);
    const known = line === last ? commandNames : stateNames(this.desk.debugger.session.run.sim.world);
    return [known.filter((name) => name.startsWith(last)), last];
  }
}

import type { Undo } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { SectionItem } from '../../core/settings-block.ts';
import type { PlainService } from '../../entities/services/service.ts';
import type { ServiceEngine } from '../../entities/services/service-engine.ts';
import { readWritten, writtenAt } from '../polled/section-reader.ts';
import { Command, type CommandParts, commandText, problemText } from './command.ts';
import { commandFault } from './command-entities.ts';
import { ProgramFailure, type ProgramOutcome } from './programs.ts';

/** Seconds until a program is killed. */
const TIMEOUT = 60;

/** The services `shell_command.<name>`. */
export class ShellCommands {
  private readonly parts: CommandParts & {
    readonly engine: Pick<ServiceEngine, 'register' | 'has'>;
    readonly log: Log;
  };
  private undos: Undo[] = [];

  constructor(parts: ShellCommands['parts']) {
    this.parts = parts;
  }

  clear(): void {
    for (const undo of this.undos.splice(0)) undo();
  }

  add(item: SectionItem): void {
    const { log, engine } = this.parts;
    const name = item.key ?? '';
    const label = `shell_command ${name}`;
    if (!/^[a-z0-9_]{1,100}$/.test(name) || engine.has('shell_command', name)) {
      log.error(
        `${item.place()}: shell_command ${JSON.stringify(name)}: the name is taken or is not lower-case`,
      );
      return;
    }
    const source = readWritten(commandText, writtenAt(item, [], { value: item.value, label }), log);
    if (source === undefined) return;
    const command = Command.of(source, this.parts);
    if (command instanceof Command) this.undos.push(engine.register(this.serviceOf(name, command)));
    else log.error(`${item.place()}: ${label}: ${JSON.stringify(source)}: ${problemText(command.problem)}`);
  }

  private serviceOf(name: string, command: Command): PlainService {
    return {
      ...{
        domain: 'shell_command',
        name,
        fields: {},
        passesExtraKeys: true,
        response: 'optional',
        whole: true,
      },
      shown: { description: '', fields: {} },
      handle: async (_fields, { data, returnResponse = false }) => {
        const outcome = await this.run(command, data);
        if (outcome.code !== 0) this.parts.log.warn(`${command.title} ended with the code ${outcome.code}`);
        return returnResponse ? shown(command, outcome) : null;
      },
    };
  }

  private async run(command: Command, variables: Readonly<Record<string, unknown>>): Promise<ProgramOutcome> {
    try {
      return await command.run({ timeout: TIMEOUT, variables });
    } catch (error) {
      if (!(error instanceof ProgramFailure)) throw error;
      throw commandFault(command, error.reason, error);
    }
  }
}

function shown({ title: program }: Command, { code, stdout, stderr }: ProgramOutcome): object {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    const [out, problems] = [decoder.decode(stdout).trim(), decoder.decode(stderr).trim()];
    return { stdout: out, stderr: problems, returncode: code };
  } catch {
    throw fault('home_assistant_error', 'command_output_not_utf8', { program });
  }
}

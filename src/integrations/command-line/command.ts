import { posix } from 'node:path';
import { z } from 'zod';
import { englishText, type Message, message } from '../../core/messages.ts';
import { schemaError } from '../../core/schema-error.ts';
import type { TemplateService } from '../../templates/template-service.ts';
import { type CommandLine, readCommand } from './command-words.ts';
import { ProgramFailure, type ProgramOutcome, type Programs } from './programs.ts';

/** A command in the settings. */
export const commandText = z
  .string(schemaError('expects_text'))
  .min(1, schemaError('expects_text_not_empty'));

/** What runs commands. */
export interface CommandParts {
  readonly programs: Programs;
  /** The absolute paths of the programs that may run. */
  readonly allowed: readonly string[];
  readonly templates: TemplateService;
}

/** How a command is run once. */
export interface CommandCall {
  readonly timeout: number;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly input?: string;
}

/** A configured command whose program may run. */
export class Command {
  /** The program's name, for messages. */
  readonly title: string;
  private readonly line: CommandLine;
  private readonly program: string | null;
  private readonly parts: CommandParts;

  private constructor(line: CommandLine, program: string | null, parts: CommandParts) {
    this.title = posix.basename(line.program);
    this.line = line;
    this.program = program;
    this.parts = parts;
  }

  /** Reads a command; returns the problem if it needs a shell or its program is not listed. */
  static of(source: string, parts: CommandParts): Command | { readonly problem: Message } {
    const line = readCommand(source);
    if ('problem' in line) return line;
    // What Home Assistant runs where nothing is configured.
    if (line.program === 'true' && line.words.length === 0) return new Command(line, null, parts);
    const { program } = line;
    const found = parts.allowed.filter((path) => path === program || posix.basename(path) === program);
    const [only] = found.includes(program) ? [program] : found;
    if (only === undefined) return { problem: message('program_not_allowed', { program }) };
    if (found.length > 1 && only !== program)
      return { problem: message('program_is_ambiguous', { program }) };
    return new Command(line, only, parts);
  }

  /** Renders each argument and runs the program. Rejects with `ProgramFailure` or `TemplateError`. */
  run({ timeout, variables = {}, input }: CommandCall): Promise<ProgramOutcome> {
    const { program } = this;
    const empty = Buffer.alloc(0);
    if (program === null) return Promise.resolve({ code: 0, stdout: empty, stderr: empty });
    const args = this.argumentsOf(variables);
    return this.parts.programs.run({ program, args, timeout, ...(input === undefined ? {} : { input }) });
  }

  private argumentsOf(variables: Readonly<Record<string, unknown>>): string[] {
    const { templates } = this.parts;
    let isAfterOptions = false;
    return this.line.words.flatMap(({ template, isFree, isQuoted }) => {
      const value = templates.render(template, variables as Parameters<TemplateService['render']>[1], {
        host: templates.quiet,
      });
      if (template === '--') isAfterOptions = true;
      if (value === '' && !isQuoted) return [];
      if (isFree && !isAfterOptions && /^-(?![\d.]|$)/.test(value))
        throw new ProgramFailure(message('argument_is_option', { value: value.slice(0, 100) }));
      if (value.includes('\0')) throw new ProgramFailure(message('argument_has_null'));
      return [value];
    });
  }
}

/** The text that a program wrote. Throws `ProgramFailure` if it failed. */
export function outputOf({ code, stdout, stderr }: ProgramOutcome): string {
  if (code !== 0) {
    const text = stderr.toString('utf8').trim().slice(0, 200);
    throw new ProgramFailure(message(text === '' ? 'program_failed' : 'program_failed_with', { code, text }));
  }
  return stdout.toString('utf8').trim();
}

/** The English text of a problem, for the log. */
export function problemText(problem: Message): string {
  return englishText(problem);
}

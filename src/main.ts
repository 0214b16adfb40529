import { parseArgs } from 'node:util';
import { commandHelp, helpText } from './commands/help.ts';
import { COMMANDS } from './commands/index.ts';
import { dropUnreadOutput } from './commands/unread-output.ts';

/** Runs `bin/hearth <command> …`: results go to stdout, all else to stderr, failures into the exit code. */
export async function run(args: readonly string[]): Promise<void> {
  dropUnreadOutput();
  const asked = args.some((arg) => arg === '--help' || arg === '-h');
  const command = COMMANDS.find(({ words }) => words.every((word, at) => args[at] === word));
  if (command === undefined) {
    const first = args.find((arg) => !arg.startsWith('-'));
    if (args.includes('--version')) return run(['version']);
    if (first === undefined || first === 'help' || asked) return print(helpText());
    return fail(`there is no command "${args.join(' ')}"; bin/hearth help lists them`);
  }
  if (asked) return print(commandHelp(command));
  try {
    const { values, positionals } = parseArgs({
      args: args.slice(command.words.length),
      options: command.options,
      strict: true,
      allowPositionals: command.argument !== undefined,
    });
    if (positionals.length > 1) throw new Error(`one ${command.argument} at a time`);
    await (await command.load())({ ...values, [command.argument ?? '']: positionals[0] });
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function fail(message: string): void {
  for (const line of message.split('\n')) process.stderr.write(`hearth: ${line}\n`);
  process.exitCode = 1;
}

import { parseArgs } from 'node:util';
import type { Command } from './commands/command.ts';
import { COMMANDS } from './commands/index.ts';

/** Runs `bin/hearth <command> …`; the answer goes to stdout, everything else to stderr, and failures into the exit code. */
export async function run(args: readonly string[]): Promise<void> {
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
    const { values } = parseArgs({
      args: args.slice(command.words.length),
      options: command.options,
      strict: true,
      allowPositionals: false,
    });
    await (await command.load())(values);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

function helpText(): string {
  const width = Math.max(...COMMANDS.map(({ words }) => words.join(' ').length));
  const lines = COMMANDS.map(({ words, summary }) => `  ${words.join(' ').padEnd(width)}  ${summary}`);
  return [
    'Usage: hearth <command> [options]',
    '',
    ...lines,
    '',
    'hearth <command> --help shows its options.',
  ].join('\n');
}

function commandHelp({ words, summary, options }: Command): string {
  const lines = Object.entries(options).map(([name, { type, hint }]) => {
    return `  --${type === 'string' ? `${name} <value>` : name}`.padEnd(26) + hint;
  });
  return [`hearth ${words.join(' ')}: ${summary}`, '', ...lines].join('\n');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function fail(message: string): void {
  process.stderr.write(`hearth: ${message}\n`);
  process.exitCode = 1;
}

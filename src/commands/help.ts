import type { Command } from './command.ts';
import { COMMANDS } from './index.ts';

/** The list of commands. */
export function helpText(): string {
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

/** What a command does, and its options. */
export function commandHelp({ words, argument, summary, options }: Command): string {
  const lines = Object.entries(options).map(([name, { type, hint }]) => {
    return `  --${type === 'string' ? `${name} <value>` : name}`.padEnd(26) + hint;
  });
  return [
    `hearth ${words.join(' ')}${argument === undefined ? '' : ` <${argument}>`}: ${summary}`,
    '',
    ...lines,
  ].join('\n');
}

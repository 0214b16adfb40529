import { messageOf } from '../../core/errors.ts';
import { type Message, message } from '../../core/messages.ts';
import { parse } from '../../jinja/syntax/parser.ts';

/** One argument, as a template of its own. */
export interface CommandWord {
  readonly template: string;
  /** Whether it begins with a template, so that its first character comes from elsewhere. */
  readonly isFree: boolean;
  /** Whether it stays when it renders to nothing. */
  readonly isQuoted: boolean;
}

/** A configured command: a program, and the templates of its arguments. */
export interface CommandLine {
  readonly program: string;
  readonly words: readonly CommandWord[];
}

const MAX_WORDS = 200;
/** What a shell would act on outside of quotes. */
const SHELL = new Set('|&;<>()`*');
const ENDS: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' };

/** A word while it is read. */
interface Reading {
  text: string;
  isFree: boolean;
  isQuoted: boolean;
}

/**
 * Splits a command into its program and arguments as a shell would, quotes and backslashes included; what is between
 * `{{` and `}}` stays together. Returns the problem for commands that need a shell.
 */
export function readCommand(source: string): CommandLine | { readonly problem: Message } {
  const words: CommandWord[] = [];
  let word: Reading | undefined;
  let quote = '';
  const text = source.trim();
  const end = (): void => {
    if (word !== undefined) words.push({ template: word.text, isFree: word.isFree, isQuoted: word.isQuoted });
    word = undefined;
  };
  const add = (part: string, isFree = false): void => {
    word ??= { text: '', isFree, isQuoted: false };
    word.text += part;
  };
  for (let i = 0; i < text.length; i += 1) {
    const c = text[i] ?? '';
    const close = ENDS[text.slice(i, i + 2)];
    if (close !== undefined) {
      const at = text.indexOf(close, i + 2);
      if (at < 0) return { problem: message('command_template_open', { text: text.slice(i, i + 50) }) };
      add(text.slice(i, at + 2), true);
      i = at + 1;
    } else if (quote !== '') {
      if (c === quote) quote = '';
      else if (quote === '"' && isExpansion(text, i)) return needsShell(text, i);
      else if (quote === '"' && c === '\\' && '"\\$`'.includes(text[i + 1] ?? ' ')) {
        i += 1;
        add(text[i] ?? '');
      } else add(c);
    } else if (c === '"' || c === "'") {
      quote = c;
      add('');
      if (word !== undefined) word.isQuoted = true;
    } else if (c === '\\') {
      i += 1;
      if (i >= text.length || text[i] === '\n') return needsShell(text, i - 1);
      add(text[i] ?? '');
    } else if (c === '\n') return needsShell(text, i);
    else if (/\s/.test(c)) end();
    else if (SHELL.has(c) || isExpansion(text, i) || (word === undefined && (c === '~' || c === '#')))
      return needsShell(text, i);
    else add(c);
    if (words.length > MAX_WORDS) return { problem: message('command_too_long', { max: MAX_WORDS }) };
  }
  if (quote !== '') return { problem: message('command_quote_open') };
  end();
  return checked(words);
}

function checked([first, ...words]: readonly CommandWord[]): ReturnType<typeof readCommand> {
  if (first === undefined) return { problem: message('command_is_empty') };
  if (/\{[{%#]/.test(first.template)) return { problem: message('command_program_is_template') };
  for (const { template } of words) {
    try {
      parse(template);
    } catch (error) {
      return { problem: message('command_argument_invalid', { text: template, reason: messageOf(error) }) };
    }
  }
  return { program: first.template, words };
}

function isExpansion(text: string, at: number): boolean {
  return text[at] === '`' || (text[at] === '$' && /^\$[\w{(@*#?$!-]/.test(text.slice(at, at + 2)));
}

function needsShell(text: string, at: number): { readonly problem: Message } {
  const found = text[at] === '\n' ? '\\n' : (text[at] ?? '');
  return { problem: message('command_needs_shell', { text: found }) };
}

import type { z } from 'zod';
import { type Message, type MessageKey, type MessageParameters, message } from './messages.ts';

/**
 * Encodes what a schema expects, a message of the catalog such as "a whole number", as the error text of that
 * schema: zod only carries strings. `expectedOf` decodes it.
 */
export function schemaError(key: MessageKey, parameters: MessageParameters = {}): string {
  return JSON.stringify({ key, parameters } satisfies Message);
}

const ENCODED = '{"key":';

/** What the schema that raised an issue expects; derived from the kind of issue if the schema has no error. */
export function expectedOf(issue: z.core.$ZodIssue): Message {
  if (hasOwnError(issue)) return JSON.parse(issue.message) as Message;
  switch (issue.code) {
    case 'invalid_type':
      return message(TYPES[issue.expected] ?? 'expects_other_value');
    case 'invalid_value':
      return message('expects_one_of', { words: issue.values.map(String).join(', ') });
    case 'too_small':
      return atLeast(issue);
    case 'too_big':
      return atMost(issue);
    case 'not_multiple_of':
      return message('expects_multiple_of', { step: issue.divisor });
    case 'invalid_format':
      return message(FORMATS[issue.format] ?? 'expects_other_text');
    case 'invalid_union':
      return anyOf(issue.errors);
    case 'custom':
      return issue.message === NO_TEXT
        ? message('expects_other_value')
        : message('reported_problem', { problem: issue.message });
    default:
      return message('expects_other_value');
  }
}

/** Whether the schema that raised an issue says itself what it expects. */
export function hasOwnError({ message: text }: z.core.$ZodIssue): boolean {
  return text.startsWith(ENCODED);
}

/** What zod says for checks without an error. */
const NO_TEXT = 'Invalid input';

const TYPES: Readonly<Record<string, MessageKey>> = {
  string: 'expects_text',
  number: 'expects_number',
  int: 'expects_whole_number',
  boolean: 'expects_boolean',
  array: 'expects_list',
  tuple: 'expects_list',
  object: 'expects_object',
  record: 'expects_object',
  null: 'expects_null',
};

const FORMATS: Readonly<Record<string, MessageKey>> = {
  url: 'expects_url',
  date: 'expects_date',
  datetime: 'expects_date_and_time',
};

function atLeast({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): Message {
  if (origin === 'string') return message('expects_at_least_characters', { count: Number(minimum) });
  if (origin === 'array') return message('expects_at_least_items', { count: Number(minimum) });
  return message(inclusive === false ? 'expects_number_above' : 'expects_number_from', {
    min: String(minimum),
  });
}

function atMost({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): Message {
  if (origin === 'string') return message('expects_at_most_characters', { count: Number(maximum) });
  if (origin === 'array') return message('expects_at_most_items', { count: Number(maximum) });
  return message(inclusive === false ? 'expects_number_below' : 'expects_number_up_to', {
    max: String(maximum),
  });
}

/** "text or true or false". */
function anyOf(forms: readonly (readonly z.core.$ZodIssue[])[]): Message {
  if (forms.length === 0) return message('expects_other_value');
  const expected = forms.map(([issue]) => (issue?.path.length === 0 ? expectedOf(issue) : undefined));
  return (
    expected.reduce((one, other) => one && other && message('expects_either', { one, other })) ??
    message('expects_other_value')
  );
}

import { HubError } from '../../core/errors.ts';
import {
  englishText,
  type Message,
  type MessageKey,
  type MessageParameters,
  message,
} from '../../core/messages.ts';
import { show } from '../../core/parse.ts';

/** Keys and indices in a configuration, from its root. */
export type Path = readonly (string | number)[];

/** An invalid configuration: what is wrong, and where. */
export class ConfigProblem extends HubError {
  readonly path: Path;

  constructor(reason: Message, path: Path) {
    super('invalid_format', englishText(reason), { reason });
    this.path = path;
  }
}

/** A problem whose message is followed by its path. */
export function configFault(key: MessageKey, path: Path, parameters: MessageParameters = {}): ConfigProblem {
  return problemAt(path, message(key, parameters));
}

/** A problem with a reason of its own, or the text of a parser, followed by the path. */
export function problemAt(path: Path, problem: Message | string): ConfigProblem {
  const reason = typeof problem === 'string' ? message('reported_problem', { problem }) : problem;
  if (path.length === 0) return new ConfigProblem(reason, path);
  return new ConfigProblem(message('problem_at', { problem: reason, path: placeText(path) }), path);
}

/** A problem for a value of the wrong type or form. */
export function wrongValue(form: MessageKey | Message, found: unknown, path: Path): ConfigProblem {
  const expected = typeof form === 'string' ? message(form) : form;
  const value = show(found);
  if (path.length === 0) return new ConfigProblem(message('wrong_value', { expected, value }), path);
  return new ConfigProblem(message('wrong_value_at', { expected, value, path: placeText(path) }), path);
}

/** A path as text: `triggers[0].entity_id`. */
function placeText(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? key : `${text}.${key}`;
  }, '');
}

import { HubError } from '../../core/errors.ts';
import { show } from '../../core/parse.ts';

/** Keys and indices in a configuration, from its root. */
export type Path = readonly (string | number)[];

/** An invalid configuration: what is wrong, and where. */
export class ConfigProblem extends HubError {
  readonly path: Path;

  /** `whole` is the complete message if the path is not to be appended. */
  constructor(message: string, path: Path, whole?: string) {
    super('invalid_format', whole ?? (path.length === 0 ? message : `${message} at '${placeText(path)}'`));
    this.path = path;
  }
}

/** A problem for a value of the wrong type or form. */
export function wrongValue(expected: string, value: unknown, path: Path): ConfigProblem {
  const place = path.length === 0 ? '' : ` at '${placeText(path)}'`;
  return new ConfigProblem('', path, `Expected ${expected}${place}. Got ${show(value)}`);
}

/** A path as text: `triggers[0].entity_id`. */
function placeText(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? key : `${text}.${key}`;
  }, '');
}

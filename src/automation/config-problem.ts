import { HubError } from '../core/errors.ts';

/** Keys and places in a configuration, from its top. */
export type Path = readonly (string | number)[];

/** A configuration that cannot be used: says what is wrong and where. */
export class ConfigProblem extends HubError {
  readonly path: Path;

  constructor(message: string, path: Path) {
    super('invalid_format', `${message} @ data${path.map((key) => `[${JSON.stringify(key)}]`).join('')}`);
    this.path = path;
  }
}

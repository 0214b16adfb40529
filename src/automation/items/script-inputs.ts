import { plainNumbers } from '../../core/json.ts';
import { type Config, isConfig } from '../config/fields.ts';

const TEXTS = ['name', 'description'] as const;
const FLAGS = ['required', 'advanced'] as const;
const VALUES = ['example', 'default'] as const;

/**
 * The declared fields of a script, as its service describes them. They only serve forms: any data is
 * accepted.
 */
export function shownFields(declared: Readonly<Record<string, Config>>): Readonly<Record<string, object>> {
  return Object.fromEntries(Object.entries(declared).map(([key, config]) => [key, shown(config)]));
}

function shown(config: Config): object {
  const texts = TEXTS.flatMap((key) => (typeof config[key] === 'string' ? [[key, config[key]]] : []));
  const flags = FLAGS.flatMap((key) => (config[key] === true ? [[key, true]] : []));
  const values = VALUES.flatMap((key) => (config[key] == null ? [] : [[key, plainNumbers(config[key])]]));
  return {
    description: '',
    required: false,
    ...Object.fromEntries([...texts, ...flags, ...values]),
    selector: isConfig(config.selector) ? plainNumbers(config.selector) : { text: null },
  };
}

import type { Json } from '../../core/json.ts';
import type { Option, PurposeTarget, TargetFilter } from './purpose.ts';

/** `behavior` of triggers: which of the targeted entities count. */
export const TRIGGER_BEHAVIOR: Json = {
  required: true,
  default: 'each',
  selector: { automation_behavior: { mode: 'trigger' } },
};
/** `behavior` of conditions. */
export const CONDITION_BEHAVIOR: Json = {
  required: true,
  default: 'any',
  selector: { automation_behavior: { mode: 'condition' } },
};
/** `for` of both. */
export const FOR: Json = {
  required: true,
  default: '00:00:00',
  selector: { duration: { enable_second: true } },
};
export const OFFSET: Json = {
  required: true,
  default: { days: 0, hours: 0, minutes: 0, seconds: 0 },
  selector: { duration: { enable_day: true, mode: 'offset', enable_second: true } },
};
export const ZONE: Json = {
  required: true,
  selector: { entity: { domain: ['zone'], multiple: false, reorder: false } },
};

/** Entities of the domains. */
export function target(...domains: readonly string[]): PurposeTarget {
  return { entity: domains.map((domain) => ({ domain: [domain] })) };
}

/** Entities of one class, or of a domain with its class. */
export function classes(
  ...pairs: readonly (readonly [domain: string, deviceClass?: string])[]
): PurposeTarget {
  return {
    entity: pairs.map(
      ([domain, deviceClass]): TargetFilter =>
        deviceClass === undefined ? { domain: [domain] } : { domain: [domain], device_class: [deviceClass] },
    ),
  };
}

/** A choice of one word. */
export function selectOption(name: string, words: readonly string[], otherwise: string, key = name): Option {
  return {
    name,
    field: {
      required: true,
      default: otherwise,
      selector: {
        select: {
          translation_key: key,
          options: words,
          multiple: false,
          custom_value: false,
          sort: false,
        },
      },
    },
    read: (fields) => fields.oneOf(name, words, otherwise),
  };
}

/** Some of the states or values an entity can have. */
export function statesOption(
  name: string,
  selector: { readonly attribute?: string; readonly hide_states?: readonly string[] },
  words?: readonly string[],
): Option {
  return {
    name,
    field: {
      context: { filter_target: 'target' },
      required: true,
      selector: { state: { ...selector, multiple: true } },
    },
    read: (fields) => {
      const chosen = words === undefined ? fields.texts(name) : fields.someOf(name, words);
      if (chosen.length === 0) throw fields.wrong(name, 'at least one');
      return new Set<unknown>(chosen);
    },
  };
}

export const HIDDEN = ['unavailable', 'unknown'];

import type { Json } from '../../core/json.ts';
import type { Option, PurposeTarget, TargetFilter } from '../../domains/definition/entity-triggers.ts';

/** `behavior` of triggers: which of the targeted entities fire. */
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
/** `for` of triggers and conditions. */
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

/** Filters for entities by domain and device class. */
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

/** A selection of one value. */
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

import data from './abbreviations.json' with { type: 'json' };

/** The short keys of an entity's config and of its availability items, old firmware's among them. */
export const CONFIG_ABBREVIATIONS: ReadonlyMap<string, string> = new Map(Object.entries(data.config));

/** The short keys of `device` and `child_device`. */
export const DEVICE_ABBREVIATIONS: ReadonlyMap<string, string> = new Map(Object.entries(data.device));

/** The short keys of `origin`. */
export const ORIGIN_ABBREVIATIONS: ReadonlyMap<string, string> = new Map(Object.entries(data.origin));

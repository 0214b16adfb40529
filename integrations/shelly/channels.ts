import { type Component, isComponent, type Status, textOf, within } from './part.ts';

/** Kinds of components that are devices of their own where there are several, with the names of those without one. */
const CHANNELS: Readonly<Record<string, string>> = {
  switch: 'Output',
  cover: 'Cover',
  light: 'Light',
  rgb: 'RGB light',
  rgbw: 'RGBW light',
  cct: 'CCT light',
  em1: 'Energy meter',
  pm1: 'Power meter',
};
const MAX_COMPONENTS = 300;
/** Counters belong to the channel that counts. */
const COUNTS_FOR: Readonly<Record<string, string>> = { em1data: 'em1', emdata: 'em' };

/** A component of a device. */
export interface Channel {
  /** `switch:0` */
  readonly key: string;
  readonly kind: string;
  readonly id: number;
  readonly config: Component;
  /** The name that somebody gave it. */
  readonly name: string | null;
  /** The key of the channel that is a device of its own, with what that is called without a name. */
  readonly device: { readonly key: string; readonly name: string } | undefined;
}

/** The numbered components of a device, in a fixed order. */
export function channelsOf(status: Status, config: Status): Channel[] {
  const keys = Object.keys(status).filter((key) => /^[a-z0-9]+:\d{1,3}$/.test(key));
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(kindOf(key), (counts.get(kindOf(key)) ?? 0) + 1);
  return keys
    .sort()
    .slice(0, MAX_COMPONENTS)
    .map((key) => {
      const kind = kindOf(key);
      const id = Number(key.slice(kind.length + 1));
      const own = within(config, key);
      const main = COUNTS_FOR[kind] ?? kind;
      const title = CHANNELS[main];
      const isDevice = title !== undefined && (counts.get(main) ?? 0) > 1;
      const name = textOf(within(config, `${main}:${id}`), 'name');
      return {
        ...{ key, kind, id, config: own, name },
        device: isDevice ? { key: `${main}:${id}`, name: name ?? `${title} ${id}` } : undefined,
      };
    });
}

/** How an entity of a channel is called: after the channel, where that has a name but no device. */
export function nameIn({ name, device, kind }: Channel, text: string): string {
  if (name === null || device !== undefined) return text;
  return Object.hasOwn(CHANNELS, kind) ? `${name} ${text.toLowerCase()}` : name;
}

/** The parts of an answer that are components. */
export function componentsOf(answer: unknown): Record<string, Component> {
  if (!isComponent(answer)) return {};
  return Object.fromEntries(
    Object.entries(answer)
      .filter((entry): entry is [string, Component] => isComponent(entry[1]))
      .slice(0, MAX_COMPONENTS),
  );
}

function kindOf(key: string): string {
  return key.slice(0, key.indexOf(':'));
}

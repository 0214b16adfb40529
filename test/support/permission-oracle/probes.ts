import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Aim, PlaceKind } from './aim.ts';

/** The fields of a command or condition, or the data of a service. */
export type Fields = Readonly<Record<string, unknown>>;
/** The path and body of a request. */
export type Request = readonly [path: string, body?: unknown];
type Row<T> = readonly ['reads' | 'changes' | 'own' | 'open', ...(readonly T[])];

interface Tables {
  readonly commands: Readonly<Record<string, Row<Fields> | string>>;
  readonly helpers: Readonly<Record<string, Row<Fields>>>;
  readonly routes: Readonly<Record<string, Row<Request>>>;
  readonly services: Readonly<Record<string, Fields>>;
  readonly ending: readonly string[];
  readonly expressions: readonly string[];
  readonly conditions: Readonly<Record<string, readonly Fields[]>>;
  readonly arguments: Readonly<Record<string, readonly (readonly string[])[] | string>>;
}

/** How a command or route is tried: `probes.yaml` describes the effects. */
export interface Probe<T> {
  readonly effect: Row<T>[0];
  readonly requests: (aim: Aim) => readonly T[];
}

/** The kinds of helpers and other user-created items. */
export const HELPER_KINDS = [
  ...['input_boolean', 'input_button', 'input_number', 'input_select', 'input_text', 'input_datetime'],
  ...['counter', 'timer', 'schedule', 'zone', 'person', 'todo', 'calendar', 'tag', 'group', 'template'],
] as const;
/** The domains of entities whose items are groups and templates. */
const DOMAIN_OF: Readonly<Record<string, string>> = { group: 'light', template: 'binary_sensor' };
const PLACEHOLDER = /<(\w+)((?: \w+)*)>/g;

/** The tables of `probes.yaml`. */
export const TABLES: Tables = parse(readFileSync(join(import.meta.dirname, 'probes.yaml'), 'utf8'));

/** Replaces the placeholders in all texts and keys of a value. */
export function fillWith<T>(value: T, resolve: (kind: string, ...words: string[]) => string): T {
  const text = JSON.stringify(value).replace(PLACEHOLDER, (_, kind: string, words: string) =>
    JSON.stringify(resolve(kind, ...words.split(' ').slice(1))).slice(1, -1),
  );
  return JSON.parse(text);
}

/** Fills the placeholders for an aim. */
export function fill<T>(value: T, aim: Aim): T {
  return fillWith(value, (kind, word, salt) => {
    if (kind === 'entity') return aim.entity(word, salt);
    if (kind === 'place') return aim.place(word as PlaceKind);
    if (kind === 'name') return aim.nameOf(word as PlaceKind);
    if (kind === 'item') return aim.item(word ?? '');
    if (kind === 'uid') return aim.uid(aim.entity(word));
    if (kind === 'token' || kind === 'user') return aim[kind];
    throw new Error(`Unknown placeholder ${kind}`);
  });
}

/** The row of a name, or that of the name it refers to. */
export function rowOf<T extends object>(table: Readonly<Record<string, T | string>>, name: string) {
  const row = table[name];
  return typeof row === 'string' ? (table[row] as T | undefined) : row;
}

function probes<T>(table: Readonly<Record<string, Row<T> | string>>): Readonly<Record<string, Probe<T>>> {
  return Object.fromEntries(
    Object.keys(table).flatMap((name) => {
      const row = rowOf(table, name);
      if (row === undefined) throw new Error(`${name} refers to no row`);
      const [effect, ...requests] = row;
      return [[name, { effect, requests: (aim: Aim) => fill(requests, aim) }]];
    }),
  );
}

const helpers = HELPER_KINDS.flatMap((kind) =>
  Object.entries(TABLES.helpers).map(([name, row]) => [
    `${kind}/${name}`,
    fillWith(row, (what) => (what === 'kind' ? kind : (DOMAIN_OF[kind] ?? kind))),
  ]),
);

/** How each WebSocket command is tried. */
export const COMMAND_PROBES = probes<Fields>({ ...TABLES.commands, ...Object.fromEntries(helpers) });
/** How each REST route is tried. */
export const ROUTE_PROBES = probes<Request>(TABLES.routes);

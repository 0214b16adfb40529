import { Readable } from 'node:stream';
import { isObject } from '../../core/coerce.ts';
import type { HomeRead } from '../home-read.ts';
import { ImportPlan } from '../import-plan.ts';
import { ImportError, type SourceFolder } from '../source-folder.ts';
import { type Fields, mapOf, mapsOf, textOf } from '../stored-fields.ts';
import { askHub } from './hub-connection.ts';

/** A running hub, and what its registries say. */
export interface RunningHome {
  readonly name: string;
  readonly version: string;
  /** The same for the same hub: its ID, or the user of the token where it does not say. */
  readonly id: string;
  readonly read: HomeRead;
}

/** Of the registries only; everything else stays in the other hub until the migration. */
const COPIED = ['floors', 'labels', 'areas', 'devices', 'entities'];
const LISTS = [
  'config/area_registry/list',
  'config/floor_registry/list',
  'config/label_registry/list',
  'config/device_registry/list',
  'config/entity_registry/list',
];
/** As many entities are asked for at once. */
const AT_ONCE = 1000;

/** Reads areas, floors, labels, devices and entities of a running hub, as the import reads them from its files. */
export async function readRunningHome(url: string, token: string, now: number): Promise<RunningHome> {
  const [config, user, ...lists] = await askHub(url, token, [
    { type: 'get_config' },
    { type: 'auth/current_user' },
    ...LISTS.map((type) => ({ type })),
  ]);
  const facts = mapOf(config);
  const id = textOf(facts.hearth_id) ?? textOf(mapOf(user).id);
  if (id === null) throw new ImportError('The hub does not say who the token belongs to');
  const [areas, floors, labels, devices, entities] = lists.map((list) => mapsOf(list));
  const whole = await wholeEntities(url, token, entities ?? []);
  const folder = folderOf({
    'core.area_registry': [1, 9, { areas: (areas ?? []).map((one) => ({ ...one, id: one.area_id })) }],
    'core.floor_registry': [1, 3, { floors: floors ?? [] }],
    'core.label_registry': [1, 3, { labels: labels ?? [] }],
    'core.device_registry': [3, 1, { devices: devices ?? [] }],
    'core.entity_registry': [1, 24, { entities: whole }],
  });
  const { readHome } = await import('../read-home.ts');
  const { plan, report } = await readHome(folder, { now, withHistory: false });
  const name = textOf(facts.location_name) ?? '';
  return { name, version: textOf(facts.version) ?? '', id, read: { plan: onlyCopied(plan), report } };
}

/** Aliases, classes and capabilities are only in the details of an entity. */
async function wholeEntities(url: string, token: string, entities: readonly Fields[]): Promise<Fields[]> {
  const ids = entities.map(({ entity_id: id }) => textOf(id)).filter((id) => id !== null);
  const commands = [];
  for (let i = 0; i < ids.length; i += AT_ONCE)
    commands.push({
      type: 'config/entity_registry/get_entries',
      entity_ids: ids.slice(i, i + AT_ONCE),
    });
  const details = new Map<string, unknown>();
  for (const answer of await askHub(url, token, commands))
    for (const [id, entry] of Object.entries(mapOf(answer))) details.set(id, entry);
  return entities.map((entity) => {
    const detail = details.get(String(entity.entity_id));
    return isObject(detail) ? { ...entity, ...detail } : entity;
  });
}

function onlyCopied(plan: ImportPlan): ImportPlan {
  const copied = new ImportPlan();
  for (const collection of COPIED)
    for (const [id, value] of plan.documents.get(collection) ?? []) copied.put(collection, id, value);
  return copied;
}

/** A configuration folder in memory with files of `.storage`: their versions and data. */
function folderOf(
  stored: Readonly<Record<string, readonly [version: number, minor: number, data: Fields]>>,
): SourceFolder {
  const texts = new Map(
    Object.entries(stored).map(([key, [version, minor_version, data]]) => [
      `.storage/${key}`,
      JSON.stringify({ version, minor_version, key, data }),
    ]),
  );
  const bytes = (name: string): Buffer => Buffer.from(texts.get(name) ?? '');
  return {
    ...{ root: '', files: [...texts.keys()].sort(), refused: [] },
    has: (name) => texts.has(name),
    below: (folder) => [...texts.keys()].filter((name) => name.startsWith(`${folder}/`)),
    text: async (name) => texts.get(name) ?? '',
    bytes: async (name) => bytes(name),
    stream: (name) => Readable.from([bytes(name)]),
  };
}

import { mdiDevices, mdiSofaOutline } from '@mdi/js';
import { type Entity, nameOf } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';
import { itemIdOf } from '../state/item-id.ts';
import { domainName } from '../texts/domain-name.ts';
import { say } from '../texts/say.ts';
import type { Choice, Finding } from './finding.ts';
import type { Source } from './search-index.ts';

/** Places among equally good findings. */
const ORDER = { area: 0, entity: 1, device: 3, internal: 5 };
/** The editor pages of entities that administrators write. */
const EDITORS: Readonly<Record<string, string>> = {
  automation: '/settings/automations',
  script: '/settings/scripts',
};

/** The entities, areas and, for administrators, devices of a home. */
export function* homeSources(home: HomeStore): Generator<Source<Finding>> {
  for (const { area_id: id, name, floor_id: floorId, icon } of home.places.areas.values())
    yield {
      finding: {
        key: `area:${id}`,
        name,
        detail: floorId === null ? '' : (home.places.floors.get(floorId)?.name ?? ''),
        sort: say('search.area'),
        iconPath: mdiSofaOutline,
        iconName: icon,
        choice: { kind: 'page', path: `/area/${encodeURIComponent(id)}` },
      },
      words: '',
      order: ORDER.area,
    };
  for (const entity of home.all()) yield entitySource(home, entity);
  if (home.user.is_admin) yield* deviceSources(home);
}

function entitySource(home: HomeStore, entity: Entity): Source<Finding> {
  const { entity_id: id, domain } = entity;
  const entry = home.places.entries.get(id);
  const device = home.deviceOf(id);
  const deviceName = device?.name_by_user ?? device?.name ?? '';
  const isInternal = entry?.isHidden === true || entry?.category != null;
  return {
    finding: {
      key: id,
      name: nameOf(entity),
      detail: home.areaOf(id)?.name ?? '',
      sort: domainName(domain),
      iconPath: '',
      entityId: id,
      choice: entityChoice(home, entity),
    },
    words: `${id} ${deviceName} ${searchTexts(domain)}`,
    order: isInternal ? ORDER.internal : ORDER.entity,
  };
}

/** Administrators get to the editor of an automation or script, everyone else to its dialog. */
function entityChoice(home: HomeStore, entity: Entity): Choice {
  const base = Object.hasOwn(EDITORS, entity.domain) ? EDITORS[entity.domain] : undefined;
  const itemId = base === undefined ? undefined : itemIdOf(home, entity);
  return home.user.is_admin && itemId !== undefined
    ? { kind: 'page', path: `${base}/${encodeURIComponent(itemId)}` }
    : { kind: 'entity', entityId: entity.entity_id };
}

function* deviceSources(home: HomeStore): Generator<Source<Finding>> {
  for (const {
    id,
    name,
    name_by_user: own,
    area_id: areaId,
    manufacturer,
    model,
  } of home.places.devices.values())
    yield {
      finding: {
        key: `device:${id}`,
        name: own ?? name ?? id,
        detail: areaId === null ? '' : (home.places.areas.get(areaId)?.name ?? ''),
        sort: say('search.device'),
        iconPath: mdiDevices,
        choice: { kind: 'page', path: `/settings/devices/${encodeURIComponent(id)}` },
      },
      words: `${manufacturer ?? ''} ${model ?? ''}`,
      order: ORDER.device,
    };
}

/** What users call the entities of a domain. */
export function searchTexts(domain: string): string {
  return domain === 'light' ? `${domainName(domain)} ${say('search.light_words')}` : domainName(domain);
}

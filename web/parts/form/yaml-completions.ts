import { nameOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';

interface Completion {
  readonly label: string;
  readonly detail?: string;
}

/** The keys of automations, scripts and their steps. */
const KEYS = (
  'alias description triggers conditions actions mode max trigger condition action target data entity_id device_id ' +
  'area_id floor_id label_id to from for at above below value_template attribute id enabled choose default if then else ' +
  'repeat count while until for_each sequence parallel delay wait_template wait_for_trigger timeout continue_on_timeout ' +
  'variables stop error response_variable set_conversation_response event event_type event_data offset before after ' +
  'weekday zone topic payload hours minutes seconds not_to not_from'
).split(' ');
const IDS: Readonly<Record<string, 'areas' | 'floors' | 'labels' | 'devices'>> = {
  area_id: 'areas',
  floor_id: 'floors',
  label_id: 'labels',
  device_id: 'devices',
};

/** What fits at the end of a line, with the one above: entity IDs, actions, IDs of places, or keys. */
export async function yamlCompletions(home: HomeStore, lines: string): Promise<readonly Completion[]> {
  const [above = '', line = ''] = lines.split('\n');
  const own = /(?:^|\s)([\w]+):\s*[\w.]*$/.exec(line)?.[1];
  // An item of a list belongs to the key above it.
  const key = own ?? (/^\s*-\s+[\w.]*$/.test(line) ? /(\w+):\s*$/.exec(above)?.[1] : undefined);
  if (key === 'action' || key === 'service') return actions(home);
  if (key === 'entity_id' || key === 'entities' || key === 'entity' || /[a-z_]\.\w*$/.test(line))
    return entities(home);
  const place = key === undefined ? undefined : IDS[key];
  if (place !== undefined)
    return [...home.places[place as 'areas']].map(([id, one]) => ({
      label: id,
      detail: (one as { name?: string }).name ?? '',
    }));
  return own === undefined ? KEYS.map((label) => ({ label })) : [];
}

function entities(home: HomeStore): readonly Completion[] {
  return [...home.all()].map((entity) => ({ label: entity.entity_id, detail: nameOf(entity) }));
}

async function actions(home: HomeStore): Promise<readonly Completion[]> {
  const services = await home.serviceList().catch(() => ({}));
  return Object.entries(services).flatMap(([domain, all]) =>
    Object.entries(all).map(([name, { name: title }]) => ({
      label: `${domain}.${name}`,
      detail: title ?? '',
    })),
  );
}

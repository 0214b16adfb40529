import type { OracleHome, Registries } from './oracle-home.ts';
import { Sight } from './sight.ts';
import type { Walk } from './walk.ts';

/** A change of the home by its owner that callers may receive events for. */
interface Step {
  readonly name: string;
  readonly act: () => Promise<unknown>;
}

const EVENTS = [
  ...['state_changed', 'entity_registry_updated', 'device_registry_updated', 'area_registry_updated'],
  ...['floor_registry_updated', 'label_registry_updated', 'category_registry_updated', 'service_registered'],
  ...['service_removed', 'core_config_updated', 'component_loaded', 'call_service', '*'],
];
const COLLECTIONS = [
  'input_text',
  'input_boolean',
  'zone',
  'person',
  'todo',
  'calendar',
  'tag',
  'group',
  'template',
];
const TEMPLATES = [
  '{{ states | map(attribute="name") | list }}',
  '{{ states.input_text | map(attribute="state") | list }}',
  '{{ areas() | map("area_name") | list }} {{ labels() | map("label_name") | list }} {{ floors() | list }}',
  '{{ states.group | map(attribute="attributes") | list }}',
];

/**
 * Subscribes every caller to everything, then changes the home, and searches what each received for each
 * change.
 */
export async function walkChanges(home: OracleHome, walks: readonly Walk[]): Promise<void> {
  for (const walk of walks) await listen(walk);
  let before = await home.registries();
  for (const { name, act } of stepsOf(home)) {
    await act();
    const after = await home.registries();
    await Promise.all(walks.map(({ client }) => client.settle()));
    await Promise.all(walks.map(({ client }) => client.settle()));
    for (const walk of walks) searchHeard(walk, name, [before, after]);
    before = after;
  }
}

/** What may be read before or after a change may be in its events. */
function searchHeard(walk: Walk, name: string, moments: readonly Registries[]): void {
  const { home, caller, client } = walk;
  walk.checks += 1;
  const heard = client.takeEvents();
  const found = home.canaries.found(heard, '');
  if (found.size === 0) return;
  const sights = moments.map((registries) => new Sight(caller, registries, home.clock.now()));
  for (const [word, keeper] of found) {
    if (sights.some((sight) => sight.sees(keeper))) continue;
    const at = heard.toLowerCase().indexOf(word);
    const around = heard.slice(Math.max(0, at - 200), at + 100);
    walk.fail(`heard ${word} of ${JSON.stringify(keeper)} when ${name}: …${around}…`);
  }
}

async function listen({ client, aims }: Walk): Promise<void> {
  const subscribe = (message: object) => client.ask(message, true);
  for (const event_type of EVENTS) await subscribe({ type: 'subscribe_events', event_type });
  for (const kind of COLLECTIONS) await subscribe({ type: `${kind}/subscribe` });
  for (const template of TEMPLATES) await subscribe({ type: 'render_template', template });
  for (const type of [
    ...['subscribe_entities', 'persistent_notification/subscribe', 'config_entries/subscribe'],
    ...['trigger_platforms/subscribe', 'condition_platforms/subscribe', 'frontend/subscribe_user_data'],
  ])
    await subscribe({ type });
  for (const aim of [aims.hidden, aims.free, aims.readable]) {
    if (aim === undefined) continue;
    const entity_id = aim.entity('todo');
    await subscribe({ type: 'todo/item/subscribe', entity_id });
    await subscribe({
      ...{ type: 'calendar/event/subscribe', entity_id: aim.entity('calendar') },
      ...{ start: '2026-03-01T00:00:00+00:00', end: '2026-04-01T00:00:00+00:00' },
    });
  }
  await client.settle();
  client.takeEvents();
}

/** Creates, changes, moves, renames and removes items of each kind, in each quarter. */
function stepsOf(home: OracleHome): readonly Step[] {
  return home.quarters.flatMap((quarter, index) => {
    const other = home.quarters[(index + 1) % home.quarters.length] ?? quarter;
    return [
      ...helperSteps(home, quarter.area, other.area),
      ...itemSteps(home, quarter.area),
      ...placeSteps(home),
    ];
  });
}

function helperSteps(home: OracleHome, area: string, otherArea: string): readonly Step[] {
  const { owner } = home;
  const entity = { id: '', entity_id: '' };
  let item = '';
  const keep = (word: string): string => {
    home.canaries.give(word, { kind: 'entity', id: entity.id });
    return word;
  };
  const word = (): string => keep(home.word());
  const update = (fields: object) =>
    owner.must({ type: 'config/entity_registry/update', entity_id: entity.entity_id, ...fields });
  return [
    {
      name: 'a helper was made and placed',
      act: async () => {
        // Without a place, its words belong to the whole home: rules about places do not apply yet.
        const name = home.word({ kind: 'nobody' });
        ({ id: item } = await owner.must({ type: 'input_text/create', name, initial: name }));
        entity.entity_id = `input_text.${item}`;
        ({ id: entity.id } = await owner.must({
          type: 'config/entity_registry/get',
          entity_id: entity.entity_id,
        }));
        home.canaries.give(name, { kind: 'everybody' });
        await update({ area_id: area });
      },
    },
    { name: 'it was renamed', act: () => update({ name: word(), icon: 'mdi:eye' }) },
    {
      name: 'it got another id',
      act: async () => {
        const id = `input_text.${word()}`;
        await update({ new_entity_id: id });
        entity.entity_id = id;
      },
    },
    { name: 'it got an alias', act: () => update({ aliases: [word()] }) },
    {
      name: 'its text changed',
      act: () => home.call('input_text.set_value', { entity_id: entity.entity_id, value: word() }),
    },
    {
      name: 'its settings changed',
      act: () =>
        owner.must({
          type: 'input_text/update',
          input_text_id: item,
          name: word(),
          initial: word(),
          max: 60,
        }),
    },
    { name: 'it was labeled', act: () => update({ labels: [home.closed.label] }) },
    { name: 'its label was taken off', act: () => update({ labels: [] }) },
    { name: 'it was moved', act: () => update({ area_id: otherArea }) },
    { name: 'it was renamed there', act: () => update({ name: word() }) },
    { name: 'it was moved back', act: () => update({ area_id: area }) },
    { name: 'it was disabled', act: () => update({ disabled_by: 'user', name: word() }) },
    { name: 'it was enabled', act: () => update({ disabled_by: null }) },
    { name: 'it was deleted', act: () => owner.must({ type: 'input_text/delete', input_text_id: item }) },
  ];
}

/** Items that refer to others: a group, a scene, a script, a list. */
function itemSteps(home: OracleHome, area: string): readonly Step[] {
  const { owner } = home;
  const made = { list: '', group: '' };
  const place = async (entity_id: string, word: string): Promise<void> => {
    const { id } = await owner.must({ type: 'config/entity_registry/get', entity_id });
    home.canaries.give(word, { kind: 'everybody' });
    await owner.must({ type: 'config/entity_registry/update', entity_id, area_id: area });
    home.made.set(`keeper of ${entity_id}`, id);
  };
  const keeper = (entity_id: string) =>
    ({ kind: 'entity', id: home.need(`keeper of ${entity_id}`) }) as const;
  return [
    {
      name: 'a list was made',
      act: async () => {
        const name = home.word();
        made.list = `todo.${name}`;
        await owner.must({ type: 'todo/create', name });
        await place(made.list, name);
      },
    },
    {
      name: 'the list was filled',
      act: () => home.call('todo.add_item', { entity_id: made.list, item: home.word(keeper(made.list)) }),
    },
    {
      name: 'the list was deleted',
      act: () => owner.must({ type: 'todo/delete', todo_id: made.list.slice('todo.'.length) }),
    },
    {
      name: 'a group was made',
      act: async () => {
        const name = home.word();
        made.group = `light.${name}`;
        const entities = [home.need('far light')];
        await owner.must({ type: 'group/create', group_type: 'light', name, entities });
        await place(made.group, name);
      },
    },
    {
      name: 'the group got other members',
      act: () =>
        owner.must({
          ...{ type: 'group/update', group_id: made.group.slice('light.'.length), group_type: 'light' },
          ...{ name: home.word(keeper(made.group)), entities: [home.need('light group 2')] },
        }),
    },
    {
      name: 'the group was deleted',
      act: () => owner.must({ type: 'group/delete', group_id: made.group.slice('light.'.length) }),
    },
    {
      name: 'a far light was switched',
      act: () => home.call('light.toggle', { entity_id: home.need('far light') }),
    },
    {
      name: 'a message was shown',
      act: () => home.call('persistent_notification.create', { message: home.word({ kind: 'whole_home' }) }),
    },
  ];
}

/** Empty places: only callers who see the whole home receive events about them. */
function placeSteps(home: OracleHome): readonly Step[] {
  const { owner } = home;
  return (['floor', 'area', 'label'] as const).flatMap((kind) => {
    let id = '';
    const word = (): string => home.word({ kind: 'whole_home' });
    const ask = (what: string, fields: object) =>
      owner.must({ type: `config/${kind}_registry/${what}`, ...fields });
    return [
      {
        name: `an empty ${kind} was made`,
        act: async () => {
          id = (await ask('create', { name: word() }))[`${kind}_id`];
        },
      },
      {
        name: `an empty ${kind} was renamed`,
        act: () => ask('update', { [`${kind}_id`]: id, name: word() }),
      },
      { name: `an empty ${kind} was deleted`, act: () => ask('delete', { [`${kind}_id`]: id }) },
    ];
  });
}

import { html } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import type { FormField } from '../../parts/form/form-field.ts';
import { badgeOf } from '../../parts/label-chip.ts';
import { filled, type RecordKind, RecordList } from '../../parts/record-list.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { Watch } from '../../state/watch.ts';
import { say } from '../../texts/say.ts';

/** The areas and floors of the home. */
export class AreasPage extends LightElement {
  static override properties = { home: { attribute: false } };

  declare home: HomeStore;

  constructor() {
    super();
    define({ 'hearth-record-list': RecordList });
    new Watch(this, () => ['#places']);
  }

  protected override render() {
    return html`<h1>${say('areas.title')}</h1>
      <p class="intro">${say('areas.intro_long')}</p>
      <hearth-record-list .home=${this.home} .kind=${areaKind(this.home)}></hearth-record-list>
      <hearth-record-list .home=${this.home} .kind=${floorKind(this.home)}></hearth-record-list>`;
  }
}

function areaKind(home: HomeStore): RecordKind {
  const { areas, floors, devices } = home.places;
  const fields: FormField[] = [
    { kind: 'text', name: 'name', label: say('record.name'), isRequired: true, maxLength: 100 },
    { kind: 'choose', what: 'floor', name: 'floor_id', label: say('areas.floor') },
    { kind: 'icon', name: 'icon', label: say('record.icon') },
    { kind: 'list', name: 'aliases', label: say('record.aliases'), hint: say('record.aliases_hint') },
    { kind: 'choose', what: 'label', isMultiple: true, name: 'labels', label: say('labels.title') },
    {
      kind: 'choose',
      what: 'entity',
      domains: ['sensor'],
      name: 'temperature_entity_id',
      label: say('areas.temperature'),
    },
    {
      kind: 'choose',
      what: 'entity',
      domains: ['sensor'],
      name: 'humidity_entity_id',
      label: say('areas.humidity'),
    },
  ];
  const ask = caller(home, 'area');
  return {
    title: say('areas.title'),
    none: say('areas.none'),
    add: say('areas.add'),
    fields,
    items: [...areas.values()].map((area) => {
      const count = [...devices.values()].filter(({ area_id }) => area_id === area.area_id).length;
      const floor = area.floor_id === null ? undefined : floors.get(area.floor_id)?.name;
      return {
        id: area.area_id,
        name: area.name,
        mark: badgeOf({ icon: area.icon ?? 'mdi:sofa-outline' }),
        detail: [floor, say('areas.devices', { count })].filter(Boolean).join(' · '),
        link: `/settings/devices?area=${encodeURIComponent(area.area_id)}`,
        values: { ...area },
      };
    }),
    save: (values, id) =>
      ask(id === undefined ? 'create' : 'update', { ...withId('area', id), ...filled(fields, values) }),
    remove: (id) => ask('delete', withId('area', id)),
    deletes: 'config/area_registry/delete',
    subject: (id) => ({ name: 'areas', id }),
    reorder: (area_ids) => ask('reorder', { area_ids }),
  };
}

function floorKind(home: HomeStore): RecordKind {
  const fields: FormField[] = [
    { kind: 'text', name: 'name', label: say('record.name'), isRequired: true, maxLength: 100 },
    { kind: 'number', name: 'level', label: say('areas.level'), hint: say('areas.level_hint'), step: 1 },
    { kind: 'icon', name: 'icon', label: say('record.icon') },
    { kind: 'list', name: 'aliases', label: say('record.aliases'), hint: say('record.aliases_hint') },
  ];
  const ask = caller(home, 'floor');
  const { areas, floors } = home.places;
  return {
    title: say('areas.floors'),
    none: say('areas.no_floors'),
    add: say('areas.add_floor'),
    fields,
    items: [...floors.values()].map((floor) => ({
      id: floor.floor_id,
      name: floor.name,
      mark: badgeOf({ icon: floor.icon ?? 'mdi:layers-outline' }),
      detail: [...areas.values()]
        .filter(({ floor_id }) => floor_id === floor.floor_id)
        .map(({ name }) => name)
        .join(', '),
      values: { ...floor },
    })),
    save: (values, id) =>
      ask(id === undefined ? 'create' : 'update', { ...withId('floor', id), ...filled(fields, values) }),
    remove: (id) => ask('delete', withId('floor', id)),
    deletes: 'config/floor_registry/delete',
    subject: (id) => ({ name: 'floors', id }),
    reorder: (floor_ids) => ask('reorder', { floor_ids }),
  };
}

function caller({ connection }: HomeStore, kind: string) {
  return (what: string, fields: object): Promise<unknown> =>
    connection.sendMessagePromise({ type: `config/${kind}_registry/${what}`, ...fields });
}

function withId(kind: string, id: string | undefined): object {
  return id === undefined ? {} : { [`${kind}_id`]: id };
}

import { z } from 'zod';
import { uniqueId } from '../../core/entity-id.ts';
import { slugify } from '../../core/slug.ts';
import { custom, text, textListSchema } from '../../domains/definition/field.ts';
import { domains } from '../../domains/index.ts';
import { definePlainService } from '../../entities/services/service.ts';
import type { Integration, IntegrationContext } from '../integration.ts';
import { NoteFields } from './note-fields.ts';
import type { Phone } from './phone.ts';
import { Phones } from './phones.ts';
import { PhoneSensor, Registration } from './registration.ts';

const NAME = 'mobile_app';
const SETTINGS = {};
const ZONE = 'zone.';

/** Home Assistant's companion apps on phones, tablets and computers. */
export const mobileAppIntegration = {
  name: NAME,
  settings: SETTINGS,
  sections: [],
  open: async (context) => {
    const phones = openPhones(context);
    return { parts: [], partsAfterHelpers: [phones], provides: { phones } };
  },
} satisfies Integration<typeof SETTINGS>;

function openPhones({
  entities,
  home,
  items,
  documents,
  states,
  clock,
  log,
}: IntegrationContext<object>): Phones {
  const { registry, devices, configEntries, engine } = home;
  const sensors = documents.collection('mobile_app_sensors', PhoneSensor);
  const deviceClasses = new Map(
    domains.map(({ name, deviceClasses }) => [name, new Set<string>(deviceClasses)]),
  );
  const names = new Set<string>();
  return new Phones({
    entities,
    store: sensors,
    sensors,
    registrations: documents.collection('mobile_app', Registration),
    gone: documents.collection('mobile_app_gone', z.boolean()),
    configEntries,
    clock,
    log: log.named(NAME),
    isDeviceClass: (domain, name) => deviceClasses.get(domain)?.has(name) === true,
    setDisabled: async (entityId, isDisabled) => {
      await registry.update(entityId, { disabled_by: isDisabled ? 'integration' : null });
    },
    offerService: (phone) => {
      const name = uniqueId(`mobile_app_${slugify(phone.registration.device_name)}`, (taken) =>
        names.has(taken),
      );
      names.add(name);
      const withdraw = engine.register(notifyService(name, phone));
      return () => {
        names.delete(name);
        withdraw();
      };
    },
    zones: () =>
      [...states.all()]
        .filter(({ entity_id: id }) => id.startsWith(ZONE))
        .map(({ entity_id: id, attributes: { friendly_name, radius, passive } }) => ({
          id,
          name: String(friendly_name ?? id),
          radius: Number(radius),
          isPassive: passive === true,
        })),
    deviceIdOf: (identifier) => devices.byIdentifier(identifier)?.id,
    forgetEntities: async (entryId) => {
      const own = [...registry.list()].filter(({ config_entry_id: id }) => id === entryId);
      for (const { entity_id: id } of own) await registry.remove(id);
    },
    linkPerson: async (userId, trackerId) => {
      const person = items.list('person').find(({ user_id: id }) => id === userId);
      if (person === undefined) return;
      const trackers = Array.isArray(person.device_trackers) ? person.device_trackers.map(String) : [];
      if (!trackers.includes(trackerId))
        await items.update('person', String(person.id), { device_trackers: [...trackers, trackerId] });
    },
  });
}

/** `notify.mobile_app_<name>`, for callers who may see the phone's tracker. */
function notifyService(name: string, phone: Phone) {
  return definePlainService({
    domain: 'notify',
    name,
    fields: {
      message: text({
        required: true,
        example: 'The washing is done.',
        selector: { text: { multiline: true } },
      }),
      title: text({ example: 'Laundry' }),
      target: custom(textListSchema.nullable(), { object: null }, {}),
      data: custom(NoteFields.nullable(), { object: null }, { example: { tag: 'laundry' } }),
    },
    entityId: () => phone.trackerId ?? '',
    handle: ({ message, title, data }) =>
      phone.notify({ message, ...(title === undefined ? {} : { title }), ...(data == null ? {} : { data }) }),
  });
}

import { type ConversationAgent, converse } from '../api/conversation.ts';
import type { PhonesParts } from '../api/phones-interface.ts';
import type { Services } from '../api/services.ts';
import type { Access } from '../core/access.ts';
import { newContext } from '../core/context.ts';
import { isEntityId } from '../core/entity-id.ts';
import type { PhoneActions } from '../core/phone-actions.ts';
import { INTERFACE_VERSION } from '../core/version.ts';
import { sees, visibleState } from '../entities/visibility/visible-state.ts';
import type { Note } from '../notifications/note.ts';
import type { HubContext } from './hub-context.ts';
import { componentsOf, servicesOf } from './interface.ts';

/** The events that apps of users who are no administrators may fire. */
const OWN_EVENTS = /^(mobile_app_|mobile_app\.|ios\.|android\.)/;
const THEME_COLOR = '#b4431c';

/** What the interface needs for companion apps; undefined without their integration. */
export function phonesParts(hub: Omit<HubContext, 'phones' | 'changes'>): PhonesParts | undefined {
  const { phones } = hub.integrations.provided;
  if (phones === undefined) return undefined;
  const services = servicesOf(hub);
  const [agent] = hub.assist.routeParts.conversation ?? [];
  hub.notifications.reach((userId, note) => phones.notifyUser(userId, phoneNote(note)));
  return {
    phones,
    auth: hub.auth,
    actionsOf: (access) => actionsOf(hub, { access, services, agent, instanceId: hub.instanceId }),
  };
}

interface Caller {
  readonly access: Access;
  readonly services: Services;
  readonly agent: ConversationAgent | undefined;
  readonly instanceId: string;
}

function actionsOf(
  { clock, bus, states, templates, home, tags }: Omit<HubContext, 'phones' | 'changes'>,
  { access, services, agent, instanceId }: Caller,
): PhoneActions {
  const context = () => newContext(clock.now(), access.userId);
  return {
    callService: async (domain, service, data) => {
      const call = { domain, service, data, access, context: context(), returnResponse: false };
      await services.call({ ...call, lenientResponse: true });
    },
    fireEvent: (type, data) => {
      if (!access.isAdmin && !OWN_EVENTS.test(type)) return false;
      bus.fire(type as never, { ...data }, clock.now(), context());
      return true;
    },
    render: async (template, variables) => {
      let event: string | undefined;
      const request = { template, variables, access, strict: false };
      const undo = await templates.templates.follow(request, (update) => {
        event ??= update.event;
        const [problem] = update.problems.filter(({ level }) => level === 'ERROR');
        if (update.event === undefined && problem !== undefined)
          event = JSON.stringify({ failure: problem.error });
      });
      undo();
      const { result, failure } = JSON.parse(event ?? '{"result":null}');
      if (failure !== undefined) throw new Error(failure);
      return result;
    },
    converse: (sentence) => {
      if (agent === undefined) throw new Error('There is no agent');
      return converse(agent, clock, sentence, access);
    },
    zones: () =>
      [...states.all()]
        .filter(({ entity_id: id }) => id.startsWith('zone.') && sees(access, id))
        .sort((a, b) => (a.entity_id < b.entity_id ? -1 : 1))
        .map((state) => JSON.parse(visibleState(state, access).toJsonText())),
    configuration: () => {
      const { latitude, longitude, elevation, name, time_zone } = home.home.facts;
      return {
        ...{ latitude, longitude, elevation, location_name: name, time_zone, instance_id: instanceId },
        unit_system: home.home.units,
        components: componentsOf({ home }, access),
        version: INTERFACE_VERSION,
        theme_color: THEME_COLOR,
      };
    },
    cameraPath: (id) =>
      isEntityId(id) && id.startsWith('camera.') && sees(access, id) && states.get(id) !== undefined
        ? `/api/camera_proxy_stream/${id}`
        : undefined,
    scanTag: (tagId, deviceId) => tags.scan(tagId, deviceId, context()),
  };
}

/** A note as apps receive it. */
function phoneNote({ title, message, tag, group, isUrgent, path, actions, actionData }: Note) {
  const data = {
    ...(tag === null ? {} : { tag }),
    ...(group === null ? {} : { group }),
    ...(path === null ? {} : { url: path, clickAction: path }),
    ...(actions.length === 0 ? {} : { actions, action_data: actionData }),
    ...(isUrgent ? { ttl: 0, priority: 'high', push: { 'interruption-level': 'critical' } } : {}),
  };
  return {
    message,
    ...(title === null ? {} : { title }),
    ...(Object.keys(data).length === 0 ? {} : { data }),
  };
}

import { z } from 'zod';
import { AnyObject, IsoTime, keyed, NullableText, object, UnixSeconds } from './plain-shapes.ts';

/** Who or what caused a state or an event. */
export const ContextShape = object({
  id: z.string(),
  parent_id: NullableText,
  user_id: NullableText,
}).meta({ id: 'Context', description: 'Who or what caused a state or an event' });

/** A state as sent by both interfaces [§4.1]. */
export const StateShape = object({
  entity_id: z.string(),
  state: z.string().max(255),
  attributes: AnyObject,
  last_changed: IsoTime,
  last_reported: IsoTime,
  last_updated: IsoTime,
  context: ContextShape,
}).meta({ id: 'State', description: 'The state of an entity' });

/** An event as sent by `subscribe_events` and `GET /api/stream`. */
export const EventShape = object({
  event_type: z.string(),
  data: AnyObject,
  origin: z.enum(['LOCAL', 'REMOTE']),
  time_fired: IsoTime,
  context: ContextShape,
}).meta({ id: 'Event', description: 'An event; its data are listed under Events' });

/** A context, shortened to its ID if it has nothing else. */
const ShortContext = z.union([z.string(), ContextShape.partial()]);

/** A state in the compressed format of `subscribe_entities`. */
const ShortState = object({
  s: z.string().optional().describe('The state'),
  a: AnyObject.optional().describe('The attributes'),
  c: ShortContext.optional(),
  lc: UnixSeconds.optional().describe('When the state changed, in seconds since 1970'),
  lu: UnixSeconds.optional().describe('When anything changed; `lc` if left out'),
}).meta({ id: 'CompressedState' });

/** The events of `subscribe_entities`: added, changed and removed entities. */
export const EntitiesChangeShape = object({
  a: keyed(ShortState).optional().describe('Added entities'),
  c: keyed(
    object({
      '+': ShortState.optional().describe('What is new'),
      '-': object({ a: z.array(z.string()).optional() })
        .optional()
        .describe('Removed attributes'),
    }),
  )
    .optional()
    .describe('Changed entities'),
  r: z.array(z.string()).optional().describe('Removed entities'),
}).meta({ id: 'EntitiesChange' });

const ServiceField = object({
  name: z.string().optional(),
  description: z.string().optional(),
  required: z.boolean().optional(),
  example: z.unknown().optional(),
  default: z.unknown().optional(),
  selector: AnyObject.optional(),
}).meta({ id: 'ServiceField' });

/** All services by domain and name [§4.1]. */
export const ServiceCatalogShape = keyed(
  keyed(
    object({
      name: z.string().optional(),
      description: z.string(),
      fields: keyed(ServiceField),
      target: z.unknown().optional(),
      response: object({ optional: z.boolean() }).optional(),
    }).meta({ id: 'Service' }),
  ),
);

/** Services as a list, with the setting `http.services_shape: list`. */
export const ServiceListShape = z.array(
  object({ domain: z.string(), services: ServiceCatalogShape.valueType }),
);

/** The answer to a service call over the WebSocket [§5.4]. */
export const ServiceResultShape = object({ context: ContextShape, response: z.unknown() });

/** The answer to a service call over REST: the changed states, or these with the response. */
export const CallAnswerShape = z.union([
  z.array(StateShape),
  object({ changed_states: z.array(StateShape), service_response: z.unknown() }),
]);

/** The configuration of the home [§2.5]. */
export const ConfigurationShape = object({
  allowlist_external_dirs: z.array(z.string()),
  allowlist_external_urls: z.array(z.string()),
  components: z.array(z.string()),
  config_dir: z.string(),
  config_source: z.string(),
  country: NullableText,
  currency: z.string(),
  debug: z.boolean(),
  elevation: z.number(),
  external_url: NullableText.optional(),
  hearth_id: z.string().optional(),
  internal_url: NullableText.optional(),
  language: z.string(),
  latitude: z.number(),
  location_name: z.string(),
  longitude: z.number(),
  radius: z.number(),
  recovery_mode: z.boolean(),
  safe_mode: z.boolean(),
  service_version: z.string(),
  state: z.string(),
  time_zone: z.string(),
  unit_system: keyed(z.string()),
  version: z.string(),
}).meta({ id: 'Configuration', description: 'The configuration of the home' });

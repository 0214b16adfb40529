import type { Message } from './protocol/messages.ts';
import type { NodeConnection } from './protocol/node-connection.ts';
import type { NodeEntry } from './settings.ts';

type Request = Message<'HomeassistantActionRequest'>;
type Pair = Request['data'][number];

/** Events of nodes have names of their own. */
const EVENTS = 'esphome.';
const MAX_WATCHED = 200;

/** Gives a node what it asks the home for, as far as the owner allows: services, events, states and the time. */
export function followHome(entry: NodeEntry, connection: NodeConnection): void {
  const told = new Set<string>();
  const refuse = (what: string, option: string): void => {
    if (told.has(what)) return;
    told.add(what);
    entry.log.warn(`The device wants to ${what}: allow it in its options (${option})`);
  };
  connection.on('GetTimeRequest', () =>
    connection.send('GetTimeResponse', { epoch_seconds: Math.floor(Date.now() / 1000) }),
  );
  connection.on('HomeassistantActionRequest', (request) => {
    const { service, is_event: isEvent } = request;
    const option = isEvent ? 'allow_events' : 'allow_service_calls';
    if (!entry.options[option]) {
      refuse(isEvent ? 'fire events' : `call ${service.slice(0, 100)}`, option);
      answer(connection, request, { error: 'The owner has not allowed this' });
    } else if (isEvent) fire(entry, request);
    else
      entry.home
        .call(service, valuesOf(request.data), {
          templates: valuesOf(request.data_template),
          variables: valuesOf(request.variables),
          wantsResponse: request.wants_response,
        })
        .then(
          (result) => answer(connection, request, { result }),
          (error: unknown) => {
            const text = error instanceof Error ? error.message : String(error);
            entry.log.warn(`${service.slice(0, 100)}, called by the device, has failed: ${text}`);
            answer(connection, request, { error: text });
          },
        );
  });
  followStates(entry, connection, refuse);
  connection.send('SubscribeHomeassistantServicesRequest');
  connection.send('SubscribeHomeAssistantStatesRequest');
}

function fire(entry: NodeEntry, { service, data, data_template: templates, variables }: Request): void {
  if (!service.startsWith(EVENTS)) {
    entry.log.warn(`The device fires ${service.slice(0, 100)}: its events must begin with ${EVENTS}`);
    return;
  }
  // Templates of events are texts: only services render them.
  const values = { ...valuesOf(variables), ...valuesOf(templates), ...valuesOf(data) };
  entry.fire(service, values, { connections: [['mac', entry.uniqueId]] });
}

/** The states that a node asks for; it gets each change of them. */
function followStates(
  entry: NodeEntry,
  connection: NodeConnection,
  refuse: (what: string, option: string) => void,
): void {
  const undos: (() => void)[] = [];
  connection.on('SubscribeHomeAssistantStateResponse', ({ entity_id: id, attribute, once }) => {
    if (!entry.options.allow_states) {
      refuse('read states of the home', 'allow_states');
      return;
    }
    if (undos.length >= MAX_WATCHED) return;
    let last: string | undefined;
    const undo = entry.home.watch(id, (shown) => {
      const value = shown && (attribute === '' ? shown.state : shown.attributes[attribute]);
      if (value === undefined || value === null) return;
      const state = textOf(value);
      if (state === last) return;
      last = state;
      connection.send('HomeAssistantStateResponse', { entity_id: id, state, attribute });
      if (once) setImmediate(() => undo());
    });
    undos.push(undo);
  });
  void connection.ended.then(() => {
    for (const undo of undos) undo();
  });
}

/** As Python prints it, which firmware expects. */
function textOf(value: unknown): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function answer(
  connection: NodeConnection,
  { call_id: id, wants_response: isWanted }: Request,
  { result, error }: { readonly result?: unknown; readonly error?: string },
): void {
  if (id === 0) return;
  connection.send('HomeassistantActionResponse', {
    ...{ call_id: id, success: error === undefined, error_message: error ?? '' },
    ...(isWanted && result !== undefined
      ? { response_data: Buffer.from(JSON.stringify({ response: result })) }
      : {}),
  });
}

function valuesOf(pairs: readonly Pair[]): Record<string, string> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, value]));
}

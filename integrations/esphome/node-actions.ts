import type { ServiceCall } from 'hearth-integration';
import type { Message } from './protocol/messages.ts';
import type { NodeConnection } from './protocol/node-connection.ts';
import type { NodeEntry } from './settings.ts';

type Action = Message<'ListEntitiesServicesResponse'>;
type Argument = Action['args'][number];
type Given = Partial<Message<'ExecuteServiceArgument'>>;

const RESPONSES = ['none', 'optional', 'only'] as const;
/** Answers only whether it worked. */
const STATUS = 100;
const SELECTORS: readonly Readonly<Record<string, unknown>>[] = [
  { boolean: null },
  { number: { min: -2_147_483_648, max: 2_147_483_647, step: 1, mode: 'box' } },
  { number: { min: -1e38, max: 1e38, step: 'any', mode: 'box' } },
  { text: null },
  ...Array.from({ length: 4 }, () => ({ object: null })),
];

/** The actions that the firmware of a node defines, as services `esphome.<node>_<action>`. */
export class NodeActions {
  private readonly entry: NodeEntry;
  private readonly undos = new Map<string, { readonly described: string; readonly undo: () => void }>();
  private current: { readonly connection: NodeConnection; readonly actions: Map<string, Action> } | undefined;
  private nextCall = 1;

  constructor(entry: NodeEntry) {
    this.entry = entry;
  }

  /** Offers the actions that a node lists, and no others. */
  show(info: Message<'DeviceInfoResponse'>, actions: readonly Action[], connection: NodeConnection): void {
    const byName = new Map(actions.map((action) => [serviceName(info.name, action.name), action]));
    byName.delete('');
    this.current = { connection, actions: byName };
    for (const [name, { undo }] of this.undos) {
      if (byName.has(name)) continue;
      undo();
      this.undos.delete(name);
    }
    for (const [name, action] of byName) this.offer(name, action, info);
  }

  private offer(name: string, action: Action, info: Message<'DeviceInfoResponse'>): void {
    const description = {
      description: action.description || `Calls ${action.name} of ${info.friendly_name || info.name}.`,
      response: RESPONSES[action.supports_response] ?? ('none' as const),
      fields: Object.fromEntries(action.args.map((argument) => [argument.name, fieldOf(argument)])),
    };
    const described = JSON.stringify(description);
    const known = this.undos.get(name);
    if (known?.described === described) return;
    known?.undo();
    const undo = this.entry.service(name, description, (call) => this.call(name, call));
    this.undos.set(name, { described, undo });
  }

  private async call(name: string, { data, wantsResponse }: ServiceCall): Promise<unknown> {
    const action = this.current?.actions.get(name);
    if (action === undefined || this.current === undefined) throw new Error('The device has no such action');
    const { connection } = this.current;
    const args = action.args.map(
      (argument) => argumentOf(argument, data[argument.name]) as Message<'ExecuteServiceArgument'>,
    );
    const { key, supports_response: support } = action;
    if (support === 0) {
      connection.send('ExecuteServiceRequest', { key, args });
      return undefined;
    }
    const id = this.nextCall;
    this.nextCall += 1;
    const request = { key, args, call_id: id, return_response: wantsResponse && support !== STATUS };
    const answer = await connection.ask(
      ...(['ExecuteServiceRequest', request, 'ExecuteServiceResponse'] as const),
      ({ call_id: of }) => of === id,
    );
    if (!answer.success) throw new Error(answer.error_message || 'The action has failed');
    return answer.response_data.length === 0 ? undefined : responseOf(answer.response_data);
  }
}

function responseOf(bytes: Buffer): unknown {
  try {
    const parsed: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? parsed
      : { response: parsed };
  } catch {
    throw new Error('The action has answered with something that is not JSON');
  }
}

/** `kitchen-node` and `set_pressure` as `kitchen_node_set_pressure`; empty for what cannot be a name. */
function serviceName(node: string, action: string): string {
  const name = `${node}_${action}`.toLowerCase().replaceAll('-', '_');
  return /^[a-z0-9][a-z0-9_]{0,199}$/.test(name) ? name : '';
}

function fieldOf({ type, description, example }: Argument) {
  return {
    ...{ required: true, selector: SELECTORS[type] ?? { object: null } },
    ...(description === '' ? {} : { description }),
    ...(example === '' ? {} : { example }),
  };
}

/** A value in the type that the firmware wants. Throws `RangeError` for another. */
function argumentOf({ name, type }: Argument, value: unknown): Given {
  const wrong = (wanted: string): RangeError =>
    new RangeError(`${name} must be ${wanted}, and is ${JSON.stringify(value)?.slice(0, 100)}`);
  const list = (): readonly unknown[] => {
    if (!Array.isArray(value)) throw wrong('a list');
    return value;
  };
  const number = (one: unknown): number => {
    const given = Number(one);
    if (one === null || one === '' || !Number.isFinite(given)) throw wrong('a number');
    return given;
  };
  const whole = (one: unknown): number => {
    const given = number(one);
    if (!Number.isInteger(given) || Math.abs(given) > 2_147_483_647) throw wrong('a whole number of 32 bits');
    return given;
  };
  switch (type) {
    case 0:
      return { bool_: value === true };
    case 1:
      // Firmware before 1.3 of the API reads the other field.
      return { int_: whole(value), legacy_int: whole(value) };
    case 2:
      return { float_: number(value) };
    case 3:
      return { string_: String(value) };
    case 4:
      return { bool_array: list().map((one) => one === true) };
    case 5:
      return { int_array: list().map(whole) };
    case 6:
      return { float_array: list().map(number) };
    default:
      return { string_array: list().map(String) };
  }
}

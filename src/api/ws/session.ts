import type { Caller } from '../../core/access.ts';
import type { Undo } from '../../core/clock.ts';
import { isObject } from '../../core/coerce.ts';
import { asHubError, type ErrorCode, HubError } from '../../core/errors.ts';
import { type ExactJson, parseExactJson } from '../../core/json.ts';
import type { Log } from '../../core/log.ts';
import { parse } from '../../core/parse.ts';
import { parseJsonText } from '../json-text.ts';
import { type Call, type Command, type Connection, RawJson } from './command.ts';
import { textFrame } from './frame.ts';
import { type Outlet, SessionFeed } from './session-feed.ts';

/** An id that `JSON.parse` cannot tell from another: a float such as `5.0`, or more digits than a double holds. */
const DOUBTFUL_ID = /"id"\s*:\s*-?\d*(?:[.eE]|\d{16})/;
/** A client with more subscriptions at once has lost its way; those of users who are no administrators need fewer. */
const MOST_SUBSCRIPTIONS = 10_000;
const MOST_OF_OTHERS = 1000;
/** Codes that are REST's own words for something that has a code of its own here. */
const RENAMED: Partial<Readonly<Record<ErrorCode, ErrorCode>>> = {
  unauthenticated: 'unauthorized',
  forbidden: 'unauthorized',
};

type Message = Readonly<Record<string, unknown>>;

/** The command phase of one client [§3.1]: takes messages, checks them, runs them, answers. Knows nothing of sockets. */
export class Session {
  private readonly commands: ReadonlyMap<string, Command>;
  private readonly caller: Caller;
  private readonly outlet: Outlet;
  private readonly log: Log;
  private readonly subscriptions = new Map<string, Undo>();
  private readonly connection: Connection;
  /** Subscriptions that are not kept yet since their start waits for something. */
  private beginning = 0;
  private lastId: number | bigint = 0;
  private ended = false;

  constructor(parts: {
    commands: ReadonlyMap<string, Command>;
    caller: Caller;
    outlet: Outlet;
    log: Log;
  }) {
    this.commands = parts.commands;
    this.caller = parts.caller;
    this.outlet = parts.outlet;
    this.log = parts.log;
    this.connection = {
      coalesce: () => this.outlet.coalesce(),
      unsubscribe: (id) => this.unsubscribe(String(id)),
    };
  }

  /** Takes one text frame: a message or an array of messages. False when it is no JSON, after which the connection must end. */
  receive(text: string): boolean {
    let content: unknown;
    try {
      content = parseJsonText(text);
    } catch {
      return false;
    }
    let read: ExactJson | undefined;
    const whole = (): ExactJson => {
      read ??= parseExactJson(text);
      return read;
    };
    const isDoubtful = DOUBTFUL_ID.test(text);
    if (!Array.isArray(content)) this.take(content, isDoubtful, whole);
    else
      content.forEach((item, i) => {
        this.take(item, isDoubtful, () => (whole() as readonly ExactJson[])[i] ?? null);
      });
    return true;
  }

  /** Drops all subscriptions; answers still on their way are forgotten. */
  end(): void {
    this.ended = true;
    for (const id of [...this.subscriptions.keys()]) this.unsubscribe(id);
  }

  /** `exact` reads the message once more, with numbers as they were written. */
  private take(message: unknown, isDoubtful: boolean, exact: () => ExactJson): void {
    if (this.ended) return;
    if (!isObject(message)) {
      this.refuse('0', 'invalid_format', 'Message incorrectly formatted.');
      return;
    }
    const id = isDoubtful ? fieldOf(exact(), 'id') : message.id;
    const idText = textOf(id);
    if (!isId(id) || typeof message.type !== 'string' || message.type === '') {
      this.refuse(idText, 'invalid_format', 'Message incorrectly formatted.');
      return;
    }
    if (id <= this.lastId) {
      this.refuse(idText, 'id_reuse', 'Identifier values have to increase.');
      return;
    }
    const command = this.commands.get(message.type);
    if (command === undefined) {
      this.refuse(idText, 'unknown_command', 'Unknown command.');
      return;
    }
    this.lastId = id;
    try {
      const { exact: name } = command;
      const given = name === undefined || !Object.hasOwn(message, name);
      this.run(command, idText, given ? message : { ...message, [name]: fieldOf(exact(), name) });
    } catch (error) {
      this.fail(command, idText, error);
    }
  }

  private run(command: Command, id: string, message: Message): void {
    const checked = command.isPlain?.(message) === true ? message : parse(command.schema, message);
    const { access } = this.caller;
    if (command.permission === 'admin' && !access.isAdmin) throw new HubError('unauthorized', 'Unauthorized');
    const call = { message: checked, caller: this.caller, access, connection: this.connection };
    if (command.subscribe !== undefined) {
      this.subscribe(command, id, call);
      return;
    }
    const result = command.handle?.(call);
    if (!(result instanceof Promise)) this.answer(command, id, result);
    else
      result
        .then((value: unknown) => this.answer(command, id, value))
        .catch((error: unknown) => this.fail(command, id, error));
  }

  private subscribe(command: Command, id: string, call: Call<unknown>): void {
    const most = call.access.isAdmin ? MOST_SUBSCRIPTIONS : MOST_OF_OTHERS;
    if (this.subscriptions.size + this.beginning >= most)
      throw new HubError('home_assistant_error', `More than ${most} subscriptions at once`);
    const feed = new SessionFeed(id, this.outlet);
    const begun = command.subscribe?.(call, feed) ?? (() => {});
    const keep = (undo: Undo): void => {
      this.subscriptions.set(id, () => {
        feed.end();
        undo();
      });
      if (this.ended) this.unsubscribe(id);
      this.answer(command, id, null);
      feed.begin();
    };
    if (!(begun instanceof Promise)) {
      keep(begun);
      return;
    }
    this.beginning += 1;
    begun
      .finally(() => {
        this.beginning -= 1;
      })
      .then(keep)
      .catch((error: unknown) => this.fail(command, id, error));
  }

  private unsubscribe(id: string): boolean {
    const undo = this.subscriptions.get(id);
    if (undo === undefined) return false;
    this.subscriptions.delete(id);
    try {
      undo();
    } catch (error) {
      this.log.error(`Subscription ${id} did not end cleanly`, { error });
    }
    return true;
  }

  private answer(command: Command, id: string, result: unknown): void {
    if (this.ended) return;
    if (command.reply !== undefined) this.outlet.push(textFrame(`{"id":${id},"type":"${command.reply}"}`));
    else this.outlet.push(resultFrame(id, result));
  }

  private refuse(id: string, code: ErrorCode, message: string): void {
    this.outlet.push(errorFrame(id, new HubError(code, message)));
  }

  private fail(command: Command, id: string, thrown: unknown): void {
    const error = asHubError(thrown);
    if (error.code === 'unknown_error') this.log.error(`${command.type} failed`, { error: thrown });
    if (!this.ended) this.outlet.push(errorFrame(id, error));
  }
}

function fieldOf(message: ExactJson, name: string): unknown {
  return isObject(message) ? message[name] : undefined;
}

/** JSON has no other integers; a float such as `5.0` arrives here as a `Float`, which is an object. */
function isId(id: unknown): id is number | bigint {
  return (
    (typeof id === 'number' && Number.isInteger(id) && id > 0) ||
    (typeof id === 'bigint' && id > 0n && id < 2n ** 64n)
  );
}

/** An id as it came in, for the answer; null for none and for what cannot be written again. */
function textOf(id: unknown): string {
  if (typeof id === 'number' || typeof id === 'bigint') return String(id);
  try {
    return JSON.stringify(id) ?? 'null';
  } catch {
    return 'null';
  }
}

function resultFrame(id: string, result: unknown): Buffer {
  const head = `{"id":${id},"type":"result","success":true,"result":`;
  if (result instanceof RawJson) return textFrame(head, ...result.parts, '}');
  try {
    return textFrame(`${head}${JSON.stringify(result ?? null) ?? 'null'}}`);
  } catch {
    return errorFrame(id, new HubError('unknown_error', 'Invalid JSON in response'));
  }
}

function errorFrame(id: string, error: HubError): Buffer {
  const { translation } = error;
  const body = {
    code: RENAMED[error.code] ?? error.code,
    message: error.message,
    ...(translation === undefined
      ? {}
      : {
          translation_key: translation.key,
          translation_domain: translation.domain,
          translation_placeholders: translation.placeholders ?? null,
        }),
  };
  return textFrame(`{"id":${id},"type":"result","success":false,"error":${JSON.stringify(body)}}`);
}

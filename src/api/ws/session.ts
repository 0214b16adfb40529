import type { Caller } from '../../core/access.ts';
import { actAs } from '../../core/acting.ts';
import type { Undo } from '../../core/clock.ts';
import { isObject } from '../../core/coerce.ts';
import { asHubError, type ErrorCode, fault, type HubError, translationOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { MessageKey, MessageParameters } from '../../core/messages.ts';
import { parse } from '../../core/parse.ts';
import { TooManyValues } from '../json-text.ts';
import { type Call, type Command, type Connection, JsonStream, RawJson } from './command.ts';
import { textFrame } from './frame.ts';
import { fieldOf, IncomingFrame } from './incoming-frame.ts';
import { isId, textOf } from './message-id.ts';
import { type FrameSink, SessionFeed } from './session-feed.ts';
import { VIEW_COMMANDS } from './view-commands.ts';

/**
 * The most subscriptions; a client with more is malfunctioning. Users without administrator permissions need
 * fewer.
 */
const MAX_SUBSCRIPTIONS = 10_000;
const MAX_OTHERS = 1000;
/** Codes that only REST has; the WebSocket uses others for the same errors. */
const RENAMED: Partial<Readonly<Record<ErrorCode, ErrorCode>>> = {
  unauthenticated: 'unauthorized',
  forbidden: 'unauthorized',
};

type Message = Readonly<Record<string, unknown>>;

/** The limits of one caller, over all its connections. */
export interface Quota {
  /** Throws if the caller has too many unanswered commands. */
  checkInFlight(): void;
  /** Counts a subscription until undone. Throws if there are too many. */
  addSubscription(): Undo;
}

/**
 * The command phase of one client [§3.1]: reads, validates, runs and answers messages. Independent of sockets
 * and scheduling.
 */
export class Session {
  private readonly commands: ReadonlyMap<string, Command>;
  private caller: Caller;
  /** Whether it shows what another user sees, and nothing may act. */
  private isView = false;
  private readonly close: () => void;
  private readonly sink: FrameSink;
  private readonly log: Log;
  private readonly quota: Quota;
  private readonly subscriptions = new Map<string, Undo>();
  private readonly connection: Connection;
  /** Subscriptions that are still starting. */
  private beginning = 0;
  private lastId: number | bigint = 0;
  private ended = false;

  constructor(parts: {
    commands: ReadonlyMap<string, Command>;
    caller: Caller;
    sink: FrameSink;
    quota: Quota;
    log: Log;
    /** Ends the connection. */
    close?: () => void;
  }) {
    this.commands = parts.commands;
    this.caller = parts.caller;
    this.sink = parts.sink;
    this.quota = parts.quota;
    this.log = parts.log;
    this.close = parts.close ?? (() => this.end());
    this.connection = {
      coalesce: () => this.sink.coalesce(),
      errorKeys: false,
      viewAs: (caller) => this.viewAs(caller),
      unsubscribe: (id) => this.unsubscribe(String(id)),
    };
  }

  /**
   * Parses a text frame: one message or an array of messages. Null if it is not JSON, after which the
   * connection must be closed. A frame with too many messages or values is answered with an error and
   * returned empty.
   */
  read(text: string): IncomingFrame | null {
    if (IncomingFrame.isTooLong(text)) {
      this.refuse('0', 'invalid_format', 'too_many_messages_in_frame', { max: IncomingFrame.MAX_MESSAGES });
      return IncomingFrame.EMPTY;
    }
    try {
      return new IncomingFrame(text);
    } catch (error) {
      if (!(error instanceof TooManyValues)) return null;
      this.refuse(IncomingFrame.idOf(text), 'invalid_format', 'json_has_too_many_values', { max: error.max });
      return IncomingFrame.EMPTY;
    }
  }

  /** Drops all subscriptions and pending answers. */
  end(): void {
    this.ended = true;
    for (const id of [...this.subscriptions.keys()]) this.unsubscribe(id);
  }

  /**
   * Runs one message of a frame. If it continues asynchronously, returns a promise that resolves once it is
   * answered and never rejects.
   */
  take(frame: IncomingFrame, index: number): Promise<void> | undefined {
    if (this.ended) return undefined;
    const message = frame.messages[index];
    if (!isObject(message)) {
      this.refuse('0', 'invalid_format', 'message_incorrectly_formatted');
      return undefined;
    }
    const id = frame.isDoubtful ? fieldOf(frame.exact(index), 'id') : message.id;
    const idText = textOf(id);
    if (!isId(id) || typeof message.type !== 'string' || message.type === '') {
      this.refuse(idText, 'invalid_format', 'message_incorrectly_formatted');
      return undefined;
    }
    if (id <= this.lastId) {
      this.refuse(idText, 'id_reuse', 'identifier_must_increase');
      return undefined;
    }
    const command = this.commands.get(message.type);
    if (command === undefined) {
      this.refuse(idText, 'unknown_command', 'command_not_known');
      return undefined;
    }
    this.lastId = id;
    try {
      const { exact: name } = command;
      const given = name === undefined || !Object.hasOwn(message, name);
      return this.run(
        command,
        idText,
        given ? message : { ...message, [name]: fieldOf(frame.exact(index), name) },
      );
    } catch (error) {
      this.fail(command, idText, error);
      return undefined;
    }
  }

  private viewAs(caller: Caller): void {
    if (this.isView || this.subscriptions.size + this.beginning > 0)
      throw fault('not_allowed', 'view_needs_new_connection');
    this.caller = caller;
    this.isView = true;
    this.subscriptions.set(
      'view',
      caller.onRevoked(() => this.close()),
    );
  }

  private run(command: Command, id: string, message: Message): Promise<void> | undefined {
    this.quota.checkInFlight();
    const checked = command.isPlain?.(message) === true ? message : parse(command.schema, message);
    if (this.isView && !VIEW_COMMANDS.has(command.type)) throw fault('unauthorized', 'view_only');
    const { access } = this.caller;
    if (command.permission === 'admin' && !access.isAdmin) throw fault('unauthorized', 'unauthorized');
    const call = { message: checked, caller: this.caller, access, connection: this.connection };
    if (command.subscribe !== undefined) return this.subscribe(command, id, call);
    const result = command.changes === undefined ? command.handle?.(call) : this.change(command, call);
    if (result instanceof Promise)
      return result.then(
        (value: unknown) => this.answerLate(command, id, value),
        (error: unknown) => this.fail(command, id, error),
      );
    this.answer(command, id, result);
    return undefined;
  }

  /** Runs a command that changes the configuration. */
  private change(command: Command, call: Call<unknown>): unknown {
    const actor = { userId: call.access.userId, tokenId: this.caller.tokenId };
    return actAs({ ...actor, act: command.type }, () => command.handle?.(call));
  }

  private subscribe(command: Command, id: string, call: Call<unknown>): Promise<void> | undefined {
    const most = call.access.isAdmin ? MAX_SUBSCRIPTIONS : MAX_OTHERS;
    if (this.subscriptions.size + this.beginning >= most)
      throw fault('home_assistant_error', 'too_many_subscriptions', { subscriptions: most });
    const uncount = this.quota.addSubscription();
    const feed = new SessionFeed(id, this.sink);
    let subscribed: Undo | null | Promise<Undo>;
    try {
      subscribed = command.subscribe?.(call, feed) ?? null;
    } catch (error) {
      uncount();
      throw error;
    }
    const addUndo = (undo: Undo | null): void => {
      if (undo === null) uncount();
      else
        this.subscriptions.set(id, () => {
          uncount();
          feed.end();
          undo();
        });
      if (this.ended) this.unsubscribe(id);
      this.answer(command, id, null);
      feed.begin();
    };
    if (!(subscribed instanceof Promise)) {
      addUndo(subscribed);
      return undefined;
    }
    this.beginning += 1;
    return subscribed
      .finally(() => {
        this.beginning -= 1;
      })
      .then(addUndo, (error: unknown) => {
        uncount();
        throw error;
      })
      .catch((error: unknown) => this.fail(command, id, error));
  }

  private unsubscribe(id: string): boolean {
    const undo = this.subscriptions.get(id);
    if (undo === undefined) return false;
    this.subscriptions.delete(id);
    try {
      undo();
    } catch (error) {
      this.log.error(`Subscription ${id} could not be ended cleanly`, { error });
    }
    return true;
  }

  private answer(command: Command, id: string, result: unknown): void {
    if (this.ended) return;
    if (command.reply !== undefined) this.sink.push(textFrame(`{"id":${id},"type":"${command.reply}"}`));
    else this.sink.push(resultFrame(id, result));
  }

  private async answerLate(command: Command, id: string, result: unknown): Promise<void> {
    try {
      if (result instanceof JsonStream)
        await this.sink.stream({ head: resultHead(id), chunks: result.chunks, tail: '}' });
      else this.answer(command, id, result);
    } catch (error) {
      this.fail(command, id, error);
    }
  }

  private refuse(
    id: string,
    code: ErrorCode,
    ...[key, parameters]: readonly [MessageKey, MessageParameters?]
  ): void {
    this.sink.push(errorFrame(id, fault(code, key, parameters), this.connection.errorKeys));
  }

  private fail(command: Command, id: string, thrown: unknown): void {
    const error = asHubError(thrown);
    if (error.code === 'unknown_error') this.log.error(`${command.type} failed`, { error: thrown });
    if (!this.ended) this.sink.push(errorFrame(id, error, this.connection.errorKeys));
  }
}

function resultHead(id: string): string {
  return `{"id":${id},"type":"result","success":true,"result":`;
}

function resultFrame(id: string, result: unknown): Buffer {
  const head = resultHead(id);
  if (result instanceof RawJson) return textFrame(head, ...result.parts, '}');
  try {
    return textFrame(`${head}${JSON.stringify(result ?? null) ?? 'null'}}`);
  } catch {
    return errorFrame(id, fault('unknown_error', 'invalid_json_in_response'));
  }
}

function errorFrame(id: string, error: HubError, withKeys = false): Buffer {
  const translation = translationOf(error, withKeys);
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

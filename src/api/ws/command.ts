import { z } from 'zod';
import type { Access, Caller } from '../../core/access.ts';
import type { Undo } from '../../core/clock.ts';
import type { Batch } from './broadcast.ts';

/** Serialized JSON in consecutive parts; results are spliced from it instead of being serialized again. */
export class RawJson {
  readonly parts: readonly (string | Buffer)[];

  constructor(...parts: (string | Buffer)[]) {
    this.parts = parts;
  }
}

/** JSON text that is still being produced; a long result is sent while it arrives. */
export class JsonStream {
  readonly chunks: AsyncGenerator<Uint8Array>;

  constructor(chunks: AsyncGenerator<Uint8Array>) {
    this.chunks = chunks;
  }
}

/** The connection of a command, as the command may use it. */
export interface Connection {
  /** From now on sends the messages of a tick as one JSON array. */
  coalesce(): void;
  /** Whether the client wants errors to name their message of the catalog. */
  errorKeys: boolean;
  /** From now on shows the home to another caller, read-only. Throws once the connection has subscriptions. */
  viewAs(caller: Caller): void;
  /** Ends a subscription of any kind; returns false if there is none with this ID. */
  unsubscribe(id: number): boolean;
}

/** The validated message of a command, and its caller. */
export interface Call<Message> {
  readonly message: Message;
  readonly caller: Caller;
  readonly access: Access;
  readonly connection: Connection;
}

/** Where a subscription sends its events. They follow the command's result, even if sent before it. */
export interface Feed {
  /** The subscription's ID as written in messages. */
  readonly id: string;
  /** Sends an event given as JSON. */
  event(json: string | Buffer): void;
  /** Sends an event immediately, ahead of the result. */
  ahead(json: string): void;
  /** Sends an event whose JSON arrives in chunks; resolves when it is sent or the client has gone. */
  stream(chunks: AsyncGenerator<Uint8Array>): Promise<void>;
  /** Sends a complete frame with this subscription's ID. */
  frame(frame: Buffer): void;
  /** Sends shared frames with this subscription's ID. */
  share(batch: Batch): void;
  /** Whether so much is unread that events should be conflated. */
  isSlow(): boolean;
  /** Runs the task once the client has caught up. */
  whenCaughtUp(task: () => void): void;
}

/** A command of the WebSocket interface with everything known about it. */
export interface Command {
  readonly type: string;
  /** Whether any caller or only administrators may use it. */
  readonly permission: 'user' | 'admin';
  /** A one-line summary for the reference. */
  readonly summary: string;
  /** The whole message, including `id` and `type`. */
  readonly schema: z.ZodType;
  /** The schema of the result, for the reference; that of a subscription is null. */
  readonly result?: z.ZodType;
  /** The schema of the events of a subscription, for the reference. */
  readonly event?: z.ZodType;
  /**
   * A fast path for frequent messages: returns true only if the schema would accept the message unchanged.
   */
  readonly isPlain?: (message: Readonly<Record<string, unknown>>) => boolean;
  /** The field parsed with exact numbers: `21.0` is a `Float`, large integers are `bigint`. */
  readonly exact?: string;
  /** The type of the answer if it is not `result`. */
  readonly reply?: 'pong';
  /**
   * Whether it changes the configuration: what it writes is recorded as a change, which can be undone, or, if it is
   * final, is only listed.
   */
  readonly changes?: 'undoable' | 'final';
  /** Returns the result; undefined is sent as null. */
  handle?(call: Call<unknown>): unknown;
  /** Starts a subscription, whose result is null; the undo ends it. Null: nothing will follow what was sent. */
  subscribe?(call: Call<unknown>, feed: Feed): Undo | null | Promise<Undo>;
}

type MessageOf<Fields extends z.ZodRawShape> = z.infer<z.ZodObject<Fields>>;

interface CommandFacts<Fields extends z.ZodRawShape> {
  readonly type: string;
  readonly permission: 'user' | 'admin';
  readonly summary: string;
  readonly fields: Fields;
  readonly result?: z.ZodType;
  readonly event?: z.ZodType;
  readonly isPlain?: (message: Readonly<Record<string, unknown>>) => boolean;
  readonly exact?: string;
  readonly reply?: 'pong';
  readonly changes?: 'undoable' | 'final';
}

/** Defines a command with typed fields; unknown keys are rejected. */
export function defineCommand<const Fields extends z.ZodRawShape>(
  command: CommandFacts<Fields> & { handle(call: Call<MessageOf<Fields>>): unknown },
): Command {
  return finish(command);
}

/** Defines a subscription with typed fields; unknown keys are rejected. */
export function defineSubscription<const Fields extends z.ZodRawShape>(
  command: CommandFacts<Fields> & {
    subscribe(call: Call<MessageOf<Fields>>, feed: Feed): Undo | null | Promise<Undo>;
  },
): Command {
  return finish(command);
}

function finish<Fields extends z.ZodRawShape>(command: CommandFacts<Fields>): Command {
  const { fields, ...facts } = command;
  for (const own of ['id', 'type'])
    if (own in fields) throw new Error(`${facts.type}: the field ${own} is that of every message`);
  return { ...facts, schema: z.strictObject({ id: z.unknown(), type: z.unknown(), ...fields }) };
}

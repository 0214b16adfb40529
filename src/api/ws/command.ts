import { z } from 'zod';
import type { Access, Caller } from '../../core/access.ts';
import type { Undo } from '../../core/clock.ts';
import type { Batch } from './broadcast.ts';

/** JSON that is already made, in parts that follow each other: results are spliced from it instead of being serialized again. */
export class RawJson {
  readonly parts: readonly (string | Buffer)[];

  constructor(...parts: (string | Buffer)[]) {
    this.parts = parts;
  }
}

/** What a command may ask of the connection it came over. */
export interface Connection {
  /** From now on several messages of a turn go out as one JSON array. */
  coalesce(): void;
  /** From now on errors name their message of the catalog. */
  sendErrorKeys(): void;
  /** Ends a subscription of any kind; false when there is none of this id. */
  unsubscribe(id: number): boolean;
}

/** One command on its way: the checked message, and who sent it. */
export interface Call<Message> {
  readonly message: Message;
  readonly caller: Caller;
  readonly access: Access;
  readonly connection: Connection;
}

/** Where a subscription sends its events. They follow the command's result, also when they are sent before it. */
export interface Feed {
  /** The id of the subscription as it stands in messages. */
  readonly id: string;
  /** Sends one event given as JSON text. */
  event(json: string): void;
  /** Sends one event at once, ahead of the result. */
  ahead(json: string): void;
  /** Sends a whole frame that carries this subscription's id. */
  frame(frame: Buffer): void;
  /** Sends frames that carry this subscription's id and go to others as well. */
  share(batch: Batch): void;
  /** Whether so much is unread that events had better be merged. */
  isSlow(): boolean;
  /** Runs the task once the client has caught up. */
  whenCaughtUp(task: () => void): void;
}

/** One command of the WebSocket interface: all there is to know about it stands in this object. */
export interface Command {
  readonly type: string;
  /** Whether any caller may use it, or administrators alone. */
  readonly permission: 'user' | 'admin';
  /** One line for the reference. */
  readonly summary: string;
  /** The whole message, `id` and `type` included. */
  readonly schema: z.ZodType;
  /** A check by hand for hot messages: true means that the schema would let the message pass as it stands. */
  readonly isPlain?: (message: Readonly<Record<string, unknown>>) => boolean;
  /** A field whose numbers come as they were written: `21.0` is a `Float`, large integers are `bigint`. */
  readonly exact?: string;
  /** The type of the answer where it is no `result`. */
  readonly reply?: 'pong';
  /** Gives the result; undefined is sent as null. */
  handle?(call: Call<unknown>): unknown;
  /** Begins a subscription, whose result is null; the undo ends it. */
  subscribe?(call: Call<unknown>, feed: Feed): Undo | Promise<Undo>;
}

type MessageOf<Fields extends z.ZodRawShape> = z.infer<z.ZodObject<Fields>>;

interface CommandFacts<Fields extends z.ZodRawShape> {
  readonly type: string;
  readonly permission: 'user' | 'admin';
  readonly summary: string;
  readonly fields: Fields;
  readonly isPlain?: (message: Readonly<Record<string, unknown>>) => boolean;
  readonly exact?: string;
  readonly reply?: 'pong';
}

/** Defines a command whose handler sees its own fields typed; unknown keys are refused. */
export function defineCommand<const Fields extends z.ZodRawShape>(
  command: CommandFacts<Fields> & { handle(call: Call<MessageOf<Fields>>): unknown },
): Command {
  return finish(command);
}

/** Defines a subscription whose start sees its own fields typed; unknown keys are refused. */
export function defineSubscription<const Fields extends z.ZodRawShape>(
  command: CommandFacts<Fields> & {
    subscribe(call: Call<MessageOf<Fields>>, feed: Feed): Undo | Promise<Undo>;
  },
): Command {
  return finish(command);
}

function finish<Fields extends z.ZodRawShape>(command: CommandFacts<Fields>): Command {
  const { fields, ...facts } = command;
  return { ...facts, schema: z.strictObject({ id: z.unknown(), type: z.unknown(), ...fields }) };
}

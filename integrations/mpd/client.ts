import { LineConnection, LoginRefused, NotReachable } from 'hearth-integration';

/** Where a player is. */
export interface Place {
  readonly host: string;
  readonly port: number;
  readonly password?: string | undefined;
}

/** One `key: value` of an answer. */
export type Pair = readonly [key: string, value: string];

/** A picture of a song. */
export interface Artwork {
  readonly type: string;
  readonly data: Buffer;
}

interface Task {
  run(): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

const MAX_PAIRS = 20_000;
const MAX_PICTURE = 2 * 1024 * 1024;
const SUBSYSTEMS = 'player mixer options playlist stored_playlist database';

/** What the player refuses to do, in its words. */
export class MpdError extends Error {
  override readonly name = 'MpdError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** A connection to MPD. While nothing is asked, it waits in `idle` for changes. */
export class MpdClient {
  private readonly connection: LineConnection;
  private readonly tasks: Task[] = [];
  private isIdle = false;

  private constructor(connection: LineConnection) {
    this.connection = connection;
  }

  /** Connects and logs in. Throws `LoginRefused`, `NotReachable` or a network error. */
  static async open({ host, port, password = '' }: Place): Promise<MpdClient> {
    const connection = await LineConnection.open(host, port, { limit: 1024 * 1024 });
    const client = new MpdClient(connection);
    try {
      if (!/^OK MPD \d/.test(await connection.line()))
        throw new NotReachable(`There is no MPD at ${host}:${port}`, 'not_mpd', 'host');
      if (password !== '') await client.send('password', password);
      return client;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  close(): void {
    this.connection.close();
  }

  /** Asks at once. Only for whoever uses the connection alone; others use `request`. */
  async send(...words: readonly string[]): Promise<Pair[]> {
    this.connection.write(`${line(words)}\n`);
    return this.pairs();
  }

  /** Sends several commands that are carried out together or not at all. */
  async sendAll(commands: readonly (readonly string[])[]): Promise<void> {
    this.connection.write(['command_list_begin', ...commands.map(line), 'command_list_end', ''].join('\n'));
    await this.pairs();
  }

  /** Runs a task between two waits for changes. */
  request<Value>(run: () => Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.tasks.push({ run, resolve: resolve as (value: unknown) => void, reject });
      if (this.isIdle) this.interrupt();
    });
  }

  /** Calls `changed` now, after each change, and after each request. Throws when the connection is lost. */
  async follow(changed: () => Promise<void>): Promise<never> {
    try {
      for (;;) {
        await changed();
        if (this.tasks.length === 0) {
          this.connection.write(`idle ${SUBSYSTEMS}\n`);
          this.isIdle = true;
          await this.pairs(0);
          this.isIdle = false;
        }
        for (let task = this.tasks.shift(); task !== undefined; task = this.tasks.shift())
          await task.run().then(task.resolve, task.reject);
      }
    } finally {
      this.isIdle = false;
      for (const { reject } of this.tasks.splice(0)) reject(new NotReachable('The connection was closed'));
    }
  }

  /** The picture in the file of a song, or of its folder; undefined if there is none. */
  async artwork(song: string): Promise<Artwork | undefined> {
    return (await this.pictureBy('readpicture', song)) ?? (await this.pictureBy('albumart', song));
  }

  private async pictureBy(command: string, song: string): Promise<Artwork | undefined> {
    const parts: Buffer[] = [];
    let [length, size, type] = [0, 0, ''];
    do {
      const part = await this.part(command, song, length);
      if (part === undefined) return undefined;
      [size, type] = [part.size, part.type || type];
      if (size > MAX_PICTURE || part.data.length === 0) return undefined;
      parts.push(part.data);
      length += part.data.length;
    } while (length < size);
    const data = Buffer.concat(parts);
    return { type: type || typeOf(data), data };
  }

  private async part(command: string, song: string, offset: number) {
    this.connection.write(`${line([command, song, String(offset)])}\n`);
    let [size, type] = [0, ''];
    let data: Buffer = Buffer.alloc(0);
    try {
      for (;;) {
        const text = await this.connection.line();
        if (text === 'OK') return data.length === 0 ? undefined : { size, type, data };
        const [key, value] = pairOf(text);
        if (key === 'size') size = Number(value);
        else if (key === 'type') type = value;
        else if (key === 'binary') {
          data = await this.connection.bytes(Number(value) + 1);
          data = data.subarray(0, -1);
        }
      }
    } catch (error) {
      // Older ones do not know the command, and most songs have no picture.
      if (error instanceof MpdError) return undefined;
      throw error;
    }
  }

  private async pairs(timeout?: number): Promise<Pair[]> {
    const pairs: Pair[] = [];
    for (;;) {
      const text = await this.connection.line(timeout);
      if (text === 'OK') return pairs;
      pairs.push(pairOf(text));
      if (pairs.length > MAX_PAIRS) {
        this.close();
        throw new NotReachable(`The player answered with more than ${MAX_PAIRS} lines`);
      }
    }
  }

  private interrupt(): void {
    this.isIdle = false;
    try {
      this.connection.write('noidle\n');
    } catch {
      // `follow` says that the connection is lost.
    }
  }
}

/** Splits a line. Throws what the player refuses: `ACK [50@0] {play} No such song`. */
function pairOf(text: string): Pair {
  const refused = /^ACK \[(\d+)@\d+\] \{[^}]*\} (.*)$/.exec(text);
  if (refused !== null) {
    const [, code, message = ''] = refused;
    if (code === '3' || code === '4') throw new LoginRefused(`The player refuses the password: ${message}`);
    throw new MpdError(Number(code), message.slice(0, 500));
  }
  const at = text.indexOf(': ');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 2)];
}

/** A command as it is sent; line ends would begin another one. */
function line([command = '', ...words]: readonly string[]): string {
  const quoted = words.map((word) => `"${word.replace(/[\r\n]/g, ' ').replace(/["\\]/g, '\\$&')}"`);
  return [command, ...quoted].join(' ');
}

function typeOf(data: Buffer): string {
  if (data.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))) return 'image/png';
  if (data.subarray(0, 4).toString('latin1') === 'GIF8') return 'image/gif';
  return data.subarray(8, 12).toString('latin1') === 'WEBP' ? 'image/webp' : 'image/jpeg';
}

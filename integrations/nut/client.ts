import { LineConnection, LoginRefused, NotReachable } from 'hearth-integration';

/** Where a server is, and who asks. */
export interface Server {
  readonly host: string;
  readonly port: number;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/** The variables of a device by their names. */
export type Variables = ReadonlyMap<string, string>;

const MAX_ROWS = 2000;

/** A connection to upsd, the server of NUT. */
export class NutClient {
  private readonly connection: LineConnection;
  /** Questions wait for each other: answers do not say what they are for. */
  private last: Promise<unknown> = Promise.resolve();

  private constructor(connection: LineConnection) {
    this.connection = connection;
  }

  /** Connects and logs in. The server does not check the login before a command. */
  static async open({ host, port, username = '', password = '' }: Server): Promise<NutClient> {
    const client = new NutClient(await LineConnection.open(host, port));
    try {
      if (username !== '') await client.ask(`USERNAME ${quoted(username)}`);
      if (password !== '') await client.ask(`PASSWORD ${quoted(password)}`);
      return client;
    } catch (error) {
      client.close();
      throw error;
    }
  }

  /** Waits, in milliseconds. Throws when the connection ends meanwhile. */
  pause(milliseconds: number): Promise<void> {
    return this.connection.pause(milliseconds);
  }

  /** The names of the devices, with their descriptions. */
  async devices(): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.list('UPS')).map(([name = '', text = '']) => [name, text]));
  }

  async variables(device: string): Promise<Variables> {
    const rows = await this.list('VAR', device);
    return new Map(rows.map(([name = '', value = '']) => [name, value]));
  }

  async commands(device: string): Promise<ReadonlySet<string>> {
    return new Set((await this.list('CMD', device)).map(([name = '']) => name));
  }

  async run(device: string, command: string): Promise<void> {
    await this.ask(`INSTCMD ${quoted(device)} ${command}`);
  }

  close(): void {
    this.connection.close();
  }

  private list(kind: string, device?: string): Promise<string[][]> {
    const subject = device === undefined ? kind : `${kind} ${quoted(device)}`;
    return this.inTurn(async () => {
      this.check(await this.send(`LIST ${subject}`), 'BEGIN');
      const rows: string[][] = [];
      for (;;) {
        const words = wordsOf(await this.connection.line());
        if (words[0] === 'END') return rows;
        if (rows.length >= MAX_ROWS) throw this.foreign(`more than ${MAX_ROWS} rows`);
        rows.push(words.slice(device === undefined ? 1 : 2));
      }
    });
  }

  private ask(line: string): Promise<void> {
    return this.inTurn(async () => this.check(await this.send(line), 'OK'));
  }

  private async send(line: string): Promise<string> {
    this.connection.write(`${line}\n`);
    return this.connection.line();
  }

  private async inTurn<Value>(task: () => Promise<Value>): Promise<Value> {
    const own = this.last.then(task);
    this.last = own.catch(() => {});
    return own;
  }

  private check(answer: string, wanted: string): void {
    const [first = '', code = ''] = wordsOf(answer);
    if (first === wanted) return;
    if (first !== 'ERR') throw this.foreign(JSON.stringify(answer.slice(0, 100)));
    if (REFUSED.has(code)) throw new LoginRefused(`The server refuses the login: ${code}`);
    throw new NotReachable(FAULTS[code] ?? `The server answered ${code}`);
  }

  private foreign(answer: string): NotReachable {
    this.close();
    return new NotReachable(`This is no server of NUT: it answered ${answer}`, 'not_nut', 'host');
  }
}

const REFUSED = new Set([
  'ACCESS-DENIED',
  'INVALID-USERNAME',
  'INVALID-PASSWORD',
  'USERNAME-REQUIRED',
  'PASSWORD-REQUIRED',
]);

const FAULTS: Readonly<Record<string, string>> = {
  'UNKNOWN-UPS': 'The server does not know the device',
  'DATA-STALE': 'The server has no recent data of the device',
  'DRIVER-NOT-CONNECTED': 'The driver of the device does not run',
  'CMD-NOT-SUPPORTED': 'The device does not support the command',
  'INSTCMD-FAILED': 'The device did not carry out the command',
};

/** The words of a line: `VAR rack ups.mfr "A \"B\""` has four. */
function wordsOf(line: string): string[] {
  const words = line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g);
  return [...words].map(([, inQuotes, plain]) => inQuotes?.replace(/\\(.)/g, '$1') ?? plain ?? '');
}

/** A word as it is sent; line ends would begin another command. */
function quoted(text: string): string {
  const plain = text.replace(/[\r\n]/g, ' ');
  return /^[\w.@-]+$/.test(plain) ? plain : `"${plain.replace(/["\\]/g, '\\$&')}"`;
}

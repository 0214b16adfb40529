import { type AskOptions, askJson, hostInUrl, NotReachable, z } from 'hearth-integration';
import type { Place } from './new-device.ts';
import { type Component, isComponent } from './part.ts';

const Whole = z.custom<Component>(isComponent, 'expected an object');

/** Talks to a device of the first generation: pages of JSON, with the settings in the address. */
export class OldClient {
  readonly url: string;
  private readonly options: AskOptions;

  constructor({ host, port, password }: Place, username: string) {
    this.url = `http://${hostInUrl(host)}:${port}`;
    const login = Buffer.from(`${username}:${password ?? ''}`).toString('base64');
    this.options = password === undefined ? {} : { headers: { authorization: `Basic ${login}` } };
  }

  settings(): Promise<Component> {
    return this.get('/settings');
  }

  status(): Promise<Component> {
    return this.get('/status');
  }

  /** Does something: `/relay/0` with `{ turn: 'on' }`. */
  async act(path: string, parameters: Readonly<Record<string, string | number>>): Promise<void> {
    const query = new URLSearchParams(
      Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
    );
    await this.get(`${path}?${query}`);
  }

  private async get(path: string): Promise<Component> {
    const read = Whole.safeParse(await askJson(this.url + path, this.options));
    if (!read.success) throw new NotReachable(`${path} was not answered with JSON`, 'not_shelly', 'host');
    return read.data;
  }
}

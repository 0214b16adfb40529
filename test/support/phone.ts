import { randomBytes } from 'node:crypto';
import nacl from 'tweetnacl';
import type { TestHub } from './start-hub.ts';

/** What the apps of the two systems send when they register [mobile facts §2]. */
const SYSTEMS = {
  android: {
    app_id: 'io.homeassistant.companion.android',
    app_name: 'Home Assistant',
    app_version: '2026.11.1 (1)',
    manufacturer: 'Google',
    model: 'Pixel 9',
    os_name: 'Android',
    os_version: '16',
    supports_encryption: false,
    app_data: { push_websocket_channel: true },
  },
  ios: {
    app_id: 'io.robbie.HomeAssistant',
    app_name: 'Home Assistant',
    app_version: '2026.11',
    manufacturer: 'Apple',
    model: 'iPhone17,1',
    os_name: 'iOS',
    os_version: '26.1',
    supports_encryption: true,
    app_data: { push_websocket_channel: true },
  },
} as const;

export interface PhoneAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  readonly json: any;
}

/** A companion app as it behaves toward a server: plain on Android, encrypted on iOS. */
export class SimulatedPhone {
  readonly deviceId = randomBytes(8).toString('hex');
  readonly name: string;
  webhookId = '';
  secret: string | null = null;
  private readonly home: TestHub;
  private readonly system: keyof typeof SYSTEMS;

  constructor(home: TestHub, system: keyof typeof SYSTEMS, name: string) {
    this.home = home;
    this.system = system;
    this.name = name;
  }

  /** Registers with the login of a user. */
  async register(token = this.home.token, more: object = {}): Promise<PhoneAnswer> {
    const body = { ...SYSTEMS[this.system], device_name: this.name, device_id: this.deviceId, ...more };
    const answer = await this.home.rest('POST', '/api/mobile_app/registrations', body, {
      authorization: `Bearer ${token}`,
    });
    if (answer.status === 201) {
      this.webhookId = answer.json.webhook_id;
      this.secret = answer.json.secret;
    }
    return answer;
  }

  /** Sends a message to the webhook, encrypted where the app does so, and opens the answer. */
  async send(type: string, data?: unknown): Promise<PhoneAnswer> {
    const plain = { type, ...(data === undefined ? {} : { data }) };
    const isSealed = this.secret !== null;
    const body = isSealed ? { type, encrypted: true, encrypted_data: this.seal(data) } : plain;
    const { status, json } = await this.post(body);
    return { status, json: json?.encrypted === true ? this.open(json.encrypted_data) : json };
  }

  /** Sends a body as it is. */
  async post(body: unknown): Promise<PhoneAnswer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(`${this.home.url}/api/webhook/${this.webhookId}`, {
      method: 'POST',
      body: text,
    });
    const said = await answer.text();
    return { status: answer.status, json: said === '' ? undefined : JSON.parse(said) };
  }

  seal(data: unknown): string {
    const nonce = randomBytes(24);
    const text = Buffer.from(data === undefined ? '' : JSON.stringify(data));
    return Buffer.concat([nonce, nacl.secretbox(text, nonce, this.key)]).toString('base64');
  }

  private open(sealed: string): unknown {
    const bytes = Buffer.from(sealed, 'base64');
    const opened = nacl.secretbox.open(bytes.subarray(24), bytes.subarray(0, 24), this.key);
    if (opened === null) throw new Error('the answer was not made with the key of this app');
    return JSON.parse(Buffer.from(opened).toString());
  }

  private get key(): Uint8Array {
    return Buffer.from(this.secret ?? '', 'hex');
  }
}

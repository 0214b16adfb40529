import type { IClientOptions, MqttClient } from 'mqtt';
import { messageOf } from '../../../core/errors.ts';
import type { BrokerAddress } from './connection.ts';

/** The result of an attempt to reach a broker. */
export type BrokerTestResult =
  | 'connected'
  /** The host is reachable, but nothing listens on the port. */
  | 'refused'
  | 'unknown_host'
  | 'no_answer'
  /** A broker that does not let us in with this name and password. */
  | 'bad_login'
  /** An untrusted certificate, or no TLS where it was requested. */
  | 'certificate'
  /** Something answered and hung up: no broker, or one that wants TLS. */
  | 'no_broker'
  | 'other';

/** A result, with the error text. */
export interface BrokerTrial {
  readonly verdict: BrokerTestResult;
  readonly message: string;
}

/** How long a broker may take, in milliseconds. */
const TIMEOUT_MS = 8000;
const LOGIN: ReadonlySet<unknown> = new Set([4, 5, 134, 135, 140]);
const WRONG_VERSION: ReadonlySet<unknown> = new Set([1, 132]);
const BY_CODE: Readonly<Record<string, BrokerTestResult>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  ETIMEDOUT: 'no_answer',
  EHOSTUNREACH: 'no_answer',
  ENETUNREACH: 'no_answer',
  EHOSTDOWN: 'no_answer',
  ECONNRESET: 'no_broker',
  EPIPE: 'no_broker',
};

/** Connects to a broker once and disconnects; tries MQTT 5 before 3.1.1. */
export async function tryBroker(address: BrokerAddress): Promise<BrokerTrial> {
  const first = await attempt(address, 5);
  // Brokers of 3.1.1 report an unsupported version or just hang up.
  const isOld = first.isWrongVersion || first.verdict === 'no_broker';
  const { verdict, message } = isOld ? await attempt(address, 4) : first;
  return { verdict, message };
}

async function attempt(
  { url, username, password, tls }: BrokerAddress,
  protocolVersion: 4 | 5,
): Promise<BrokerTrial & { readonly isWrongVersion: boolean }> {
  const { default: mqtt } = await import('mqtt');
  const options: IClientOptions = {
    protocolVersion,
    clean: true,
    reconnectPeriod: 0,
    connectTimeout: TIMEOUT_MS,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls?.ca === undefined ? {} : { ca: tls.ca }),
    ...(tls?.cert === undefined ? {} : { cert: tls.cert }),
    ...(tls?.key === undefined ? {} : { key: tls.key }),
    ...(tls === undefined ? {} : { rejectUnauthorized: tls.insecure !== true }),
  };
  return new Promise((resolve) => {
    let client: MqttClient;
    try {
      client = mqtt.connect(url, options);
    } catch (error) {
      resolve({ verdict: 'other', message: messageOf(error), isWrongVersion: false });
      return;
    }
    const end = (result: BrokerTestResult, message = '', isWrongVersion = false): void => {
      client.removeAllListeners();
      // Errors after the result are irrelevant.
      client.on('error', () => {});
      client.end(true);
      resolve({ verdict: result, message, isWrongVersion });
    };
    client.on('connect', () => end('connected', protocolVersion === 5 ? 'MQTT 5' : 'MQTT 3.1.1'));
    client.on('error', (error) => {
      const code = codeOf(error);
      end(
        brokerTestResult(error, code),
        error.message || String(code ?? error.name),
        WRONG_VERSION.has(code),
      );
    });
    client.on('close', () => end('no_broker'));
  });
}

/** Where several addresses of a name were tried, the first failure counts. */
function codeOf(error: Error): unknown {
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return (inner as { readonly code?: unknown } | undefined)?.code;
}

function brokerTestResult(error: Error, code: unknown): BrokerTestResult {
  if (LOGIN.has(code)) return 'bad_login';
  if (typeof code === 'string') {
    if (Object.hasOwn(BY_CODE, code)) return BY_CODE[code] ?? 'other';
    if (/CERT|SELF_SIGNED|^ERR_TLS|^ERR_SSL|^ERR_OSSL|^EPROTO|UNABLE_TO/.test(code)) return 'certificate';
  }
  return /connack timeout/i.test(error.message) ? 'no_answer' : 'other';
}

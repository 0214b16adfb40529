import { request as askHttp } from 'node:http';
import { request as askHttps } from 'node:https';
import { hostInUrl, NotReachable } from 'hearth-integration';
import { attributesRequest, type IppAttributes, type IppValue, readAnswer } from './message.ts';

/** Where a printer is. */
export interface Place {
  readonly host: string;
  readonly port: number;
  readonly base_path: string;
  readonly ssl: boolean;
  readonly verify_ssl: boolean;
}

/** A cartridge, or something else that is used up. */
export interface Marker {
  readonly name: string;
  /** In percent; null where the printer does not know it. */
  readonly level: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly color: string | null;
  readonly type: string | null;
}

/** What a printer says about itself. */
export interface Printer {
  readonly uuid: string | null;
  readonly name: string;
  readonly make: string | null;
  readonly model: string;
  readonly serial: string | null;
  readonly version: string | null;
  readonly state: 'idle' | 'printing' | 'stopped' | null;
  readonly details: Readonly<Record<string, IppValue | null>>;
  readonly page: string | null;
  /** Seconds since it was started. */
  readonly uptime: number | null;
  readonly markers: readonly Marker[];
}

const ASKED = [
  ...['printer-name', 'printer-info', 'printer-location', 'printer-make-and-model', 'printer-device-id'],
  ...['printer-uuid', 'printer-state', 'printer-state-message', 'printer-state-reasons', 'printer-up-time'],
  ...[
    'printer-more-info',
    'printer-uri-supported',
    'printer-firmware-string-version',
    'document-format-supported',
  ],
  ...[
    'marker-names',
    'marker-levels',
    'marker-high-levels',
    'marker-low-levels',
    'marker-colors',
    'marker-types',
  ],
];
const STATES: Readonly<Record<number, Printer['state']>> = { 3: 'idle', 4: 'printing', 5: 'stopped' };
const TIMEOUT = 15_000;
const LIMIT = 1024 * 1024;
const MAX_MARKERS = 50;

/** Asks a printer what it is and does. Throws `NotReachable`, with the code `not_ipp` for something else. */
export async function askPrinter(place: Place): Promise<Printer> {
  const { host, port, base_path: path, ssl } = place;
  const uri = `${ssl ? 'ipps' : 'ipp'}://${hostInUrl(host)}:${port}${path}`;
  const bytes = await post(place, attributesRequest(uri, ASKED));
  try {
    const { status, attributes } = readAnswer(bytes);
    if (status >= 0x0400) throw new RangeError(`The printer answered with status ${status}`);
    return printerOf(attributes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new NotReachable(`There is no printer at ${uri}: ${error.message}`, 'not_ipp', 'host');
  }
}

function post(
  { host, port, base_path: path, ssl, verify_ssl: verifies }: Place,
  body: Uint8Array,
): Promise<Buffer> {
  const options = {
    ...{ host, port, path, method: 'POST', agent: false, timeout: TIMEOUT, rejectUnauthorized: verifies },
    headers: { 'content-type': 'application/ipp', 'content-length': body.length },
  };
  return new Promise((resolve, reject) => {
    const fail = (message: string, code?: string): void => {
      clearTimeout(timer);
      asked.destroy();
      reject(new NotReachable(message, code, code === undefined ? 'base' : 'host'));
    };
    const asked = (ssl ? askHttps : askHttp)(options, (response) => {
      const type = response.headers['content-type'] ?? '';
      if (response.statusCode !== 200 || !type.startsWith('application/ipp')) {
        fail(`${host} answered ${response.statusCode} with ${type || 'nothing'}`, 'not_ipp');
        return;
      }
      const parts: Buffer[] = [];
      let length = 0;
      response.on('data', (part: Buffer) => {
        length += part.length;
        parts.push(part);
        if (length > LIMIT) fail(`${host} answered more than ${LIMIT} bytes`);
      });
      response.on('error', (error) => fail(error.message));
      response.on('end', () => {
        clearTimeout(timer);
        resolve(Buffer.concat(parts));
      });
    });
    const timer = setTimeout(() => fail(`${host} did not answer within ${TIMEOUT} ms`), TIMEOUT);
    asked.on('error', (error) => fail(`${host} cannot be reached: ${error.message}`));
    asked.end(body);
  });
}

function printerOf(attributes: IppAttributes): Printer {
  const first = (name: string): IppValue | undefined => attributes.get(name)?.[0];
  const text = (name: string): string | null => {
    const value = first(name);
    return typeof value === 'string' && value !== '' ? value.slice(0, 255) : null;
  };
  const number = (name: string): number | null => {
    const value = first(name);
    return typeof value === 'number' ? value : null;
  };
  const id = deviceId(text('printer-device-id') ?? '');
  const full = text('printer-make-and-model') ?? '';
  const make = id.get('MFG') ?? id.get('MANUFACTURER') ?? (full.split(' ')[0] || null);
  const model = id.get('MDL') ?? id.get('MODEL') ?? (full.slice((make ?? '').length).trim() || 'Printer');
  const reasons = attributes.get('printer-state-reasons')?.filter((reason) => reason !== 'none') ?? [];
  return {
    uuid:
      text('printer-uuid')
        ?.replace(/^urn:uuid:/, '')
        .toLowerCase() ?? null,
    name: text('printer-info') ?? (full || (text('printer-name') ?? 'Printer')),
    ...{ make, model, serial: id.get('SN') ?? id.get('SERN') ?? null },
    version: text('printer-firmware-string-version'),
    state: STATES[number('printer-state') ?? 0] ?? null,
    details: {
      info: text('printer-info'),
      serial: id.get('SN') ?? id.get('SERN') ?? null,
      location: text('printer-location'),
      state_message: text('printer-state-message'),
      state_reason: reasons.length === 0 ? null : reasons.join(', ').slice(0, 1000),
      command_set: id.get('CMD') ?? id.get('COMMAND SET') ?? null,
      uri_supported: (attributes.get('printer-uri-supported') ?? []).join(',').slice(0, 1000),
    },
    page: text('printer-more-info'),
    uptime: number('printer-up-time'),
    markers: markersOf(attributes),
  };
}

function markersOf(attributes: IppAttributes): Marker[] {
  const names = attributes.get('marker-names') ?? [];
  const at = (name: string, index: number): IppValue | undefined => attributes.get(name)?.[index];
  const number = (value: IppValue | undefined): number | null => (typeof value === 'number' ? value : null);
  return names.slice(0, MAX_MARKERS).map((name, index) => {
    const level = number(at('marker-levels', index));
    const [color, type] = [at('marker-colors', index), at('marker-types', index)];
    return {
      name: String(name).slice(0, 200),
      // Negative levels mean that it is unknown, or that some is left.
      level: level !== null && level >= 0 ? level : null,
      high: number(at('marker-high-levels', index)),
      low: number(at('marker-low-levels', index)),
      color: typeof color === 'string' ? color.slice(0, 100) : null,
      type: typeof type === 'string' ? type.slice(0, 100) : null,
    };
  });
}

/** `MFG:Peers;MDL:Paperless 1;` by its names. */
function deviceId(text: string): Map<string, string> {
  const pairs = text.split(';').map((pair) => pair.split(/:(.*)/s, 2));
  return new Map(
    pairs.flatMap(([name = '', value = '']) =>
      value.trim() === '' ? [] : [[name.trim().toUpperCase(), value.trim()]],
    ),
  );
}

/** What a device says by SSDP: that it is there, as an answer or by itself, or that it leaves. */
export interface SsdpMessage {
  readonly kind: 'here' | 'gone';
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

const MAX_BYTES = 4096;
const MAX_HEADERS = 50;
const MAX_VALUE = 1000;

/** Reads a datagram; undefined for questions of others and for what is not SSDP. */
export function readSsdp(datagram: Buffer): SsdpMessage | undefined {
  if (datagram.length > MAX_BYTES) return undefined;
  const [first = '', ...lines] = datagram.toString('utf8').split('\r\n');
  const isAnswer = /^HTTP\/1\.[01] 200\b/.test(first);
  if (!isAnswer && !/^NOTIFY \* HTTP\/1\.[01]$/.test(first)) return undefined;
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines.slice(0, MAX_HEADERS)) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1, MAX_VALUE).trim();
  }
  const isHere = isAnswer || headers.nts === 'ssdp:alive' || headers.nts === 'ssdp:update';
  if (!isHere && headers.nts !== 'ssdp:byebye') return undefined;
  return { kind: isHere ? 'here' : 'gone', headers };
}

/** The question for devices of a type, such as `urn:schemas-upnp-org:device:MediaRenderer:1` or `ssdp:all`. */
export function ssdpQuestion(type: string): Buffer {
  const lines = [
    'M-SEARCH * HTTP/1.1',
    'HOST: 239.255.255.250:1900',
    'MAN: "ssdp:discover"',
    'MX: 3',
    `ST: ${type}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}

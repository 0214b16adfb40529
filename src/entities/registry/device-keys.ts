/** The keys that identify a device. */
export interface DeviceKeys {
  readonly identifiers: readonly [string, string][];
  readonly connections: readonly [string, string][];
}

/**
 * Normalizes a MAC address in any common notation to lower case with colons; returns other text unchanged.
 */
export function macText(text: string): string {
  const isUsual = /^(?:[^:]*:){5}[^:]*$|^(?:[^-]*-){5}[^-]*$/.test(text)
    ? text.length === 17
    : text.length === 12;
  const isDotted = text.length === 14 && /^[^.]*\.[^.]*\.[^.]*$/.test(text);
  if (!isUsual && !isDotted) return text;
  const digits = text.toLowerCase().replace(/[:.-]/g, '');
  return digits.match(/.{2}/g)?.join(':') ?? text;
}

/** A connection as it is stored. */
export function connectionOf([type, value]: readonly [string, string]): [string, string] {
  return [type, type === 'mac' ? macText(value) : value];
}

/** The lookup key of an identifier or connection. */
export function key(kind: 'identifier' | 'connection', [a, b]: readonly [string, string]): string {
  return `${kind}\n${a}\n${b}`;
}

/** All lookup keys of a device. */
export function keysOf(device: DeviceKeys): string[] {
  return [
    ...device.identifiers.map((one) => key('identifier', one)),
    ...device.connections.map((one) => key('connection', one)),
  ];
}

/** The known pairs, followed by new ones. */
export function merged(
  known: readonly [string, string][],
  reported: readonly [string, string][],
): [string, string][] {
  return [...known, ...reported.filter(([a, b]) => !known.some(([x, y]) => x === a && y === b))];
}

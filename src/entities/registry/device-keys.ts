/** What tells a device from others. */
export interface DeviceKeys {
  readonly identifiers: readonly [string, string][];
  readonly connections: readonly [string, string][];
}

/** A hardware address with colons and small letters, from any of the usual forms; other text as it is. */
export function macText(text: string): string {
  const isUsual = /^(?:[^:]*:){5}[^:]*$|^(?:[^-]*-){5}[^-]*$/.test(text)
    ? text.length === 17
    : text.length === 12;
  const isDotted = text.length === 14 && /^[^.]*\.[^.]*\.[^.]*$/.test(text);
  if (!isUsual && !isDotted) return text;
  const digits = text.toLowerCase().replace(/[:.-]/g, '');
  return digits.match(/.{2}/g)?.join(':') ?? text;
}

/** By which a device is found: one of its identifiers or connections. */
export function key(kind: 'identifier' | 'connection', [a, b]: readonly [string, string]): string {
  return `${kind}\n${a}\n${b}`;
}

/** All keys of a device. */
export function keysOf(device: DeviceKeys): string[] {
  return [
    ...device.identifiers.map((one) => key('identifier', one)),
    ...device.connections.map((one) => key('connection', one)),
  ];
}

/** What is known, and after it what is told and was not. */
export function merged(
  known: readonly [string, string][],
  told: readonly [string, string][],
): [string, string][] {
  return [...known, ...told.filter(([a, b]) => !known.some(([x, y]) => x === a && y === b))];
}

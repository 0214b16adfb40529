import {
  type DeviceHandle,
  type EntityHandle,
  type Entry,
  expectDevice,
  NotReachable,
} from 'hearth-integration';
import type { NutClient, Variables } from './client.ts';
import { type Described, statusInWords, VARIABLES } from './variables.ts';

const NO_SERIALS = new Set(['', 'unknown', 'blank']);

/** What tells a device from others: maker, model and serial number; undefined if it has no serial number. */
export function identityOf(variables: Variables): string | undefined {
  const { manufacturer, model, serial } = makeOf(variables);
  if (serial === undefined) return undefined;
  return [manufacturer, model, serial]
    .filter((part) => part !== undefined)
    .join('_')
    .slice(0, 200);
}

function makeOf(variables: Variables) {
  const first = (...names: readonly string[]): string | undefined =>
    names.map((name) => variables.get(name)?.trim()).find((value) => value !== undefined && value !== '');
  const serial = first('device.serial', 'ups.serial');
  const isSerial = serial !== undefined && !NO_SERIALS.has(serial.toLowerCase()) && !/^0+$/.test(serial);
  return {
    manufacturer: first('device.mfr', 'ups.mfr'),
    model: first('device.model', 'ups.model'),
    serial: isSerial ? serial : undefined,
    firmware: first('ups.firmware'),
  };
}

type Show = (variables: Variables) => void;

/** One UPS or power strip with its entities. */
export class NutDevice {
  private readonly entry: Entry<never, never>;
  private readonly name: string;
  /** How the server calls it. */
  private readonly alias: string;
  private readonly ask: () => NutClient;
  private readonly shown = new Map<string, Show>();
  private device: DeviceHandle | undefined;
  private prefix = '';

  constructor(entry: Entry<never, never>, alias: string, name: string, ask: () => NutClient) {
    this.entry = entry;
    this.alias = alias;
    this.name = name;
    this.ask = ask;
  }

  /** Shows what the device is now; what it says for the first time becomes an entity. */
  show(variables: Variables, commands: ReadonlySet<string>): void {
    // While a driver starts, it knows nothing else.
    if (variables.get('ups.status') === 'WAIT') throw new NotReachable('The driver of the device starts');
    const identity = identityOf(variables);
    if (identity !== undefined && this.entry.uniqueId !== this.entry.id) expectDevice(this.entry, identity);
    this.prefix ||= identity ?? this.entry.id;
    this.device ??= this.describe(variables);
    for (const name of variables.keys()) if (Object.hasOwn(VARIABLES, name)) this.once(name, variables);
    if (variables.has('ups.status')) this.once('ups.status.display', variables);
    for (const name of variables.keys()) this.outlet(name, variables, commands);
    for (const show of this.shown.values()) show(variables);
  }

  private describe(variables: Variables): DeviceHandle {
    const { manufacturer = null, model = null, serial = null, firmware = null } = makeOf(variables);
    return this.entry.device({
      ...{ identifiers: [this.prefix], name: this.name, manufacturer, model },
      ...{ serial_number: serial, sw_version: firmware },
    });
  }

  private once(name: string, variables: Variables): void {
    if (this.shown.has(name)) return;
    const described: Described = VARIABLES[name] ?? { name: 'Status', isMain: true };
    const { deviceClass, unit, isMeasured = false, isMain = false } = described;
    const isNumber = unit !== undefined;
    const read = (now: Variables): number | string | null => {
      const text = name === 'ups.status.display' ? now.get('ups.status') : now.get(name);
      if (text === undefined) return null;
      if (name === 'ups.status.display') return statusInWords(text).slice(0, 255);
      return isNumber ? numeral(text) : text.slice(0, 255);
    };
    const handle = this.device?.sensor({
      ...{ uniqueId: `${this.prefix}_${name}`, name: described.name },
      ...(deviceClass === undefined ? {} : { deviceClass }),
      ...(unit === undefined ? {} : { unit }),
      ...(isMeasured ? { capabilities: { state_class: 'measurement' } } : {}),
      ...(isMain ? {} : { entityCategory: 'diagnostic', enabledByDefault: false }),
      values: { value: read(variables) },
    });
    this.shown.set(name, (now) => report(handle, { value: read(now) }, now.size > 0));
  }

  /** An outlet that can be switched, and what else can be done with it. */
  private outlet(name: string, variables: Variables, commands: ReadonlySet<string>): void {
    const [, number] = /^outlet\.(\d{1,3})\.status$/.exec(name) ?? [];
    if (number === undefined || this.shown.has(name)) return;
    const load = `outlet.${number}.load`;
    const called = variables.get(`outlet.${number}.name`) ?? number;
    const run = (command: string) => this.ask().run(this.alias, command);
    this.shown.set(name, () => {});
    if (commands.has(`${load}.on`) && commands.has(`${load}.off`)) {
      const handle = this.device?.switch({
        uniqueId: `${this.prefix}_${load}.poweronoff`,
        ...{ name: `Power outlet ${called}`, deviceClass: 'outlet' },
        values: { on: variables.get(name) === 'on' },
        ...{ turnOn: () => run(`${load}.on`), turnOff: () => run(`${load}.off`) },
      });
      this.shown.set(name, (now) => report(handle, { on: now.get(name) === 'on' }, now.has(name)));
    }
    for (const [command, text] of [
      ['cycle', 'Power cycle outlet'],
      ['on', 'Power on outlet'],
      ['off', 'Power off outlet'],
    ] as const)
      if (commands.has(`${load}.${command}`))
        this.device?.button({
          ...{ uniqueId: `${this.prefix}_${load}.${command}`, name: `${text} ${called}` },
          ...(command === 'cycle' ? { deviceClass: 'restart' } : { enabledByDefault: false }),
          press: () => run(`${load}.${command}`),
        });
  }
}

function report<Values extends object>(
  handle: EntityHandle<never> | EntityHandle | undefined,
  values: Values,
  available: boolean,
): void {
  (handle as EntityHandle | undefined)?.report(values, { available });
}

/** A number as the server writes it: `230.0`. */
function numeral(text: string): string | null {
  const trimmed = text.trim();
  return trimmed !== '' && Number.isFinite(Number(trimmed)) ? trimmed : null;
}

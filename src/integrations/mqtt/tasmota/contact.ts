import { binarySensorDomain } from '../../../domains/binary-sensor/binary-sensor.ts';
import { at, type Path, reportOf } from './reports.ts';
import { type TasmotaDevice, type Translated, tasmotaKind } from './tasmota-kind.ts';

/** An input with a state: in which reports and where its state is found, and its payloads. */
interface Contact {
  readonly places: readonly (readonly [topic: string, path: Path])[];
  readonly words: readonly [string, string];
  /** Seconds until it turns off by itself, as the device does not report that. */
  readonly offAfter: number | null;
}

/** Inputs that are on or off: contacts, motion sensors. */
export const tasmotaContact = tasmotaKind<Contact>({
  name: 'contact',
  domain: binarySensorDomain,
  describe: ({ offAfter }) => ({ values: { on: null }, forceUpdate: offAfter !== null }),
  readings: ({ places, words: [off, on], offAfter }) =>
    places.map(([topic, path]) => ({
      topic,
      read: (_text, context) => {
        const report = reportOf(context);
        const word = report === null ? undefined : at(report, path);
        if (word === on) {
          if (offAfter !== null) context.later(offAfter, { on: false });
          return { on: true };
        }
        return word === off ? { on: false } : null;
      },
    })),
});

/** What an input mode means: whether it has a state, and the events of toggling and holding it. */
export interface SwitchMode {
  readonly hasState: boolean;
  readonly toggled?: 'button_short_press';
  readonly held?: 'button_long_press' | 'button_double_press';
}

const PUSHED: SwitchMode = { hasState: true, toggled: 'button_short_press' };
const HELD: SwitchMode = { ...PUSHED, held: 'button_long_press' };
const FOLLOWS: SwitchMode = { hasState: true };
const FOLLOWS_TWICE: SwitchMode = { hasState: true, held: 'button_double_press' };
const TOGGLES: SwitchMode = { hasState: false, toggled: 'button_short_press' };
const TOGGLES_TWICE: SwitchMode = { ...TOGGLES, held: 'button_double_press' };

/** By mode number; each mode that starts with its state has an inverted counterpart. */
const MODES: readonly SwitchMode[] = [
  TOGGLES,
  ...[FOLLOWS, FOLLOWS],
  ...[PUSHED, PUSHED],
  ...[HELD, HELD],
  TOGGLES,
  TOGGLES_TWICE,
  ...[FOLLOWS_TWICE, FOLLOWS_TWICE],
  ...[TOGGLES, TOGGLES],
  ...[FOLLOWS, FOLLOWS],
  ...[FOLLOWS, FOLLOWS],
];
/** Modes of motion sensors, which only report motion starting. */
const MOTION: ReadonlySet<number> = new Set([13, 14]);

/** The mode of an input of a device; undefined where it has none that is known. */
export function switchMode({ announcement }: TasmotaDevice, i: number): SwitchMode | undefined {
  return MODES[announcement.swc[i] ?? -1];
}

/** How an input is called in reports. */
export function switchKey({ announcement }: TasmotaDevice, i: number): string {
  return announcement.swn[i] ?? `Switch${i + 1}`;
}

/** The inputs of a device that have a state. */
export function contactsOf(device: TasmotaDevice): Translated[] {
  return device.announcement.swc.flatMap((mode, i) =>
    switchMode(device, i)?.hasState === true ? [contactOf(device, i, MOTION.has(mode))] : [],
  );
}

function contactOf(device: TasmotaDevice, i: number, isMotion: boolean): Translated {
  const { announcement, topics, common } = device;
  const input = switchKey(device, i);
  const reported: Contact['places'] = [
    [topics.sensors, [input]],
    [topics.status(10), ['StatusSNS', input]],
  ];
  const [off, on] = announcement.state;
  const side: Contact = {
    places: [[topics.result, [input, 'Action']], ...(isMotion ? [] : reported)],
    words: [off, on],
    offAfter: isMotion ? 1 : null,
  };
  const name = announcement.swn[i] ?? `binary_sensor ${i + 1}`;
  return { key: `binary_sensor_switch_${i}`, kind: 'contact', config: { ...common, name, side } };
}

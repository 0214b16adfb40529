import { roundHalfEven } from '../../../core/rounding.ts';
import { coverDomain } from '../../../domains/cover/cover.ts';
import type { Values } from '../../../domains/definition/define-domain.ts';
import type { Reading } from '../entity/component.ts';
import { numberAt, reportOf } from './reports.ts';
import { type TasmotaDevice, type Translated, tasmotaKind } from './tasmota-kind.ts';

/** A shutter: in which reports and where its position is found, and how it moves. */
interface TasmotaShutter {
  readonly name: string;
  readonly places: readonly (readonly [topic: string, ...path: string[]])[];
  /** The topics of its commands but for their names. */
  readonly commands: Readonly<Record<ShutterCommand, string>>;
  /** 0 is open. */
  readonly isInverted: boolean;
  /** Its lowest and highest tilt; null without tilt. */
  readonly tilt: readonly [low: number, high: number] | null;
  readonly canTilt: boolean;
}

type ShutterCommand = 'Open' | 'Close' | 'Stop' | 'Position' | 'Tilt';

/** Shutters, blinds and the like, which two relays move. */
export const tasmotaShutter = tasmotaKind<TasmotaShutter>({
  name: 'shutter',
  domain: coverDomain,
  describe: ({ canTilt }) => ({
    features: [
      ...['open', 'close', 'stop', 'set_position'],
      ...(canTilt ? ['open_tilt', 'close_tilt', 'stop_tilt', 'set_tilt_position'] : []),
    ],
    values: { closed: null },
  }),
  readings: (side) => side.places.map(([topic, ...path]) => reading(side, topic, path)),
  command: ({ service, fields }, { side }) => {
    const [name, value] = commandFor(service, fields, side);
    return { messages: [{ topic: side.commands[name], payload: String(value) }] };
  },
});

/** A report is complete: values it omits become unknown. */
function reading(side: TasmotaShutter, topic: string, path: readonly string[]): Reading {
  return {
    topic,
    read: (_text, context) => {
      const report = reportOf(context);
      if (report === null) return null;
      const number = (name: string): number | undefined => numberAt(report, [...path, name]);
      const [direction, reported] = [number('Direction'), number('Position')];
      const tilt = percentOfTilt(number('Tilt'), side.tilt);
      if (direction === undefined && reported === undefined && tilt === null) return null;
      const position = reported === undefined ? null : side.isInverted ? 100 - reported : reported;
      const up = side.isInverted ? -1 : 1;
      return {
        position,
        closed: position === null ? null : position === 0,
        moving: direction === up ? 'opening' : direction === -up ? 'closing' : null,
        tilt_position: tilt,
      };
    },
  };
}

function percentOfTilt(tilt: number | undefined, range: TasmotaShutter['tilt']): number | null {
  return tilt === undefined || range === null ? null : ((tilt - range[0]) * 100) / (range[1] - range[0]);
}

function commandFor(
  service: string,
  { position, tilt_position: tilt }: Values,
  { isInverted, tilt: range }: TasmotaShutter,
): readonly [ShutterCommand, string | number] {
  switch (service) {
    case 'open_cover':
      return ['Open', ''];
    case 'close_cover':
      return ['Close', ''];
    case 'set_cover_position':
      return ['Position', isInverted ? 100 - Number(position) : Number(position)];
    case 'open_cover_tilt':
      return ['Tilt', 'OPEN'];
    case 'close_cover_tilt':
      return ['Tilt', 'CLOSE'];
    case 'set_cover_tilt_position': {
      const [low, high] = range ?? [0, 0];
      return ['Tilt', roundHalfEven(low + (Number(tilt) * (high - low)) / 100)];
    }
    default:
      return ['Stop', ''];
  }
}

/** The shutters of a device: two consecutive relays each. A text names the problem of unpaired relays. */
export function shuttersOf(device: TasmotaDevice): Translated[] | string {
  const { rl } = device.announcement;
  const found: Translated[] = [];
  for (let i = 0; i < rl.length; i += 1) {
    if (rl[i] !== 3) continue;
    if (rl[i + 1] !== 3) return `relay ${i + 1} is of a shutter, but relay ${i + 2} is not`;
    found.push(shutterOf(device, found.length));
    i += 1;
  }
  return found;
}

function shutterOf({ announcement, topics, common }: TasmotaDevice, i: number): Translated {
  const name = `Shutter${i + 1}`;
  const [low = 0, high = 0, duration = 0] = announcement.sht[i] ?? [];
  const command = (one: ShutterCommand): string => topics.command(`Shutter${one}${i + 1}`);
  const side: TasmotaShutter = {
    name,
    places: [
      [topics.result, name],
      [topics.sensors, name],
      [topics.status(10), 'StatusSNS', name],
    ],
    commands: {
      Open: command('Open'),
      Close: command('Close'),
      Stop: command('Stop'),
      Position: command('Position'),
      Tilt: command('Tilt'),
    },
    isInverted: ((announcement.sho[i] ?? 0) & 1) === 1,
    tilt: low === high ? null : [low, high],
    canTilt: duration !== 0 && low !== high,
  };
  return {
    key: `cover_shutter_${i}`,
    kind: 'shutter',
    config: { ...common, name: `cover ${i + 1}`, side },
  };
}

import { isMotor } from './controls.ts';
import { type Node, numberIn, sibling, valueKey, valuesOf, type ZwaveValue } from './nodes.ts';
import { type Part, part, type SetValue } from './part.ts';

type Fields = Readonly<Record<string, unknown>>;

const [DIMMER, WINDOW] = [38, 106];
const OPEN = 99;
/** Parameters of window coverings that are slats; the others are positions. */
const SLATS = new Set([10, 11, 22, 23]);

/** The shutters and blinds of a node. */
export function coverParts(node: Node, set: SetValue): Part[] {
  const motors = [...node.values.values()].filter(
    ({ commandClass, property }) => commandClass === DIMMER && property === 'currentValue',
  );
  const windows = [...node.values.values()].filter(
    ({ commandClass, property, propertyKey }) =>
      commandClass === WINDOW && property === 'currentValue' && !SLATS.has(Number(propertyKey)),
  );
  return [
    ...(isMotor(node) ? motors.map((value) => coverPart(node, value, ['Up', 'Down'], 'window', set)) : []),
    ...windows.map((value) => coverPart(node, value, ['levelChangeUp', 'levelChangeDown'], undefined, set)),
  ];
}

function coverPart(
  node: Node,
  value: ZwaveValue,
  moves: readonly [up: string, down: string],
  deviceClass: string | undefined,
  set: SetValue,
): Part {
  const target = sibling(node, value, 'targetValue') ?? { ...value, property: 'targetValue' };
  const [up] = moves.map((name) => sibling(node, value, name));
  const slats = valuesOf(node, WINDOW, value.endpoint).find(
    ({ property, propertyKey }) => property === 'currentValue' && SLATS.has(Number(propertyKey)),
  );
  const tilt = slats && (sibling(node, slats, 'targetValue') ?? { ...slats, property: 'targetValue' });
  const level = (percent: unknown): number =>
    Math.round((Math.min(100, Math.max(0, Number(percent))) / 100) * OPEN);
  const percent = (now: Node, one: ZwaveValue): number | null => {
    const is = numberIn(now.values.get(valueKey(one)));
    return is === null ? null : Math.round((Math.min(OPEN, Math.max(0, is)) / OPEN) * 100);
  };
  return part({
    ...{ domain: 'cover', key: valueKey(value) },
    options: {
      ...(deviceClass === undefined ? {} : { deviceClass }),
      features: [
        ...['open', 'close', 'set_position'],
        ...(up === undefined ? [] : ['stop']),
        ...(tilt === undefined ? [] : ['open_tilt', 'close_tilt', 'set_tilt_position']),
      ],
      openCover: () => set(node, target, OPEN),
      closeCover: () => set(node, target, 0),
      setCoverPosition: ({ position }: Fields) => set(node, target, level(position)),
      // A movement is stopped by ending the change of the level in either direction.
      stopCover: () => up && set(node, up, false),
      openCoverTilt: () => tilt && set(node, tilt, OPEN),
      closeCoverTilt: () => tilt && set(node, tilt, 0),
      setCoverTiltPosition: ({ tilt_position: position }: Fields) => tilt && set(node, tilt, level(position)),
    },
    read: (now) => {
      const position = percent(now, value);
      const wanted = numberIn(sibling(now, value, 'targetValue'));
      const aim = wanted === null ? null : Math.round((Math.min(OPEN, wanted) / OPEN) * 100);
      const isMoving = position !== null && aim !== null && aim !== position;
      return {
        position,
        moving: isMoving ? (aim > position ? ('opening' as const) : ('closing' as const)) : null,
        ...(slats === undefined ? {} : { tilt_position: percent(now, slats) }),
      };
    },
  });
}

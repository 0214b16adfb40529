import { climateParts } from './climate.ts';
import { coverParts } from './covers.ts';
import { type Node, numberIn, sibling, valueKey, type ZwaveValue } from './nodes.ts';
import { type Part, part, type SetValue } from './part.ts';

type Fields = Readonly<Record<string, unknown>>;

const [SWITCH, DIMMER, LOCK] = [37, 38, 98];
/** The kinds of dimmers that move something, and that are fans. */
const [MULTILEVEL, MOTORS, FAN] = [17, new Set([5, 6, 7]), 8];
const SECURED = 255;

/** What somebody switches at a node. */
export function controlsOf(node: Node, set: SetValue): Part[] {
  const own = [...node.values.values()].flatMap((value) => {
    if (value.property === 'currentValue' && value.commandClass === SWITCH)
      return [switchPart(node, value, set)];
    if (value.property === 'currentValue' && value.commandClass === DIMMER)
      return dimmerParts(node, value, set);
    return value.property === 'currentMode' && value.commandClass === LOCK
      ? [lockPart(node, value, set)]
      : [];
  });
  return [...own, ...coverParts(node, set), ...climateParts(node, set)];
}

/** Whether a dimmer moves a cover. */
export function isMotor({ deviceClass: { generic, specific } }: Node): boolean {
  return generic.key === MULTILEVEL && MOTORS.has(specific.key);
}

function switchPart(node: Node, value: ZwaveValue, set: SetValue): Part {
  const target = sibling(node, value, 'targetValue') ?? { ...value, property: 'targetValue' };
  return part({
    ...{ domain: 'switch', key: valueKey(value) },
    options: { turnOn: () => set(node, target, true), turnOff: () => set(node, target, false) },
    read: (now) => {
      const on = now.values.get(valueKey(value))?.value;
      return { on: typeof on === 'boolean' ? on : null };
    },
  });
}

function dimmerParts(node: Node, value: ZwaveValue, set: SetValue): Part[] {
  if (isMotor(node)) return [];
  const { generic, specific } = node.deviceClass;
  if (generic.key === MULTILEVEL && specific.key === FAN) return [fanPart(node, value, set)];
  const target = sibling(node, value, 'targetValue') ?? { ...value, property: 'targetValue' };
  return [
    part({
      ...{ domain: 'light', key: valueKey(value) },
      options: {
        ...{ features: ['transition'], capabilities: { supported_color_modes: ['brightness'] } },
        turnOn: (fields: Fields) => set(node, target, levelOf(fields), fading(fields)),
        turnOff: (fields: Fields) => set(node, target, 0, fading(fields)),
      },
      read: (now) => {
        const level = numberIn(now.values.get(valueKey(value)));
        return {
          on: level === null ? null : level > 0,
          color_mode: 'brightness' as const,
          ...(level === null || level === 0
            ? {}
            : { brightness: Math.min(255, Math.max(1, Math.round((Math.min(level, 99) / 99) * 255))) }),
        };
      },
    }),
  ];
}

function fanPart(node: Node, value: ZwaveValue, set: SetValue): Part {
  const target = sibling(node, value, 'targetValue') ?? { ...value, property: 'targetValue' };
  const level = (percent: unknown): number =>
    Math.round((Math.min(100, Math.max(0, Number(percent))) / 100) * 99);
  return part({
    ...{ domain: 'fan', key: valueKey(value) },
    options: {
      features: ['set_speed', 'turn_on', 'turn_off'],
      turnOn: ({ percentage }: Fields) =>
        set(node, target, percentage === undefined ? 255 : level(percentage)),
      turnOff: () => set(node, target, 0),
      setPercentage: ({ percentage }: Fields) => set(node, target, level(percentage)),
    },
    read: (now) => {
      const is = numberIn(now.values.get(valueKey(value)));
      return is === null
        ? { on: null }
        : { on: is > 0, percentage: Math.round((Math.min(is, 99) / 99) * 100) };
    },
  });
}

function lockPart(node: Node, value: ZwaveValue, set: SetValue): Part {
  const target = sibling(node, value, 'targetMode') ?? { ...value, property: 'targetMode' };
  return part({
    ...{ domain: 'lock', key: valueKey(value) },
    options: { lock: () => set(node, target, SECURED), unlock: () => set(node, target, 0) },
    read: (now) => {
      const mode = numberIn(now.values.get(valueKey(value)));
      return { state: mode === null ? null : mode === SECURED ? ('locked' as const) : ('unlocked' as const) };
    },
  });
}

/** The level of a command: 255 brings back the last one. */
function levelOf({ brightness }: Fields): number {
  return typeof brightness === 'number' ? Math.max(1, Math.round((brightness / 255) * 99)) : 255;
}

function fading({ transition }: Fields): object | undefined {
  return typeof transition === 'number' ? { transitionDuration: `${Math.round(transition)}s` } : undefined;
}

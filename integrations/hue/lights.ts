import type { DomainValues } from 'hearth-integration';
import type { Resource } from './bridge.ts';
import { type Change, type Part, part } from './part.ts';
import { flagOf, numberOf, type Store, textOf, within } from './store.ts';

type Fields = Readonly<Record<string, unknown>>;
type Values = Partial<DomainValues['light']>;
type Mode = NonNullable<Values['color_mode']>;

const NO_EFFECT = 'no_effect';
const [COLDEST, WARMEST] = [153, 500];

/** A lamp. */
export function lampPart(light: Resource, device: Resource, change: Change): Part {
  const { id } = light;
  const effects = effectsOf(light);
  const timed = textsOf(within(light, 'timed_effects').effect_values);
  const { min, max } = mireksOf(light);
  return part({
    ...{ domain: 'light', uniqueId: id, device, isRadio: true },
    options: {
      name: null,
      features: ['transition', 'flash', ...(effects.length > 0 ? ['effect'] : [])],
      capabilities: {
        supported_color_modes: modesOf(light),
        ...(effects.length > 0 ? { effect_list: ['off', ...effects] } : {}),
        ...('color_temperature' in light ? kelvins(min, max) : {}),
      },
      turnOn: (fields: Fields) => change('light', id, wishOf(fields, { min, max }, timed)),
      turnOff: (fields: Fields) => change('light', id, { on: { on: false }, ...fading(fields) }),
    },
    read: (store) => {
      const now = store.get(id);
      const effect = textOf(within(now, 'effects'), 'status');
      return {
        ...valuesOf(now, modesOf(light)),
        ...(effects.length > 0 ? { effect: effect === null || effect === NO_EFFECT ? 'off' : effect } : {}),
      };
    },
  });
}

/** All lights of a room or zone as one. */
export function groupPart(grouped: Resource, group: Resource, store: Store, change: Change): Part {
  const { id } = grouped;
  const lights = (now: Store): Resource[] => now.lightsOf(group);
  const members = lights(store);
  const all = new Set(members.flatMap(modesOf));
  const colorful = (['color_temp', 'xy'] as const).filter((mode) => all.has(mode));
  const modes: Mode[] =
    colorful.length > 0
      ? colorful
      : all.has('brightness') || members.length === 0
        ? ['brightness']
        : ['onoff'];
  const range = members.filter((light) => 'color_temperature' in light).map(mireksOf);
  const min = Math.min(...range.map((one) => one.min), range.length === 0 ? COLDEST : WARMEST);
  const max = Math.max(...range.map((one) => one.max), range.length === 0 ? WARMEST : COLDEST);
  return part({
    ...{ domain: 'light', uniqueId: id, device: group },
    options: {
      ...{ name: null, features: ['transition', 'flash'] },
      capabilities: {
        supported_color_modes: modes,
        ...(all.has('color_temp') ? kelvins(min, max) : {}),
      },
      turnOn: (fields: Fields) => change('grouped_light', id, wishOf(fields, { min, max }, [])),
      turnOff: (fields: Fields) => change('grouped_light', id, { on: { on: false }, ...fading(fields) }),
    },
    read: (now) => {
      const own = now.get(id);
      // A group has no color of its own: that of a light that is on counts.
      const shown = lights(now).find((light) => flagOf(within(light, 'on'), 'on') === true) ?? lights(now)[0];
      return {
        ...valuesOf(shown, modes),
        on: flagOf(within(own, 'on'), 'on'),
        ...('dimming' in (own ?? {}) ? { brightness: brightnessOf(own) } : {}),
      };
    },
    extra: (now) => ({
      is_hue_group: true,
      hue_scenes: now
        .ofType('scene')
        .filter((scene) => textOf(within(scene, 'group'), 'rid') === group.id)
        .map((scene) => textOf(within(scene, 'metadata'), 'name')),
      hue_type: group.type,
      lights: lights(now).map((light) => textOf(within(now.ownerOf(light), 'metadata'), 'name')),
    }),
  });
}

function modesOf(light: Resource): Mode[] {
  const modes = [
    ...('color_temperature' in light ? (['color_temp'] as const) : []),
    ...('color' in light ? (['xy'] as const) : []),
  ];
  if (modes.length > 0) return modes;
  return 'dimming' in light ? ['brightness'] : ['onoff'];
}

function valuesOf(light: Resource | undefined, modes: readonly Mode[]): Values {
  const white = within(light, 'color_temperature');
  const mirek = numberOf(white, 'mirek');
  const isWhite = modes.includes('color_temp') && mirek !== null && mirek > 0 && white.mirek_valid === true;
  const xy = within(within(light, 'color'), 'xy');
  const [x, y] = [numberOf(xy, 'x'), numberOf(xy, 'y')];
  const mode: Mode = isWhite ? 'color_temp' : modes.includes('xy') ? 'xy' : (modes[0] ?? 'onoff');
  return {
    on: flagOf(within(light, 'on'), 'on'),
    color_mode: mode,
    ...(mode === 'onoff' ? {} : { brightness: brightnessOf(light) }),
    ...(mode === 'color_temp' && mirek !== null ? { color_temp_kelvin: Math.floor(1e6 / mirek) } : {}),
    ...(mode === 'xy' && x !== null && y !== null ? { xy_color: [x, y] as const } : {}),
  };
}

function brightnessOf(light: Resource | undefined): number | null {
  const percent = numberOf(within(light, 'dimming'), 'brightness');
  return percent === null ? null : Math.min(255, Math.max(1, Math.round((percent / 100) * 255)));
}

function wishOf(
  fields: Fields,
  { min, max }: { readonly min: number; readonly max: number },
  timed: readonly string[],
): object {
  const { brightness, color_temp_kelvin: kelvin, xy_color: xy, effect, flash } = fields;
  const [x, y] = Array.isArray(xy) ? xy : [];
  return {
    on: { on: true },
    ...(typeof brightness === 'number'
      ? { dimming: { brightness: Math.round((brightness / 255) * 10_000) / 100 } }
      : {}),
    ...(typeof kelvin === 'number'
      ? { color_temperature: { mirek: Math.min(max, Math.max(min, Math.round(1e6 / kelvin))) } }
      : {}),
    ...(x === undefined ? {} : { color: { xy: { x, y } } }),
    ...(typeof effect === 'string' ? effectWish(effect, timed, fields.transition) : {}),
    ...(typeof effect === 'string' && timed.includes(effect) ? {} : fading(fields)),
    ...(flash === undefined ? {} : { alert: { action: 'breathe' } }),
  };
}

function effectWish(effect: string, timed: readonly string[], seconds: unknown): object {
  if (!timed.includes(effect)) return { effects: { effect: effect === 'off' ? NO_EFFECT : effect } };
  const duration = typeof seconds === 'number' ? Math.round(seconds * 1000) : 900_000;
  return { timed_effects: { effect, duration } };
}

function fading({ transition }: Fields): object {
  return typeof transition === 'number' ? { dynamics: { duration: Math.round(transition * 1000) } } : {};
}

function effectsOf(light: Resource): string[] {
  const names = [
    ...textsOf(within(light, 'effects').effect_values),
    ...textsOf(within(light, 'timed_effects').effect_values),
  ];
  return [...new Set(names)].filter((name) => name !== NO_EFFECT);
}

function mireksOf(light: Resource): { readonly min: number; readonly max: number } {
  const schema = within(within(light, 'color_temperature'), 'mirek_schema');
  const [min, max] = [
    numberOf(schema, 'mirek_minimum') ?? COLDEST,
    numberOf(schema, 'mirek_maximum') ?? WARMEST,
  ];
  return min >= 50 && max <= 1000 && min < max ? { min, max } : { min: COLDEST, max: WARMEST };
}

function kelvins(min: number, max: number): object {
  return { min_color_temp_kelvin: Math.floor(1e6 / max), max_color_temp_kelvin: Math.floor(1e6 / min) };
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, 100) : [];
}

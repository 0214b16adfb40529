import { domainOf } from '../../core/entity-id.ts';
import { HubError } from '../../core/errors.ts';
import type { State } from '../../core/state.ts';
import type { Constraints } from '../targets.ts';
import {
  constraintsOf,
  findOrFail,
  IntentFailure,
  type IntentHandler,
  type IntentTools,
  type Outcome,
  placesOf,
  type Request,
  type ResultTarget,
  slotNumber,
  slotText,
  targetOf,
} from './intent.ts';

/** A service that is called for each entity that is meant. */
interface ServiceIntent {
  readonly constraints?: Constraints;
  /** Domain, service and data for an entity. Throws `IntentFailure` if it has none. */
  call(
    state: State,
    request: Request,
    tools: IntentTools,
  ): readonly [domain: string, service: string, data?: Readonly<Record<string, unknown>>];
}

type ForState = (state: State) => readonly [string, string];

/** Services for `HassTurnOn` and `HassTurnOff` of domains that are not turned on or off. */
const SWITCHED: Readonly<Record<string, readonly [on: string, off: string | undefined]>> = {
  button: ['press', undefined],
  input_button: ['press', undefined],
  cover: ['open_cover', 'close_cover'],
  lock: ['lock', 'unlock'],
  valve: ['open_valve', 'close_valve'],
};

function switching(on: boolean): ServiceIntent {
  return {
    call: ({ entity_id: id }, _request, tools) => {
      const domain = domainOf(id);
      const own = Object.hasOwn(SWITCHED, domain) ? SWITCHED[domain] : ['turn_on', 'turn_off'];
      const service = on ? own?.[0] : own?.[1];
      if (service === undefined || !tools.has(domain, service))
        throw new IntentFailure(`${id} cannot be turned ${on ? 'on' : 'off'}`);
      return [domain, service];
    },
  };
}

function byDomain(services: Readonly<Record<string, string>>): ForState {
  return ({ entity_id: id }) => {
    const domain = domainOf(id);
    const service = Object.hasOwn(services, domain) ? services[domain] : undefined;
    if (service === undefined) throw new IntentFailure(`${id} has no such service`);
    return [domain, service];
  };
}

function simply(domain: string, service: string, constraints: Constraints = {}): ServiceIntent {
  return { constraints: { domains: [domain], ...constraints }, call: () => [domain, service] };
}

const position = byDomain({ cover: 'set_cover_position', valve: 'set_valve_position' });
const stop = byDomain({ cover: 'stop_cover', valve: 'stop_valve' });
const player = { domains: ['media_player'] };
const playing = { ...player, states: ['playing'] };

const INTENTS: Readonly<Record<string, ServiceIntent>> = {
  HassTurnOn: switching(true),
  HassTurnOff: switching(false),
  HassToggle: {
    call: ({ entity_id: id }, _request, tools) => {
      const domain = domainOf(id);
      if (!tools.has(domain, 'toggle')) throw new IntentFailure(`${id} cannot be toggled`);
      return [domain, 'toggle'];
    },
  },
  HassSetPosition: {
    call: (state, request) => [...position(state), { position: slotNumber(request, 'position') }],
  },
  HassStopMoving: { call: stop },
  HassOpenCover: simply('cover', 'open_cover'),
  HassCloseCover: simply('cover', 'close_cover'),
  HassLightSet: {
    constraints: { domains: ['light'] },
    call: (_state, request) => ['light', 'turn_on', lightData(request)],
  },
  HassFanSetSpeed: {
    constraints: { domains: ['fan'] },
    call: (_state, request) => ['fan', 'turn_on', { percentage: slotNumber(request, 'percentage') }],
  },
  HassClimateSetTemperature: {
    constraints: { domains: ['climate'], features: 1, isSingle: true },
    call: (_state, request) => [
      'climate',
      'set_temperature',
      { temperature: slotNumber(request, 'temperature') },
    ],
  },
  HassClimateSetFanMode: {
    constraints: { domains: ['climate'], features: 8, isSingle: true },
    call: (state, request) => ['climate', 'set_fan_mode', { fan_mode: fanMode(state, request) }],
  },
  HassHumidifierSetpoint: {
    constraints: { domains: ['humidifier'] },
    call: (_state, request) => ['humidifier', 'set_humidity', { humidity: slotNumber(request, 'humidity') }],
  },
  HassHumidifierMode: {
    constraints: { domains: ['humidifier'], features: 1 },
    call: (_state, request) => ['humidifier', 'set_mode', { mode: slotText(request, 'mode') }],
  },
  HassVacuumStart: simply('vacuum', 'start', { features: 8192 }),
  HassVacuumReturnToBase: simply('vacuum', 'return_to_base', { features: 16 }),
  HassLawnMowerStartMowing: simply('lawn_mower', 'start_mowing', { features: 1 }),
  HassLawnMowerDock: simply('lawn_mower', 'dock', { features: 4 }),
  HassMediaPause: simply('media_player', 'media_pause', { ...playing, features: 1 }),
  HassMediaUnpause: simply('media_player', 'media_play'),
  HassMediaNext: simply('media_player', 'media_next_track', { ...playing, features: 32 }),
  HassMediaPrevious: simply('media_player', 'media_previous_track', { ...playing, features: 16 }),
  HassMediaPlayerMute: muting(true),
  HassMediaPlayerUnmute: muting(false),
  HassSetVolume: {
    constraints: { ...player, features: 4 },
    call: (_state, request) => [
      'media_player',
      'volume_set',
      { volume_level: slotNumber(request, 'volume_level') / 100 },
    ],
  },
  HassSetVolumeRelative: {
    constraints: { ...player, features: 4 },
    call: (state, request) => ['media_player', ...volumeCall(state, request)],
  },
};

function muting(is_volume_muted: boolean): ServiceIntent {
  return {
    constraints: { ...player, features: 8 },
    call: () => ['media_player', 'volume_mute', { is_volume_muted }],
  };
}

function lightData(request: Request): Readonly<Record<string, unknown>> {
  const color = slotText(request, 'color');
  return {
    ...(color === undefined ? {} : { color_name: color.replaceAll(' ', '').toLowerCase() }),
    ...(request.slots.has('temperature') ? { color_temp_kelvin: slotNumber(request, 'temperature') } : {}),
    ...(request.slots.has('brightness') ? { brightness_pct: slotNumber(request, 'brightness') } : {}),
  };
}

function fanMode(state: State, request: Request): string {
  const wanted = slotText(request, 'fan_mode') ?? '';
  const { fan_modes: modes } = state.attributes;
  const known = Array.isArray(modes) ? modes.map(String) : [];
  const mode = known.find((one) => one.toLowerCase() === wanted.toLowerCase());
  if (mode === undefined) throw new IntentFailure(`${state.entity_id} has no fan mode "${wanted}"`);
  return mode;
}

function volumeCall(
  { attributes: { volume_level: level } }: State,
  request: Request,
): readonly [string, Readonly<Record<string, unknown>>?] {
  const step = slotText(request, 'volume_step');
  if (step === 'up' || step === 'down') return [`volume_${step}`];
  const target = (typeof level === 'number' ? level : 0) + slotNumber(request, 'volume_step') / 100;
  return ['volume_set', { volume_level: Math.min(1, Math.max(0, target)) }];
}

/** The handlers of intents that call a service for each entity that is meant. */
export const SERVICE_INTENTS: ReadonlyMap<string, IntentHandler> = new Map(
  Object.entries(INTENTS).map(([name, intent]) => [
    name,
    (request: Request, tools: IntentTools) => callForEach(intent, request, tools),
  ]),
);

async function callForEach(intent: ServiceIntent, request: Request, tools: IntentTools): Promise<Outcome> {
  const constraints = constraintsOf(request, intent.constraints);
  const { name, area, floor, domains, deviceClasses } = constraints;
  if ([name, area, floor, domains, deviceClasses].every((one) => one === undefined))
    throw new IntentFailure('An intent may not target all entities');
  const targets = findOrFail(tools, constraints);
  const states = soundingOnly(request, targets.states);
  const calls = states.map((state) => [state, intent.call(state, request, tools)] as const);
  const [first] = calls;
  if (calls.length === 1 && first !== undefined && needsCode(first[0], first[1][1]))
    return { needsCode: { domain: first[1][0], service: first[1][1], state: first[0] } };
  const results = await Promise.allSettled(
    calls.map(([{ entity_id }, [domain, service, data]]) =>
      tools.call(domain, service, { ...data, entity_id }),
    ),
  );
  const success: ResultTarget[] = [];
  const failed: ResultTarget[] = [];
  let reason: unknown;
  for (const [at, result] of results.entries()) {
    const target = targetOf(calls[at]?.[0] as State);
    if (result.status === 'fulfilled') success.push(target);
    else {
      failed.push(target);
      reason ??= result.reason;
    }
  }
  if (success.length === 0 && failed.length > 0)
    throw reason instanceof HubError ? new IntentFailure(reason.message) : reason;
  return {
    success: [...placesOf(targets), ...success],
    failed,
    matched: states.map((one) => tools.current(one)),
  };
}

/** Relative volume without a name concerns only players that play, if there are several. */
function soundingOnly({ intent, slots }: Request, states: readonly State[]): readonly State[] {
  if (intent !== 'HassSetVolumeRelative' || states.length < 2 || slots.has('name')) return states;
  const sounding = states.filter(({ state }) => state === 'playing');
  if (sounding.length === 0) throw new IntentFailure('No media player is playing', 'entity_wrong_state');
  return sounding;
}

function needsCode({ entity_id: id, attributes: { code_format: format } }: State, service: string): boolean {
  return domainOf(id) === 'lock' && format != null && (service === 'lock' || service === 'unlock');
}

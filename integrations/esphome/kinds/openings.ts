import { type Kind, kind, percent } from './kind.ts';

const MOVING = [null, 'opening', 'closing'] as const;

interface Opening {
  readonly position: number;
  readonly current_operation: number;
}

function openingValues({ position, current_operation: now }: Opening, hasPosition: boolean) {
  return {
    moving: MOVING[now] ?? null,
    ...(hasPosition ? { position: percent(position) } : { closed: position === 0 }),
  };
}

const toPart = (percentage: unknown): number => Number(percentage) / 100;

const cover = kind({
  type: 'cover',
  domain: 'cover',
  listed: 'ListEntitiesCoverResponse',
  state: 'CoverStateResponse',
  unknown: { position: null, closed: null },
  describe: (info) => ({
    assumedState: info.assumed_state,
    features: [
      ...['open', 'close'],
      ...(info.supports_stop ? ['stop'] : []),
      ...(info.supports_position ? ['set_position'] : []),
      ...(info.supports_tilt ? ['open_tilt', 'close_tilt', 'set_tilt_position'] : []),
    ],
  }),
  read: (state, info) => ({
    ...openingValues(state, info.supports_position),
    // What was unknown before is known by the position, where there is one.
    ...(info.supports_position ? { closed: percent(state.position) === 0 } : {}),
    ...(info.supports_tilt ? { tilt_position: percent(state.tilt) } : {}),
  }),
  commands: ({ target }) => {
    const move = (position: number) => target.send('CoverCommandRequest', { has_position: true, position });
    const tilt = (part: number) => target.send('CoverCommandRequest', { has_tilt: true, tilt: part });
    return {
      openCover: () => move(1),
      closeCover: () => move(0),
      setCoverPosition: ({ position }) => move(toPart(position)),
      stopCover: () => target.send('CoverCommandRequest', { stop: true }),
      openCoverTilt: () => tilt(1),
      closeCoverTilt: () => tilt(0),
      setCoverTiltPosition: ({ tilt_position: position }) => tilt(toPart(position)),
    };
  },
});

const valve = kind({
  type: 'valve',
  domain: 'valve',
  listed: 'ListEntitiesValveResponse',
  state: 'ValveStateResponse',
  unknown: { position: null, closed: null },
  describe: (info) => ({
    assumedState: info.assumed_state,
    capabilities: { reports_position: info.supports_position },
    features: [
      ...['open', 'close'],
      ...(info.supports_stop ? ['stop'] : []),
      ...(info.supports_position ? ['set_position'] : []),
    ],
  }),
  read: (state, info) => ({
    ...openingValues(state, info.supports_position),
    ...(info.supports_position ? { closed: percent(state.position) === 0 } : {}),
  }),
  commands: ({ target }) => {
    const move = (position: number) => target.send('ValveCommandRequest', { has_position: true, position });
    return {
      openValve: () => move(1),
      closeValve: () => move(0),
      setValvePosition: ({ position }) => move(toPart(position)),
      stopValve: () => target.send('ValveCommandRequest', { stop: true }),
    };
  },
});

/** Covers and valves. */
export const openingKinds: readonly Kind[] = [cover, valve];

import { type Endpoint, hasFeature, numberIn } from './endpoint.ts';
import { type PartMaker, part } from './part.ts';

const CLUSTER = 'windowCovering';
/** Positions are hundredths of a percent, and count how closed it is. */
const CLOSED = 10_000;
/** What a covering says it is. */
const CLASSES: Readonly<Record<number, string>> = {
  ...{ 0: 'shade', 1: 'shade', 2: 'shade', 3: 'shade', 4: 'awning', 5: 'curtain', 6: 'shutter' },
  ...{ 7: 'blind', 8: 'blind', 9: 'shade' },
};

/** The shutter, blind or curtain of an endpoint. */
export const covers: PartMaker = (endpoint) => {
  const now = endpoint.state(CLUSTER);
  if (now?.operationalStatus === undefined) return [];
  const [hasLift, hasTilt] = [knows(now, 'Lift'), knows(now, 'Tilt')];
  const canTilt = hasFeature(now, 'tilt');
  const kind = `${hasLift || hasTilt ? 'PositionAware' : ''}${hasLift ? 'Lift' : ''}${hasLift && hasTilt ? 'And' : ''}${hasTilt ? 'Tilt' : ''}`;
  const deviceClass = CLASSES[numberIn(now, 'type') ?? -1];
  const run = (command: string, fields?: object): Promise<unknown> =>
    endpoint.invoke(CLUSTER, command, fields);
  return [
    part({
      ...{ domain: 'cover', key: `MatterCover${kind}-258-10` },
      options: {
        ...(deviceClass === undefined ? {} : { deviceClass }),
        features: [
          ...['open', 'close', 'stop'],
          ...(hasLift ? ['set_position'] : []),
          ...(canTilt ? ['open_tilt', 'close_tilt'] : []),
          ...(hasTilt ? ['set_tilt_position'] : []),
        ],
        openCover: () => run('upOrOpen'),
        closeCover: () => run('downOrClose'),
        stopCover: () => run('stopMotion'),
        setCoverPosition: ({ position }) =>
          run('goToLiftPercentage', { liftPercent100thsValue: hundredths(position) }),
        openCoverTilt: () =>
          hasLift ? run('goToTiltPercentage', { tiltPercent100thsValue: 0 }) : run('upOrOpen'),
        closeCoverTilt: () =>
          hasLift ? run('goToTiltPercentage', { tiltPercent100thsValue: CLOSED }) : run('downOrClose'),
        setCoverTiltPosition: ({ tilt_position: position }) =>
          run('goToTiltPercentage', { tiltPercent100thsValue: hundredths(position) }),
      },
      read: () => ({
        moving: movingOf(endpoint),
        ...(hasLift ? { position: percent(endpoint, 'Lift') } : {}),
        ...(hasTilt ? { tilt_position: percent(endpoint, 'Tilt') } : {}),
        ...(hasLift ? {} : { closed: hasTilt ? percent(endpoint, 'Tilt') === 0 : null }),
      }),
    }),
  ];
};

/** Whether a covering knows where it is. */
function knows(now: Readonly<Record<string, unknown>>, axis: 'Lift' | 'Tilt'): boolean {
  return `currentPosition${axis}Percent100ths` in now && hasFeature(now, `positionAware${axis}`);
}

function percent(endpoint: Endpoint, axis: 'Lift' | 'Tilt'): number | null {
  const closed = numberIn(endpoint.state(CLUSTER), `currentPosition${axis}Percent100ths`);
  return closed === null ? null : Math.max(0, Math.min(100, 100 - Math.floor(closed / 100)));
}

function movingOf(endpoint: Endpoint): 'opening' | 'closing' | null {
  const status = endpoint.state(CLUSTER)?.operationalStatus;
  const all =
    typeof status === 'object' && status !== null ? (status as Record<string, unknown>).global : null;
  return all === 1 ? 'opening' : all === 2 ? 'closing' : null;
}

function hundredths(position: unknown): number {
  return Math.max(0, Math.min(CLOSED, Math.round((100 - Number(position)) * 100)));
}

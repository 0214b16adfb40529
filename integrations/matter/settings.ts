import { type Endpoint, isOneOf, numberIn } from './endpoint.ts';
import { LIGHT_TYPES } from './lights.ts';
import { CONFIG, DIAGNOSTIC, type Part, type PartMaker, part } from './part.ts';

/** A number that can be set. */
interface NumberRow {
  readonly cluster: string;
  readonly attribute: string;
  readonly key: string;
  readonly name: string;
  readonly range: { readonly min: number; readonly max: number; readonly step?: number };
  readonly unit?: string;
  readonly per?: number;
}

const seconds = { unit: 's', per: 10, range: { min: 0, max: 65_534, step: 0.1 } };
const NUMBERS: readonly NumberRow[] = [
  {
    ...{ cluster: 'levelControl', attribute: 'onLevel', key: 'on_level-8-17', name: 'On level' },
    range: { min: 0, max: 255 },
  },
  {
    ...{ cluster: 'levelControl', attribute: 'onOffTransitionTime', key: 'on_off_transition_time-8-16' },
    ...{ name: 'On/Off transition time', ...seconds },
  },
  {
    ...{ cluster: 'levelControl', attribute: 'onTransitionTime', key: 'on_transition_time-8-18' },
    ...{ name: 'On transition time', ...seconds },
  },
  {
    ...{ cluster: 'levelControl', attribute: 'offTransitionTime', key: 'off_transition_time-8-19' },
    ...{ name: 'Off transition time', ...seconds },
  },
  {
    ...{ cluster: 'occupancySensing', attribute: 'holdTime', key: 'HoldTime-1030-3', name: 'Hold time' },
    ...{ unit: 's', range: { min: 1, max: 65_534 } },
  },
];

const START_UP = ['off', 'on', 'toggle', 'previous'];
const IDENTIFY_FOR = 15;

/** What can be set at an endpoint besides what it is for. */
export const settings: PartMaker = (endpoint) => [
  ...NUMBERS.filter(({ cluster, attribute }) => numberIn(endpoint.state(cluster), attribute) !== null).map(
    (row) => numberOf(endpoint, row),
  ),
  ...startUpOf(endpoint),
  ...identifyOf(endpoint),
];

function numberOf(
  endpoint: Endpoint,
  { cluster, attribute, key, name, range, unit, per = 1 }: NumberRow,
): Part {
  return part({
    ...{ domain: 'number', key },
    options: {
      ...{ name, ...CONFIG, capabilities: { ...range, mode: 'box' } },
      ...(unit === undefined ? {} : { unit }),
      setValue: ({ value }) => endpoint.write(cluster, { [attribute]: Math.round(Number(value) * per) }),
    },
    read: () => {
      const value = numberIn(endpoint.state(cluster), attribute);
      return { value: value === null ? null : value / per };
    },
  });
}

/** What a light does when it gets power. */
function startUpOf(endpoint: Endpoint): Part[] {
  if (!isOneOf(endpoint, LIGHT_TYPES) || endpoint.state('onOff')?.startUpOnOff === undefined) return [];
  return [
    part({
      ...{ domain: 'select', key: 'MatterStartUpOnOff-6-16387' },
      options: {
        ...{ name: 'Power-on behavior on startup', ...CONFIG, capabilities: { options: START_UP } },
        selectOption: ({ option }) => {
          const index = START_UP.indexOf(String(option));
          return endpoint.write('onOff', { startUpOnOff: index === 3 ? null : index });
        },
      },
      read: () => {
        const value = numberIn(endpoint.state('onOff'), 'startUpOnOff');
        return { option: value === null ? 'previous' : (START_UP[value] ?? null) };
      },
    }),
  ];
}

function identifyOf(endpoint: Endpoint): Part[] {
  const type = numberIn(endpoint.state('identify'), 'identifyType');
  // 0: there is nothing to see or hear.
  if (type === null || type === 0) return [];
  return [
    part({
      ...{ domain: 'button', key: 'IdentifyButton-3-1' },
      options: {
        ...{ name: 'Identify', deviceClass: 'identify', ...DIAGNOSTIC },
        press: () => endpoint.invoke('identify', 'identify', { identifyTime: IDENTIFY_FOR }),
      },
      read: () => ({}),
    }),
  ];
}

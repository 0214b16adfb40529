import { isOneOf } from './endpoint.ts';
import { LIGHT_TYPES } from './lights.ts';
import { type PartMaker, part } from './part.ts';

/** On/off plugs and mounted on/off controls. */
const PLUG_TYPES: ReadonlySet<number> = new Set([0x10a, 0x10f]);
/** Appliances whose on/off cluster is their power. */
const APPLIANCE_TYPES: ReadonlySet<number> = new Set([
  ...[0x22, 0x23, 0x28, 0x29, 0x2b, 0x2d, 0x72, 0x73, 0x75, 0x77, 0x78, 0x7a, 0x7b, 0x7c, 0x300, 0x303],
]);
/** Switches that control other devices: their on/off cluster is not their own. */
const CONTROLLER_TYPES: ReadonlySet<number> = new Set([0x103, 0x104, 0x105, 0x840]);

/** The switch of an endpoint. */
export const switches: PartMaker = (endpoint) => {
  const isOther = isOneOf(endpoint, LIGHT_TYPES) || isOneOf(endpoint, CONTROLLER_TYPES);
  if (endpoint.state('onOff')?.onOff === undefined || isOther) return [];
  const kind = isOneOf(endpoint, PLUG_TYPES)
    ? { key: 'MatterPlug-6-0', options: { deviceClass: 'outlet' } }
    : isOneOf(endpoint, APPLIANCE_TYPES)
      ? { key: 'MatterPowerToggle-6-0', options: { deviceClass: 'switch', name: 'Power' } }
      : { key: 'MatterSwitch-6-0', options: { deviceClass: 'outlet' } };
  return [
    part({
      ...{ domain: 'switch', key: kind.key },
      options: {
        ...kind.options,
        turnOn: () => endpoint.invoke('onOff', 'on'),
        turnOff: () => endpoint.invoke('onOff', 'off'),
      },
      read: () => {
        const { onOff } = endpoint.state('onOff') ?? {};
        return typeof onOff === 'boolean' ? { on: onOff } : undefined;
      },
    }),
  ];
};

import { z } from 'zod';
import { SHOWN_QUANTITIES } from '../../../domains/definition/shown-units.ts';
import { sensorDeviceClasses } from '../../../domains/sensor/device-classes.ts';
import { convertibleUnits, inOrder } from '../../../domains/sensor/reading-units.ts';
import { keyed, Names, object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand } from '../command.ts';

/** The units a device class can be converted to, for forms. */
export function unitCommands(): Command[] {
  const ofClass = (domain: 'sensor' | 'number'): Command =>
    defineCommand({
      type: `${domain}/device_class_convertible_units`,
      permission: 'user',
      summary: `The units a ${domain} of a device class can be shown in`,
      result: object({ units: Names }),
      fields: { device_class: z.string() },
      handle: ({ message }) => ({ units: convertibleUnits(message.device_class) }),
    });
  return [
    ofClass('sensor'),
    ofClass('number'),
    defineCommand({
      type: 'sensor/numeric_device_classes',
      permission: 'user',
      summary: 'The device classes of numeric sensors',
      result: object({ numeric_device_classes: Names }),
      fields: {},
      handle: () => {
        const numeric = [...sensorDeviceClasses].filter(([, facts]) => facts.numeric);
        return { numeric_device_classes: inOrder(numeric.map(([name]) => name)) };
      },
    }),
    defineCommand({
      type: 'weather/convertible_units',
      permission: 'user',
      summary: 'The units available for weather',
      result: object({ units: keyed(Names) }),
      fields: {},
      handle: () => ({
        units: Object.fromEntries(
          Object.entries(SHOWN_QUANTITIES).map(([name, { choices }]) => [`${name}_unit`, choices]),
        ),
      }),
    }),
  ];
}

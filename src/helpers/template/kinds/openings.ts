import { z } from 'zod';
import { schemaError } from '../../../core/schema-error.ts';
import { coverDomain } from '../../../domains/cover/cover.ts';
import type { Command, Values } from '../../../domains/definition/define-domain.ts';
import type { Value } from '../../../jinja/values/context.ts';
import { actions, commonFields, deviceClass, template } from '../fields.ts';
import { defineTemplateKind, type TemplateAction, type TemplateKind } from '../template-kind.ts';
import { isUnknown } from '../values.ts';
import { numberReading, wordOf } from './readings.ts';

const schema = z
  .strictObject({
    ...commonFields,
    state: template.optional(),
    position: template.optional(),
    tilt: template.optional(),
    open_cover: actions.optional(),
    close_cover: actions.optional(),
    stop_cover: actions.optional(),
    set_cover_position: actions.optional(),
    set_cover_tilt_position: actions.optional(),
    tilt_optimistic: z.boolean().optional(),
    device_class: deviceClass(coverDomain.deviceClasses),
  })
  .refine((config) => (config.open_cover === undefined) === (config.close_cover === undefined), {
    path: ['open_cover'],
    error: schemaError('expects_both_or_neither', { one: 'open_cover', other: 'close_cover' }),
  })
  .refine((config) => config.open_cover !== undefined || config.set_cover_position !== undefined, {
    path: ['open_cover'],
    error: schemaError('expects_cover_actions'),
  });

/** Template covers. */
export const coverKind: TemplateKind = defineTemplateKind<z.infer<typeof schema>>({
  domain: coverDomain,
  schema,
  actionKeys: ['open_cover', 'close_cover', 'stop_cover', 'set_cover_position', 'set_cover_tilt_position'],
  describe: (config) => ({
    deviceClass: config.device_class,
    features: [
      ...['open', 'close'],
      ...(config.stop_cover === undefined ? [] : ['stop']),
      ...(config.set_cover_position === undefined ? [] : ['set_position']),
      ...(config.set_cover_tilt_position === undefined
        ? []
        : ['open_tilt', 'close_tilt', 'stop_tilt', 'set_tilt_position']),
    ],
    values: { ...(config.position === undefined ? {} : { position: null }), closed: null, moving: null },
  }),
  readings: ({ state, position, tilt }) => [
    { key: 'state', template: state, reports: ['closed', 'moving'], isMain: true, read: readState },
    {
      ...numberReading({ key: 'position', template: position, isMain: state === undefined }, [0, 100]),
      reports: state === undefined ? ['position', 'closed', 'moving'] : ['position'],
      read: (value) => {
        const read = numberReading({ key: 'position', template: position }, [0, 100]).read(value);
        if (typeof read === 'string' || state !== undefined) return read;
        return { ...read, closed: read.position === null ? null : read.position === 0, moving: null };
      },
    },
    numberReading({ key: 'tilt', template: tilt, reports: 'tilt_position' }, [0, 100]),
  ],
  actions: actionsFor,
});

const STATES: Readonly<Record<string, Values>> = {
  open: { closed: false, moving: null },
  true: { closed: false, moving: null },
  closed: { closed: true, moving: null },
  false: { closed: true, moving: null },
  opening: { closed: false, moving: 'opening' },
  closing: { closed: false, moving: 'closing' },
};

function readState(value: Value): Values | string {
  if (isUnknown(value)) return { closed: null, moving: null };
  const word = wordOf(value);
  return Object.hasOwn(STATES, word) ? (STATES[word] ?? {}) : `one of ${Object.keys(STATES).join(', ')}`;
}

/** Commands without actions of their own use the position. */
function actionsFor({ service, fields }: Command): TemplateAction[] {
  const to = (position: unknown): TemplateAction => ({ key: 'set_cover_position', variables: { position } });
  const tiltTo = (tilt: unknown): TemplateAction => ({ key: 'set_cover_tilt_position', variables: { tilt } });
  switch (service) {
    case 'open_cover':
      return [{ key: 'open_cover', variables: {} }, to(100)];
    case 'close_cover':
      return [{ key: 'close_cover', variables: {} }, to(0)];
    case 'stop_cover':
      return [{ key: 'stop_cover', variables: {} }];
    case 'set_cover_position':
      return [to(fields.position)];
    case 'open_cover_tilt':
      return [tiltTo(100)];
    case 'close_cover_tilt':
      return [tiltTo(0)];
    default:
      return fields.tilt_position === undefined ? [] : [tiltTo(fields.tilt_position)];
  }
}

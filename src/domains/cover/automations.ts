import {
  action,
  attributeIn,
  type DeviceAutomations,
  type DeviceKind,
  hasFeature,
  needs,
  POSITIONS,
  reaches,
  stands,
} from '../definition/device-automations.ts';
import type { EntityTriggers } from '../definition/entity-triggers.ts';
import { attribute } from '../definition/state-tests.ts';

const STATES = ['open', 'closed', 'opening', 'closing'];
const POSITION = {
  ...{ type: 'integer', valueMin: 0, valueMax: 100 },
  ...{ name: 'position', required: false, optional: true, default: 0 },
};

const position = (type: string, name: string, mask: number): DeviceKind =>
  needs(mask, attributeIn(type, name, { duration: false, fields: () => POSITIONS }));

const moves = (type: string, mask: number, service = `${type}_cover`) =>
  action(type, service, { fits: (state) => hasFeature(state, mask) });

/** Device triggers, conditions and actions of covers. */
export const coverDevice: DeviceAutomations = {
  triggers: [
    reaches('opened', 'open'),
    reaches('closed', 'closed'),
    reaches('opening', 'opening'),
    reaches('closing', 'closing'),
    position('position', 'current_position', 4),
    position('tilt_position', 'current_tilt_position', 128),
  ],
  conditions: [
    ...STATES.map((state): DeviceKind => ({ ...stands(`is_${state}`, state), keys: [], fields: () => [] })),
    position('is_position', 'current_position', 4),
    position('is_tilt_position', 'current_tilt_position', 128),
  ],
  actions: [
    moves('open', 1),
    moves('close', 2),
    moves('stop', 8),
    moves('open_tilt', 16, 'open_cover_tilt'),
    moves('close_tilt', 32, 'close_cover_tilt'),
    { ...moves('set_position', 4, 'set_cover_position'), keys: ['position'], fields: () => [POSITION] },
    {
      ...moves('set_tilt_position', 128, 'set_cover_tilt_position'),
      keys: ['position'],
      data: ({ position: tilt }) => ({ tilt_position: tilt }),
      fields: () => [POSITION],
    },
  ],
};

const [open, closed] = [attribute('is_closed', false), attribute('is_closed', true)];

const SHADES = ['awning', 'blind', 'curtain', 'shade', 'shutter'].map((kind) => ({
  kind,
  target: { entity: [{ domain: ['cover'], device_class: [kind] }] },
}));

/** `cover.blind_opened` and the like; doors, gates and windows have names beside those of contacts. */
export const coverTriggers: EntityTriggers = {
  becomes: Object.fromEntries(
    SHADES.flatMap(({ kind, target }) => [
      [`${kind}_opened`, { target, is: open, was: closed }],
      [`${kind}_closed`, { target, is: closed, was: open }],
    ]),
  ),
  is: Object.fromEntries(
    SHADES.flatMap(({ kind, target }) => [
      [`${kind}_is_open`, { target, is: open }],
      [`${kind}_is_closed`, { target, is: closed }],
    ]),
  ),
};

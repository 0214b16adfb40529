import { defineDomain, defineService, type EntityView, simpleService } from '../definition/define-domain.ts';
import { text } from '../definition/field.ts';
import {
  isClosed,
  type OpeningValues,
  openingPlans,
  openingState,
  positionField,
  rememberDirection,
} from '../definition/opening.ts';
import { coverDevice, coverTriggers } from './automations.ts';
import { reproduceCover } from './reproduce.ts';

/** The reported values of a cover. */
export interface CoverValues extends OpeningValues {
  readonly tilt_position?: number | null;
}

/** The speeds of a cover; the usual ones are slow, medium and fast. */
export interface CoverCapabilities {
  readonly [key: string]: unknown;
  readonly supported_speeds?: readonly string[];
  /** The tilt up to which the slats count as closed; 0 by default. */
  readonly closed_tilt?: number;
}

type CoverView = EntityView<CoverValues, CoverCapabilities>;

const speed = text({
  example: 'fast',
  filter: { features: ['speed'] },
  selector: { state: { attribute: 'speed' } },
});

const plans = openingPlans('cover');

/** Covers: blinds, shutters, awnings, garage doors, gates. */
export const coverDomain = defineDomain<CoverValues, CoverCapabilities>({
  name: 'cover',
  title: 'Cover',
  states: ['open', 'opening', 'closed', 'closing'],
  features: {
    open: 1,
    close: 2,
    set_position: 4,
    stop: 8,
    open_tilt: 16,
    close_tilt: 32,
    stop_tilt: 64,
    set_tilt_position: 128,
    speed: 256,
  },
  deviceClasses: [
    'awning',
    'blind',
    'curtain',
    'damper',
    'door',
    'garage',
    'gate',
    'shade',
    'shutter',
    'window',
  ],
  attributes: {
    supported_speeds: { description: 'The available speeds.', capability: true },
    current_position: { description: 'Position from 0 (closed) to 100 (fully open), if known.' },
    current_tilt_position: { description: 'Position of the slats from 0 (closed) to 100 (open), if known.' },
    is_closed: { description: 'Whether it is closed; null if unknown.' },
  },
  services: [
    defineService({
      name: 'open_cover',
      fields: { speed },
      requires: [['open']],
      plan: (cover: CoverView, fields) => plans.open(cover, speedOf(cover, fields.speed)),
    }),
    defineService({
      name: 'close_cover',
      fields: { speed },
      requires: [['close']],
      plan: (cover: CoverView, fields) => plans.close(cover, speedOf(cover, fields.speed)),
    }),
    defineService({
      name: 'set_cover_position',
      fields: {
        position: positionField(),
        speed,
      },
      requires: [['set_position']],
      plan: (cover: CoverView, { position, speed }) => plans.moveTo(cover, position, speedOf(cover, speed)),
    }),
    simpleService<CoverValues>('stop_cover', { moving: null }, [['stop']]),
    defineService({
      name: 'toggle',
      fields: {},
      requires: [['open', 'close']],
      plan: (cover: CoverView) => plans.toggle(cover),
    }),
    simpleService<CoverValues>('open_cover_tilt', { tilt_position: 100 }, [['open_tilt']]),
    simpleService<CoverValues>('close_cover_tilt', { tilt_position: 0 }, [['close_tilt']]),
    simpleService<CoverValues>('stop_cover_tilt', {}, [['stop_tilt']]),
    defineService({
      name: 'set_cover_tilt_position',
      fields: {
        tilt_position: positionField(),
      },
      requires: [['set_tilt_position']],
      plan: (_cover: CoverView, { tilt_position }) => ({
        service: 'set_cover_tilt_position',
        fields: { tilt_position },
        patch: { tilt_position },
      }),
    }),
    defineService({
      name: 'toggle_cover_tilt',
      fields: {},
      requires: [['open_tilt', 'close_tilt']],
      plan: (cover: CoverView) =>
        hasClosedTilt(cover)
          ? { service: 'open_cover_tilt', fields: {}, patch: { tilt_position: 100 } }
          : { service: 'close_cover_tilt', fields: {}, patch: { tilt_position: 0 } },
    }),
  ],
  remember: rememberDirection,
  reproduce: reproduceCover,
  deviceAutomations: coverDevice,
  entityTriggers: coverTriggers,
  presentCapabilities: (capabilities, features) =>
    features.has('speed') ? { supported_speeds: capabilities.supported_speeds ?? [] } : {},
  present: ({ values }) => ({
    state: openingState(values),
    attributes: {
      is_closed: isClosed(values),
      current_position: values.position ?? undefined,
      current_tilt_position: values.tilt_position ?? undefined,
    },
  }),
});

function speedOf(cover: CoverView, speed: string | undefined): { readonly speed?: string } {
  const known = speed !== undefined && cover.features.has('speed');
  return known && cover.capabilities.supported_speeds?.includes(speed) === true ? { speed } : {};
}

function hasClosedTilt({ values, capabilities }: CoverView): boolean {
  return values.tilt_position != null && values.tilt_position <= (capabilities.closed_tilt ?? 0);
}

import { defineDomain, defineService, type EntityView, simpleService } from '../definition/define-domain.ts';
import {
  isClosed,
  type OpeningValues,
  openingPlans,
  openingState,
  positionField,
  rememberDirection,
} from '../definition/opening.ts';
import { attribute } from '../definition/state-tests.ts';

/** The capabilities of a valve. */
export interface ValveCapabilities {
  readonly [key: string]: unknown;
  /** Whether it knows its position. */
  readonly reports_position?: boolean;
}

type ValveView = EntityView<OpeningValues, ValveCapabilities>;

const [open, closed] = [attribute('is_closed', false), attribute('is_closed', true)];

const plans = openingPlans('valve');

/** Valves of water, gas or heating. */
export const valveDomain = defineDomain<OpeningValues, ValveCapabilities>({
  name: 'valve',
  title: 'Valve',
  states: ['open', 'opening', 'closed', 'closing'],
  features: { open: 1, close: 2, set_position: 4, stop: 8 },
  deviceClasses: ['water', 'gas'],
  attributes: {
    is_closed: { description: 'Whether it is closed; null if unknown.' },
    current_position: { description: 'Position from 0 (closed) to 100 (open), absent if not reported.' },
  },
  services: [
    defineService({
      name: 'open_valve',
      fields: {},
      requires: [['open']],
      plan: (valve: ValveView) => plans.open(valve),
    }),
    defineService({
      name: 'close_valve',
      fields: {},
      requires: [['close']],
      plan: (valve: ValveView) => plans.close(valve),
    }),
    defineService({
      name: 'set_valve_position',
      fields: {
        position: positionField(),
      },
      requires: [['set_position']],
      plan: (valve: ValveView, { position }) => plans.moveTo(valve, position),
    }),
    simpleService<OpeningValues>('stop_valve', { moving: null }, [['stop']]),
    defineService({
      name: 'toggle',
      fields: {},
      requires: [['open', 'close']],
      plan: (valve: ValveView) => plans.toggle(valve),
    }),
  ],
  remember: rememberDirection,
  entityTriggers: {
    becomes: { opened: { is: open, was: closed }, closed: { is: closed, was: open } },
    is: { is_open: open, is_closed: closed },
  },
  presentCapabilities: () => ({}),
  present: ({ values, capabilities }) => ({
    state: openingState(values),
    attributes: {
      is_closed: isClosed(values),
      current_position:
        capabilities.reports_position === true ? (values.position ?? null) : (values.position ?? undefined),
    },
  }),
});

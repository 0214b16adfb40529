import { defineDomain, simpleService } from '../definition/define-domain.ts';
import { hasFeature, plainAction } from '../definition/device-automations.ts';
import { stateTriggers } from '../definition/state-tests.ts';

const STATES = ['mowing', 'paused', 'docked', 'returning', 'error', 'idle'] as const;

/** The reported values of a lawn mower. */
export interface LawnMowerValues {
  readonly [key: string]: unknown;
  readonly state: (typeof STATES)[number] | null;
}

/** Lawn mowers. */
export const lawnMowerDomain = defineDomain<LawnMowerValues, Record<string, never>>({
  name: 'lawn_mower',
  title: 'Lawn mower',
  states: STATES,
  features: { start_mowing: 1, pause: 2, dock: 4, stop: 8 },
  deviceClasses: [],
  attributes: {},
  services: [
    simpleService<LawnMowerValues>('start_mowing', { state: 'mowing' }, [['start_mowing']]),
    simpleService<LawnMowerValues>('pause', { state: 'paused' }, [['pause']]),
    simpleService<LawnMowerValues>('dock', { state: 'returning' }, [['dock']]),
    simpleService<LawnMowerValues>('stop', { state: 'idle' }, [['stop']]),
  ],
  deviceAutomations: {
    actions: [
      plainAction('mow', 'start_mowing'),
      { ...plainAction('dock'), fits: (state) => hasFeature(state, 4) },
      { ...plainAction('pause'), fits: (state) => hasFeature(state, 2) },
    ],
  },
  entityTriggers: stateTriggers(
    ['returned_to_dock', 'is_docked', 'docked'],
    ['errored', 'is_encountering_an_error', 'error'],
    ['paused_mowing', 'is_paused', 'paused'],
    ['started_mowing', 'is_mowing', 'mowing'],
    ['started_returning', 'is_returning', 'returning'],
    ['became_idle', 'is_idle', 'idle'],
  ),
  present: ({ values }) => ({ state: values.state, attributes: {} }),
});

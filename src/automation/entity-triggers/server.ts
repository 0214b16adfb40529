import type { PurposeCondition, PurposeTrigger, Table } from './purpose.ts';
import { fieldsOf } from './shapes.ts';
import { refuseTarget } from './target.ts';

/** The server was updated: it runs another version than before this start. */
const updated: PurposeTrigger = {
  key: 'homeassistant.updated',
  fields: {},
  parse: (config) => {
    refuseTarget(config);
    fieldsOf(config).finish();
    return {
      attach: ({ setting, fire }) => {
        const { update } = setting.ports;
        if (update === undefined) return () => {};
        return setting.events.onEvent('homeassistant_started', () =>
          fire({
            variables: { from_version: update.from, to_version: update.to },
            description: 'Home Assistant updated',
            context: null,
          }),
        );
      },
    };
  },
};

/**
 * Conditions that are never true: changes in Hearth take effect without a restart of the server or the host.
 */
const NEEDS = ['restart_required', 'host_reboot_required'];

const needed = NEEDS.map(
  (name): PurposeTrigger => ({
    key: `homeassistant.${name}`,
    fields: {},
    parse: (config) => {
      refuseTarget(config);
      fieldsOf(config).finish();
      return { attach: () => () => {} };
    },
  }),
);

const isNeeded = NEEDS.map(
  (name): PurposeCondition => ({
    key: `homeassistant.${name}`,
    fields: {},
    parse: (config) => {
      refuseTarget(config);
      fieldsOf(config).finish();
      return () => false;
    },
  }),
);

/** Triggers and conditions of the server itself. */
export const server: Table = { triggers: [...needed, updated], conditions: isNeeded };

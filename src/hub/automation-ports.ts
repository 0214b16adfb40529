import type { Webhooks } from '../api/webhooks.ts';
import type { AutomationContext } from '../automation/config/automation-context.ts';
import type { Ports } from '../automation/config/ports.ts';
import type { Sentences } from '../automation/config/sentences.ts';
import { capabilitiesOf, listDevice } from '../automation/device-automations/listing.ts';
import { ConfigTester } from '../automation/items/config-tester.ts';
import type { CpuBudget } from '../core/cpu-budget.ts';
import type { AutomationServices, HubContext } from './hub-context.ts';

/** The external inputs of automations. */
export interface AutomationInputs {
  readonly webhooks: Webhooks;
  readonly sentences: Sentences;
}

/**
 * The events outside of automations that triggers listen to; neither side needs to know more of the other.
 */
export function portsOf(
  { integrations, helpers }: Pick<HubContext, 'integrations' | 'helpers'>,
  { webhooks, sentences }: AutomationInputs,
): Ports {
  const { mqtt, devices } = integrations.provided;
  const { notifications, calendars, todoLists } = helpers;
  return {
    ...(mqtt === undefined ? {} : { mqtt }),
    webhooks,
    calendars: {
      eventsBetween: (id, from, to) => calendars.eventsBetween(id, from, to),
      onChange: (listener) => {
        const undos = [calendars.onChange(listener), devices?.calendars.onChange(listener)];
        return () => {
          for (const undo of undos) undo?.();
        };
      },
    },
    sentences,
    notifications: {
      follow: (listener) =>
        notifications.subscribe(({ type, notification }) => listener({ updateType: type, notification })),
    },
    todo: {
      items: (id) => todoLists.items(id),
      onChange: (listener) => todoLists.subscribe(listener),
    },
  };
}

/** What the interface uses for triggers, conditions, sentences and device automations. */
export function portParts(
  setting: AutomationContext,
  cpuBudget: CpuBudget,
): Pick<AutomationServices['commandParts'], 'deviceAutomations' | 'triggers'> {
  const { home } = setting;
  return {
    triggers: [new ConfigTester(setting, cpuBudget)],
    deviceAutomations: [
      {
        list: (of, id) => listDevice(of, id, setting),
        capabilities: (of, config) => capabilitiesOf(of, config, setting),
      },
      home,
    ],
  };
}

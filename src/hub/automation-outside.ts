import type { Route } from '../api/rest/route.ts';
import { conversationRoutes } from '../api/rest/routes/conversation.ts';
import { webhookRoutes } from '../api/rest/routes/webhook.ts';
import type { Webhooks } from '../api/webhooks.ts';
import type { Command } from '../api/ws/command.ts';
import { conversationCommands } from '../api/ws/commands/conversation.ts';
import { deviceAutomationCommands } from '../api/ws/commands/device-automations.ts';
import { triggerCommands } from '../api/ws/commands/triggers.ts';
import type { AutomationContext } from '../automation/config/automation-context.ts';
import type { Ports } from '../automation/config/ports.ts';
import type { Sentences } from '../automation/config/sentences.ts';
import { capabilitiesOf, listDevice } from '../automation/device-automations/listing.ts';
import { ConfigTester } from '../automation/items/config-tester.ts';
import type { Clock } from '../core/clock.ts';
import type { CpuBudget } from '../core/cpu-budget.ts';
import type { HubContext } from './hub-context.ts';

/** What reaches automations from outside. */
export interface Outside {
  readonly webhooks: Webhooks;
  readonly sentences: Sentences;
}

/** Where triggers listen outside of automations: each side knows the other by this alone. */
export function portsOf(
  { devices, homeMade }: Pick<HubContext, 'devices' | 'homeMade'>,
  { webhooks, sentences }: Outside,
): Ports {
  const { mqtt } = devices;
  const { notifications, calendars, todoLists } = homeMade;
  return {
    ...(mqtt === undefined ? {} : { mqtt }),
    webhooks,
    calendars,
    sentences,
    notifications: {
      follow: (hear) =>
        notifications.subscribe(({ type, notification }) => hear({ updateType: type, notification })),
    },
    todo: {
      items: (id) => todoLists.items(id),
      onChange: (hear) => todoLists.subscribe(hear),
    },
  };
}

/** The addresses by which automations are reached. */
export function outsideRoutes({ webhooks, sentences }: Outside, clock: Clock): Route[] {
  return [...webhookRoutes(webhooks), ...conversationRoutes(sentences, clock)];
}

/** What people ask of triggers and conditions, and of devices for them. */
export function outsideCommands(
  setting: AutomationContext,
  { sentences }: Outside,
  cpuBudget: CpuBudget,
): Command[] {
  const { house, clock } = setting;
  return [
    ...conversationCommands(sentences, clock),
    ...triggerCommands(new ConfigTester(setting, cpuBudget)),
    ...deviceAutomationCommands(
      {
        list: (of, id) => listDevice(of, id, setting),
        capabilities: (of, config) => capabilitiesOf(of, config, setting),
      },
      house.devices,
      house.registry,
    ),
  ];
}

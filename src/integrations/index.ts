import { z } from 'zod';
import type { SettingsBlock } from '../core/settings-block.ts';
import { cameraIntegration } from './camera/integration.ts';
import { commandLineIntegration } from './command-line/integration.ts';
import { demoIntegration } from './demo/integration.ts';
import { mobileAppIntegration } from './mobile-app/integration.ts';
import { mqttIntegration } from './mqtt/integration.ts';
import { mqttBrokerIntegration } from './mqtt-broker/integration.ts';
import { processIntegrations } from './processes/integration.ts';
import { restIntegration } from './rest/integration.ts';

/**
 * All integrations, in the order in which they open and start: MQTT connects to the broker before it. A new
 * one is added here.
 */
export const integrations = [
  demoIntegration,
  cameraIntegration,
  mqttBrokerIntegration,
  mqttIntegration,
  mobileAppIntegration,
  restIntegration,
  commandLineIntegration,
  processIntegrations,
] as const;

type Settings = (typeof integrations)[number]['settings'];
type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The settings of all integrations in one tree. */
export const integrationSettings = integrations.reduceRight<SettingsBlock>(
  (all, { settings }) => merged(all, settings),
  {},
) as AllOf<Settings>;

/** The sections of `hearth.yaml` that integrations read themselves. */
export const integrationSections: readonly string[] = integrations.flatMap(({ sections }) => sections);

/** The platforms of items that integrations read from sections such as `sensor`. */
export const integrationPlatforms: readonly string[] = integrations.flatMap((one) =>
  'platforms' in one ? one.platforms : [],
);

function merged(one: SettingsBlock, other: SettingsBlock): SettingsBlock {
  const both = Object.entries(other).map(([key, item]) => {
    const known = one[key];
    const isBlock = known !== undefined && !isLeaf(known) && !isLeaf(item);
    return [key, isBlock ? merged(known, item) : item];
  });
  return { ...one, ...Object.fromEntries(both) };
}

function isLeaf(item: SettingsBlock[string]): item is Exclude<SettingsBlock[string], SettingsBlock> {
  return item instanceof z.ZodType;
}

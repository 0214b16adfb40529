import { moon } from './moon.ts';
import { ofDomains } from './of-domains.ts';
import type { PurposeCondition, PurposeTrigger, Table } from './purpose.ts';
import { server } from './server.ts';
import { sun } from './sun.ts';
import { values } from './values.ts';
import { watches } from './watches.ts';
import { zones } from './zones.ts';

const tables: readonly Table[] = [...values, ...ofDomains, sun, moon, server, watches, zones];

/** All purpose-specific triggers, e.g. `light.turned_on`. */
export const purposeTriggers: readonly PurposeTrigger[] = tables.flatMap(({ triggers }) => triggers);

/** All purpose-specific conditions, e.g. `light.is_on`. */
export const purposeConditions: readonly PurposeCondition[] = tables.flatMap(({ conditions }) => conditions);

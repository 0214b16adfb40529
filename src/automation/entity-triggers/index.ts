import { moon } from './moon.ts';
import { ofDomains } from './of-domains.ts';
import type { PurposeCondition, PurposeTrigger, Table } from './purpose.ts';
import { server } from './server.ts';
import { sun } from './sun.ts';
import { values } from './values.ts';
import { watches } from './watches.ts';
import { zones } from './zones.ts';

const tables: readonly Table[] = [...values, ...ofDomains, sun, moon, server, watches, zones];

/** All triggers of purposes. */
export const purposeTriggers: readonly PurposeTrigger[] = tables.flatMap(({ triggers }) => triggers);

/** All conditions of purposes. */
export const purposeConditions: readonly PurposeCondition[] = tables.flatMap(({ conditions }) => conditions);

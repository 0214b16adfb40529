import { expect, it } from 'vitest';
import type { EntityMessage } from '../../../src/integrations/processes/described.ts';
import {
  ProcessEntities,
  type ProcessEntitiesParts,
} from '../../../src/integrations/processes/process-entities.ts';

const entities = new ProcessEntities({
  ...{ domain: 'added', isBuiltIn: false, disablesNew: () => false },
  supervisor: () => {
    throw new Error('There is no process');
  },
  ...({ port: {}, devices: {}, registry: {}, calendars: {} } as never as Pick<
    ProcessEntitiesParts,
    'port' | 'devices' | 'registry' | 'calendars'
  >),
});
const LIGHT: EntityMessage = { domain: 'light', uniqueId: 'a', name: null };

it.each<[string, EntityMessage]>([
  ['an automation', { ...LIGHT, domain: 'automation' }],
  ['a person', { ...LIGHT, domain: 'person' }],
  ['the place of another entity', { ...LIGHT, standsFor: { platform: 'hue', uniqueId: '1' } }],
])('an integration that was added cannot take %s', (_what, message) => {
  expect(() => entities.describe('entry', 1, message)).toThrow('belongs to the hub');
});

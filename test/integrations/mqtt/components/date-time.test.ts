import { describe, expect, it } from 'vitest';
import { dateTimeDomain } from '../../../../src/domains/date-time/date-time.ts';
import { dateTimeComponent } from '../../../../src/integrations/mqtt/components/date-time.ts';
import type { ReadingContext } from '../../../../src/integrations/mqtt/entity/component.ts';
import { testData } from '../../../support/test-data.ts';

const cases = testData(import.meta.filename);

/** How text of a device without a time zone in its config is interpreted. */
function stateOf(text: string): unknown {
  const complaints: string[] = [];
  const config = dateTimeComponent.schema.parse({ command_topic: 'set', state_topic: 'state' });
  const site = {
    now: Date.UTC(2026, 10, 21),
    warn: (reason: string) => {
      complaints.push(reason);
      return null;
    },
  };
  const [reading] = dateTimeComponent.readings(config);
  const values = reading?.read?.(text, site as unknown as ReadingContext);
  if (values == null) return complaints.length > 0 ? 'refused' : values;
  return dateTimeDomain.present({ values, capabilities: {} } as never).state;
}

describe('a date with a time over MQTT', () => {
  it.each(cases<[string, string][]>(''))('%s', (text, state) => {
    expect(stateOf(text)).toBe(state);
  });
});

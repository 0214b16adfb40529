import { describe, expect, it } from 'vitest';
import { dateTimeDomain } from '../../../../src/domains/date-time/date-time.ts';
import { dateTimeComponent } from '../../../../src/integrations/mqtt/components/date-time.ts';
import type { ReadingSite } from '../../../../src/integrations/mqtt/entity/component.ts';

/** How text of a device without a time zone in its config is interpreted. */
function stateOf(text: string): unknown {
  const complaints: string[] = [];
  const config = dateTimeComponent.schema.parse({ command_topic: 'set', state_topic: 'state' });
  const site = {
    now: Date.UTC(2026, 10, 21),
    complain: (reason: string) => {
      complaints.push(reason);
      return null;
    },
  };
  const [reading] = dateTimeComponent.readings(config);
  const values = reading?.read?.(text, site as unknown as ReadingSite);
  if (values == null) return complaints.length > 0 ? 'refused' : values;
  return dateTimeDomain.present({ values, capabilities: {} } as never).state;
}

describe('a date with a time over MQTT', () => {
  it.each([
    ['2026-11-20T10:20:00+01:00', '2026-11-20T09:20:00+00:00'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59+00:00'],
    ['9999-12-31T23:00:00-05:00', 'refused'],
    ['2026-11-20T10:20:00+25:00', 'refused'],
    ['2026-11-20T10:20:00+1:99999999999999999999', 'refused'],
  ])('%s', (text, state) => {
    expect(stateOf(text)).toBe(state);
  });
});

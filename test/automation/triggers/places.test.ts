import { describe, expect, it } from 'vitest';
import { attachTriggers, automationSetting } from '../../support/automation-setting.ts';

const IN = { latitude: 52.37, longitude: 4.89, gps_accuracy: 10 };
const OUT = { latitude: 53, longitude: 5, gps_accuracy: 10 };
const PHONE = 'device_tracker.phone';

function home() {
  const made = automationSetting();
  made.states.set('zone.home', '0', { latitude: 52.37, longitude: 4.89, radius: 100, friendly_name: 'Home' });
  return made;
}

describe('the zone trigger', () => {
  const crossings = (event: string | undefined, steps: readonly (object | null)[]) => {
    const { setting, states } = home();
    const config = {
      trigger: 'zone',
      entity_id: PHONE,
      zone: 'zone.home',
      ...(event === undefined ? {} : { event }),
    };
    const { fired } = attachTriggers(setting, config);
    for (const [index, attributes] of steps.entries()) {
      if (attributes === null) states.remove(PHONE);
      else states.set(PHONE, String(index), { ...attributes });
    }
    return fired.map(({ trigger }) => trigger.description);
  };
  const entering = `${PHONE} entering Home`;
  const leaving = `${PHONE} leaving Home`;

  it.each([
    ['enter', [OUT, IN, { ...IN, latitude: 52.3701 }, OUT], [entering]],
    ['leave', [OUT, IN, OUT], [leaving]],
    [undefined, [IN], [entering]],
    ['leave', [IN, null], [leaving]],
    ['enter', [{}, IN], []],
    ['enter', [OUT, {}, IN], []],
    ['leave', [{ in_zones: ['zone.home'] }, { in_zones: [] }], [leaving]],
  ])('%s with %j says %j', (event, steps, expected) => {
    expect(crossings(event, steps)).toEqual(expected);
  });
});

describe('the geo_location trigger', () => {
  it('receives a single source', () => {
    const { setting, states } = home();
    const config = { trigger: 'geo_location', source: 'Fires', zone: 'zone.home', event: 'enter' };
    const { fired } = attachTriggers(setting, config);
    for (const source of ['fires', 'quakes']) {
      states.set(`geo_location.${source}`, '5', { ...OUT, source });
      states.set(`geo_location.${source}`, '0', { ...IN, source });
    }
    expect(fired.map(({ trigger }) => trigger)).toMatchObject([
      {
        source: 'fires',
        entity_id: 'geo_location.fires',
        event: 'enter',
        description: 'geo_location - fires',
      },
    ]);
  });
});

describe('the tag trigger', () => {
  it('takes tags and devices', () => {
    const { setting, fire } = home();
    const any = attachTriggers(setting, { trigger: 'tag', tag_id: 'a' });
    const some = attachTriggers(setting, { trigger: 'tag', tag_id: ['a', 'b'], device_id: 'd2' });
    fire('tag_scanned', { tag_id: 'a', device_id: 'd1' });
    fire('tag_scanned', { tag_id: 'b', device_id: 'd2' });
    expect(any.fired.map(({ description }) => description)).toEqual(['Tag scanned']);
    expect(some.fired.map(({ trigger }) => (trigger.event as { data: unknown }).data)).toEqual([
      { tag_id: 'b', device_id: 'd2' },
    ]);
  });
});

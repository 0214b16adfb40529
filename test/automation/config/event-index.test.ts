import { describe, expect, it } from 'vitest';
import { EventIndex } from '../../../src/automation/config/event-index.ts';
import { Bus, HubEvent } from '../../../src/core/bus.ts';
import { silentLog } from '../../../src/core/log.ts';
import type { State } from '../../../src/core/state.ts';
import { attachTriggers, automationSetting } from '../../support/automation-setting.ts';

describe('what happens', () => {
  it('subscribes to the bus once per type, however many triggers there are, and not without one', () => {
    const { setting, bus, states } = automationSetting();
    const before = new Map(bus.counts());
    const kinds = (index: number) => [
      { trigger: 'state', entity_id: `sensor.a${index}` },
      { trigger: 'numeric_state', entity_id: `sensor.b${index}`, above: 1 },
      { trigger: 'light.turned_on', target: { entity_id: `light.c${index}` } },
      { trigger: 'event', event_type: 'pressed', event_data: { index } },
    ];
    const { fired, undo } = attachTriggers(
      setting,
      Array.from({ length: 1000 }, (_, index) => kinds(index)).flat(),
    );
    expect(bus.counts().get('state_changed')).toBe((before.get('state_changed') ?? 0) + 1);
    expect(bus.counts().get('pressed')).toBe(1);
    states.set('sensor.a500', 'x', {});
    expect(fired).toHaveLength(1);
    undo?.();
    expect(bus.counts()).toEqual(before);
  });

  it('evaluates only the listeners a change concerns', () => {
    const bus = new Bus(silentLog);
    const happenings = new EventIndex(bus, silentLog);
    const { states } = automationSetting();
    const asked: string[] = [];
    for (const id of ['light.a', 'light.b']) happenings.onEntity(id, () => asked.push(id));
    happenings.onDomain('light', ({ entity_id: id }) => asked.push(`some light: ${id}`));
    bus.dispatch(changeOf(states.set('light.a', 'on', {})));
    expect(asked).toEqual(['light.a', 'some light: light.a']);
  });

  it('reaches the others when one fails', () => {
    const { setting, fire, lines } = automationSetting();
    const heard: string[] = [];
    setting.events.onEvent('a', () => {
      throw new Error('broken');
    });
    const undo = setting.events.onEvent('a', () => heard.push('a'));
    fire('a');
    undo();
    undo();
    fire('a');
    expect(heard).toEqual(['a']);
    expect(lines.join()).toContain('A trigger failed on the event a');
  });
});

function changeOf(state: State): HubEvent {
  const change = { entity_id: state.entity_id, old_state: null, new_state: state };
  return new HubEvent('state_changed', {
    ...{ data: {}, origin: 'LOCAL', firedAt: state.last_changed, context: state.context, change },
  });
}

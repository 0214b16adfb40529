import { expect, test } from 'vitest';
import { alarmControlPanelDomain } from '../../../src/domains/alarm-control-panel/alarm-control-panel.ts';
import { DomainEntity } from '../../support/domain-entity.ts';
import { refusalKey } from '../../support/refusal-key.ts';

const ALL = Object.keys(alarmControlPanelDomain.features);

function panel(capabilities: object = {}, options: object = {}): DomainEntity {
  return new DomainEntity(alarmControlPanelDomain, {
    features: ALL,
    capabilities: { ...capabilities },
    options: { ...options },
    values: { state: 'disarmed' },
  });
}

test('the three attributes are always there', () => {
  expect(panel().attributes).toEqual({
    code_format: null,
    changed_by: null,
    code_arm_required: true,
    supported_features: 63,
  });
  expect(panel({ code_format: 'number', code_arm_required: false }).attributes).toMatchObject({
    code_format: 'number',
    code_arm_required: false,
  });
});

test('arming needs a code by default; disarming and triggering leave it to the panel', () => {
  expect(refusalKey(() => panel().call('alarm_arm_home'))).toBe('code_arm_required');
  expect(panel().call('alarm_arm_custom_bypass', { code: 1234 }).state).toBe('armed_custom_bypass');
  expect(panel({ code_arm_required: false }).call('alarm_arm_away').state).toBe('armed_away');
  expect(panel().call('alarm_trigger').state).toBe('triggered');
  expect(panel().call('alarm_trigger').call('alarm_disarm').state).toBe('disarmed');
});

test('the default code replaces a missing one', () => {
  const one = panel({}, { default_code: '9' });
  expect(one.call('alarm_arm_night').last).toEqual({ service: 'alarm_arm_night', fields: { code: '9' } });
  expect(one.call('alarm_disarm', { code: '8' }).last?.fields).toEqual({ code: '8' });
});

test('each way of arming has its feature', () => {
  const plain = new DomainEntity(alarmControlPanelDomain, {
    features: ['arm_away'],
    values: { state: 'disarmed' },
  });
  expect(plain.call('alarm_arm_away', { code: '1' }).state).toBe('armed_away');
  for (const mode of ['home', 'night', 'vacation', 'custom_bypass'])
    expect(() => plain.call(`alarm_arm_${mode}`, { code: '1' })).toThrow('does not support');
  expect(() => plain.call('alarm_trigger')).toThrow('does not support');
});

import type { State } from '../../core/state.ts';
import { deviceDomains } from './domains.ts';
import type { DeviceKind } from './kind.ts';
import { sensorKind, sensorKindsOf } from './sensors.ts';

type Of = 'triggers' | 'conditions';

const WORD = /^[a-z][a-z\d_]*$/;

/** The kind with a name; undefined if the domain has none. */
export function findKind(of: Of, domain: string, type: string): DeviceKind | undefined {
  if (domain === 'sensor') {
    const isNamed = WORD.test(type) && (of === 'triggers' || type.startsWith('is_'));
    return isNamed ? sensorKind(type, of === 'triggers' ? 'trigger' : 'condition') : undefined;
  }
  const own = Object.hasOwn(deviceDomains, domain) ? deviceDomains[domain] : undefined;
  return own?.[of].find((kind) => kind.type === type);
}

/** The kinds an entity supports. */
export function kindsOf(of: Of, domain: string, state: State | undefined): readonly DeviceKind[] {
  if (domain === 'sensor') return sensorKindsOf(state, of === 'triggers' ? 'trigger' : 'condition');
  const own = Object.hasOwn(deviceDomains, domain) ? deviceDomains[domain] : undefined;
  return (own?.[of] ?? []).filter((kind) => kind.fits === undefined || kind.fits(state));
}

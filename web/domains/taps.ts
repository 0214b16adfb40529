import type { Entity } from '../state/entity.ts';
import type { Tap } from './domain-view.ts';

/** Toggles an entity that is on or off. */
export function toggle({ domain, state }: Entity): Tap | undefined {
  if (state !== 'on' && state !== 'off') return undefined;
  const isOn = state === 'on';
  return {
    domain,
    service: isOn ? 'turn_off' : 'turn_on',
    guess: { state: isOn ? 'off' : 'on' },
    isOn,
  };
}

/** A tap that calls a service of the domain; `state` is the expected result. */
export function calls(service: string, state?: string): (entity: Pick<Entity, 'domain'>) => Tap {
  const guess = state === undefined ? {} : { guess: { state } };
  return ({ domain }) => ({ domain, service, ...guess });
}

import type { Entity } from '../state/entity.ts';
import type { Tap } from './domain-view.ts';

/** Turns on what is off, and off what is on. */
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

/** Calls a service; the guess is the state it leads to. */
export function calls(service: string, state?: string): (entity: Pick<Entity, 'domain'>) => Tap {
  const guess = state === undefined ? {} : { guess: { state } };
  return ({ domain }) => ({ domain, service, ...guess });
}

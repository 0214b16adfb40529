import { html } from 'lit';
import { listOf, nameOf, numberOf } from '../state/entity.ts';
import { say } from '../words/say.ts';
import type { Control } from './control.ts';
import { facts } from './facts.ts';
import { metres, placeOf } from './person.ts';
import { whereabouts } from './whereabouts.ts';

/** The zone on the map, and the persons in it. */
export const zoneControl: Control = ({ house, entity }) =>
  html`${whereabouts(house, entity)} ${facts([
    [
      say('domain.person'),
      listOf(entity, 'persons')
        .map((id) => house.entity(id))
        .map((person) => (person === undefined ? '' : nameOf(person)))
        .filter((name) => name !== '')
        .join(', '),
    ],
    [say('control.place'), placeOf(numberOf(entity, 'latitude'), numberOf(entity, 'longitude'))],
    [say('control.radius'), metres(numberOf(entity, 'radius'))],
  ])}`;

import { html } from 'lit';
import type { Control } from '../../controls/control.ts';
import { facts } from '../../controls/facts.ts';
import { locationMap } from '../../controls/location-map.ts';
import { listOf, nameOf, numberOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';
import { metres, placeOf } from '../person/person-control.ts';

/** The zone on the map, and the persons in it. */
export const zoneControl: Control = ({ home, entity }) =>
  html`${locationMap(home, entity)} ${facts([
    [
      say('domain.person'),
      listOf(entity, 'persons')
        .map((id) => home.entity(id))
        .map((person) => (person === undefined ? '' : nameOf(person)))
        .filter((name) => name !== '')
        .join(', '),
    ],
    [say('control.place'), placeOf(numberOf(entity, 'latitude'), numberOf(entity, 'longitude'))],
    [say('control.radius'), metres(numberOf(entity, 'radius'))],
  ])}`;

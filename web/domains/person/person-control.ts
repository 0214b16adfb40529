import { html, nothing } from 'lit';
import { pictureOf } from '../../cards/picture.ts';
import type { Control } from '../../controls/control.ts';
import { facts } from '../../controls/facts.ts';
import { locationMap } from '../../controls/location-map.ts';
import { nameOf, numberOf, textOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';

/** The location of a person, and its source. */
export const personControl: Control = ({ home, entity }) => {
  const source = textOf(entity, 'source');
  const tracker = source === undefined ? undefined : home.entity(source);
  const picture = pictureOf(entity);
  return html`${picture === undefined ? nothing : html`<img class="portrait" src=${picture} alt="" />`}
  ${locationMap(home, entity)}
  ${facts([
    [say('control.source'), tracker === undefined ? source : nameOf(tracker)],
    [say('control.place'), placeOf(numberOf(entity, 'latitude'), numberOf(entity, 'longitude'))],
    [say('control.accuracy'), metres(numberOf(entity, 'gps_accuracy'))],
  ])}`;
};

/** Formatted coordinates, or undefined. */
export function placeOf(latitude: number | undefined, longitude: number | undefined): string | undefined {
  if (latitude === undefined || longitude === undefined) return undefined;
  return `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
}

export function metres(value: number | undefined): string | undefined {
  return value === undefined ? undefined : `${Math.round(value)} m`;
}

import { html } from 'lit';
import type { Control } from '../../controls/control.ts';
import { facts } from '../../controls/facts.ts';
import { locationMap } from '../../controls/location-map.ts';
import { percent } from '../../parts/number-text.ts';
import { numberOf, textOf } from '../../state/entity.ts';
import { plain, wordOr } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';
import { metres, placeOf } from '../person/person-control.ts';

/** The location of a device, and its source. */
export const deviceTrackerControl: Control = ({ home, entity }) => {
  const source = textOf(entity, 'source_type');
  const battery = numberOf(entity, 'battery_level');
  return html`${locationMap(home, entity)} ${facts([
    [say('control.source'), source === undefined ? undefined : wordOr(`tracker.${source}`, plain(source))],
    [say('control.place'), placeOf(numberOf(entity, 'latitude'), numberOf(entity, 'longitude'))],
    [say('control.accuracy'), metres(numberOf(entity, 'gps_accuracy'))],
    [say('control.address'), textOf(entity, 'ip')],
    [say('control.battery'), battery === undefined ? undefined : percent(battery / 100)],
  ])}`;
};

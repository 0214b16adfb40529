import { mdiThermostat } from '@mdi/js';
import { temperature } from '../../parts/number-text.ts';
import { can, type Entity, numberOf, textOf } from '../../state/entity.ts';
import { plain, wordOr } from '../../texts/domain-name.ts';
import { SWITCHED } from '../changes.ts';
import type { DomainView, Tap, Tone } from '../domain-view.ts';
import { calls } from '../taps.ts';
import { TEMPERATURES } from '../temperature-plot.ts';

const TURN_OFF = 128;
const TURN_ON = 256;

function stateTone(climate: Entity): Tone {
  const action = textOf(climate, 'hvac_action');
  if (action === 'heating' || action === 'preheating') return 'heat';
  if (action === 'cooling') return 'cool';
  if (action === 'idle' || action === 'off') return 'quiet';
  if (climate.state === 'heat') return 'heat';
  return climate.state === 'cool' ? 'cool' : 'on';
}

function tap(climate: Entity): Tap | undefined {
  if (!can(climate, TURN_ON) || !can(climate, TURN_OFF)) return undefined;
  const isOn = climate.state !== 'off';
  return { ...calls(isOn ? 'turn_off' : 'turn_on')(climate), isOn };
}

/** How the app shows climate entities. */
export const climateView: DomainView = {
  icon: mdiThermostat,
  stateTone,
  tap,
  plotted: TEMPERATURES,
  stateText: (climate) => {
    const now = numberOf(climate, 'current_temperature');
    const mode = wordOr(`state.${climate.state}`, plain(climate.state));
    return now === undefined ? mode : `${temperature(now)} · ${mode}`;
  },
  changes: SWITCHED,
};

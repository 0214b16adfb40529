import { mdiFan, mdiFanOff } from '@mdi/js';
import { percent } from '../../parts/number-text.ts';
import { can, numberOf } from '../../state/entity.ts';
import { SWITCHED } from '../changes.ts';
import { type DomainView, ON_OFF_STATES } from '../domain-view.ts';
import { toggle } from '../taps.ts';

/** How the app shows fan entities. */
export const fanView: DomainView = {
  icon: [mdiFanOff, mdiFan],
  tone: 'cool',
  tap: (fan) => (can(fan, fan.state === 'on' ? 16 : 32) ? toggle(fan) : undefined),
  tileValue: (fan) => {
    if (!can(fan, 1)) return undefined;
    return {
      label: 'control.speed',
      value: fan.state === 'on' ? (numberOf(fan, 'percentage') ?? 0) : 0,
      set: (percentage) => ({
        domain: fan.domain,
        service: 'set_percentage',
        data: { percentage },
        guess: { state: percentage === 0 ? 'off' : 'on', attributes: { percentage } },
      }),
    };
  },
  stateText: (fan) => {
    const speed = numberOf(fan, 'percentage');
    return fan.state === 'on' && speed !== undefined ? percent(speed / 100) : undefined;
  },
  plotted: [{ name: 'percentage', label: 'plot.speed', unit: '%' }],
  states: ON_OFF_STATES,
  changes: SWITCHED,
};

import {
  mdiBlindsHorizontal,
  mdiBlindsHorizontalClosed,
  mdiCurtains,
  mdiCurtainsClosed,
  mdiDoorClosed,
  mdiDoorOpen,
  mdiGarage,
  mdiGarageOpen,
  mdiGate,
  mdiGateOpen,
  mdiWindowClosedVariant,
  mdiWindowOpenVariant,
  mdiWindowShutter,
  mdiWindowShutterOpen,
} from '@mdi/js';
import { can, numberOf } from '../../state/entity.ts';
import { MOVED } from '../changes.ts';
import type { DomainView } from '../domain-view.ts';
import { OPENING_STATES, openOrClose, POSITION, positionText } from '../opening-view.ts';

/** How the app shows cover entities. */
export const coverView: DomainView = {
  icon: [mdiWindowShutter, mdiWindowShutterOpen],
  classIcons: {
    blind: [mdiBlindsHorizontalClosed, mdiBlindsHorizontal],
    curtain: [mdiCurtainsClosed, mdiCurtains],
    door: [mdiDoorClosed, mdiDoorOpen],
    garage: [mdiGarage, mdiGarageOpen],
    gate: [mdiGate, mdiGateOpen],
    window: [mdiWindowClosedVariant, mdiWindowOpenVariant],
  },
  tone: 'open',
  tap: openOrClose,
  tileValue: (cover) => {
    const value = numberOf(cover, 'current_position');
    if (value === undefined || !can(cover, 4)) return undefined;
    return {
      label: 'control.position',
      value,
      set: (position) => ({ domain: cover.domain, service: 'set_cover_position', data: { position } }),
    };
  },
  stateText: positionText,
  plotted: POSITION,
  states: OPENING_STATES,
  changes: MOVED,
};

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
  stateText: positionText,
  plotted: POSITION,
  states: OPENING_STATES,
  changes: MOVED,
};

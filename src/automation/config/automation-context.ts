import type { Access } from '../../core/access.ts';
import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import type { HomeModel } from '../../entities/home/home-model.ts';
import { visibleStates } from '../../entities/visibility/visible-state.ts';
import type { EventIndex } from './event-index.ts';
import type { Ports } from './ports.ts';
import type { Rendering } from './rendering.ts';

/** What automations and scripts depend on: the home, its clock, its templates and its ports. */
export interface AutomationContext {
  readonly home: HomeModel;
  readonly states: Pick<StateMachine, 'get' | 'all'>;
  readonly bus: Bus;
  /** The subscriptions of triggers; an event only costs time for the triggers concerned. */
  readonly events: EventIndex;
  readonly clock: Clock;
  readonly log: Log;
  readonly rendering: Rendering;
  readonly ports: Ports;
  /** What callers with limited permissions may read; null for the server itself. */
  readonly mayRead: Access['mayRead'];
}

/** The same for a caller: its templates and conditions only see what it may read. */
export function contextFor(
  setting: AutomationContext,
  { mayRead }: Pick<Access, 'mayRead'>,
): AutomationContext {
  if (mayRead === null) return setting;
  return { ...setting, states: visibleStates(setting.states, { mayRead }), mayRead };
}

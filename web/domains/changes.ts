import type { Changes } from './domain-view.ts';

/** What is turned on and off. */
export const SWITCHED: Changes = { on: 'logbook.turned_on', off: 'logbook.turned_off' };

/** What opens and closes by itself. */
export const MOVED: Changes = {
  open: 'logbook.opened',
  closed: 'logbook.closed',
  opening: 'logbook.opening',
  closing: 'logbook.closing',
};

/** Who comes home and leaves. */
export const CAME_OR_LEFT: Changes = { home: 'logbook.came_home', not_home: 'logbook.left_home' };

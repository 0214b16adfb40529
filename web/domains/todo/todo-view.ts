import { mdiFormatListChecks } from '@mdi/js';
import { say } from '../../texts/say.ts';
import type { DomainView } from '../domain-view.ts';

function openItems(count: number): string {
  return count === 0 ? say('todo.nothing') : say('todo.open', { count });
}

/** How the app shows to-do lists. */
export const todoView: DomainView = {
  icon: mdiFormatListChecks,
  isNeverActive: true,
  stateText: ({ state }) => (/^\d+$/.test(state) ? openItems(Number(state)) : undefined),
};

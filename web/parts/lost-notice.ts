import { html, type TemplateResult } from 'lit';
import type { HomeStore } from '../state/home-store.ts';
import { say } from '../texts/say.ts';
import { timeText } from './time-text.ts';

/** That the connection is lost, and from when the states shown are; hidden while there is one. */
export function lostNotice({ lostAt }: Pick<HomeStore, 'lostAt'>, kind: 'banner' | 'notice'): TemplateResult {
  const text =
    lostAt === undefined
      ? ''
      : say('connection.lost', { time: timeText(new Date(lostAt), { timeStyle: 'short' }) });
  return html`<div class=${kind} role="status" ?hidden=${text === ''}>${text}</div>`;
}

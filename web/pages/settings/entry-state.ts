import { say } from '../../texts/say.ts';

/** The state of an entry in words. */
export function entryState(state: string): string {
  switch (state) {
    case 'loaded':
      return say('integrations.state_loaded');
    case 'setup_retry':
      return say('integrations.state_retry');
    case 'setup_in_progress':
      return say('integrations.state_setup');
    case 'not_loaded':
      return say('integrations.state_off');
    default:
      return say('integrations.state_error');
  }
}

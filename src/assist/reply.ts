import type { Outcome, ResultTarget } from './intents/intent.ts';

/** The codes of replies to sentences that were not carried out. */
type FailureCode = 'no_intent_match' | 'no_valid_targets' | 'failed_to_handle' | 'unknown';

/** What is said, and what was done, in the format of the interface. */
export interface ReplyResponse {
  readonly speech: { readonly plain: { readonly speech: string; readonly extra_data: null } };
  readonly card: Readonly<Record<string, never>>;
  readonly language: string;
  readonly response_type: 'action_done' | 'query_answer' | 'error';
  readonly data:
    | { readonly success: readonly ResultTarget[]; readonly failed: readonly ResultTarget[] }
    | { readonly code: FailureCode };
}

/** The reply to something said. */
export interface Reply {
  readonly response: ReplyResponse;
  readonly conversation_id: string;
  readonly continue_conversation: boolean;
}

/** A response to what was carried out. */
export function said(language: string, speech: string, outcome: Outcome = {}): ReplyResponse {
  const { isAnswer = false, success = [], failed: others = [] } = outcome;
  return {
    speech: plain(speech),
    card: {},
    language,
    response_type: isAnswer ? 'query_answer' : 'action_done',
    data: { success, failed: others },
  };
}

/** A response to what was not carried out. */
export function failed(language: string, code: FailureCode, speech: string): ReplyResponse {
  return { speech: plain(speech), card: {}, language, response_type: 'error', data: { code } };
}

function plain(speech: string): ReplyResponse['speech'] {
  return { plain: { speech, extra_data: null } };
}

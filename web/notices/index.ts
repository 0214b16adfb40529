import { discovered } from './kinds/discovered.ts';
import { failures } from './kinds/failures.ts';
import { messages } from './kinds/messages.ts';
import { repairs } from './kinds/repairs.ts';
import type { NoticeKind } from './notice.ts';

/** The kinds of notices in the order of the notification center. */
export const NOTICE_KINDS: readonly NoticeKind[] = [repairs, failures, discovered, messages];

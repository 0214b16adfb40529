import type { ExplainCause } from '../api/cause-interface.ts';
import { causeChain } from '../history/cause-chain.ts';
import { causesText } from '../history/cause-log/cause-text.ts';
import { type CauseStore, Causes } from '../history/causes.ts';
import type { HubCauses, HubContext, HubHistory } from './hub-context.ts';

/** Opens the record of causes. */
export function openCauses(
  { options, clock, bus, states, auth }: Pick<HubContext, 'options' | 'clock' | 'bus' | 'states' | 'auth'>,
  { thread, recent }: HubHistory,
): HubCauses {
  const store: CauseStore = {
    add: (list) => thread.call('causes.add', causesText(list)),
    ofContext: (context) => thread.call('causes.ofContext', context),
    changeOf: (entityId, until) => thread.call('causes.changeOf', { entityId, until }),
  };
  const log = options.logFile.log.named('history');
  const causes = new Causes({ store, recent, bus, clock, log });
  const explain: ExplainCause = (question) =>
    causeChain(
      {
        causes,
        states,
        userName: (id) => auth.users.get(id)?.name,
        tokenName: (id) => auth.tokens.get(id)?.name ?? undefined,
      },
      question,
    );
  return { causes, explain };
}

import type { ExplainCause } from '../api/cause-interface.ts';
import { causeChain } from '../history/cause-chain.ts';
import { causesText } from '../history/cause-log/cause-text.ts';
import { type CauseStore, Causes } from '../history/causes.ts';
import type { HubCauses, HubContext, HubHistory } from './hub-context.ts';

const YEAR = 365;

/** Opens the record of causes. */
export function openCauses(
  { options, clock, bus, states, auth }: Pick<HubContext, 'options' | 'clock' | 'bus' | 'states' | 'auth'>,
  { thread, recent }: HubHistory,
): HubCauses {
  const { history, recorder } = options.settings;
  const store: CauseStore = {
    add: (list) => thread.call('causes.add', causesText(list)),
    ofContext: (context) => thread.call('causes.ofContext', context),
    changeOf: (entityId, until) => thread.call('causes.changeOf', { entityId, until }),
    dropBefore: (at) => thread.call('causes.dropBefore', at),
  };
  const keepDays = history.keep_days ?? recorder.purge_keep_days ?? YEAR;
  const log = options.logFile.log.named('history');
  const causes = new Causes({ store, recent, bus, clock, log, keepDays });
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

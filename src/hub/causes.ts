import type { ExplainCause } from '../api/cause-interface.ts';
import { causeChain } from '../history/cause-chain.ts';
import { Causes } from '../history/causes.ts';
import type { HubCauses, HubContext, HubHistory } from './hub-context.ts';

/** Opens the record of causes. */
export function openCauses(
  { options, clock, bus, states, auth }: Pick<HubContext, 'options' | 'clock' | 'bus' | 'states' | 'auth'>,
  { database }: HubHistory,
): HubCauses {
  const causes = new Causes({ database, bus, clock, log: options.logFile.log.named('history') });
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

import { kindOf, stepValues } from '../../../parts/steps/step-kinds.ts';
import { stepSummary } from '../../../parts/steps/step-summary.ts';
import type { LongTrace } from '../../../server/items.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { plain } from '../../../texts/domain-name.ts';
import { say } from '../../../texts/say.ts';
import { partOf } from './item-parts.ts';

/** The trigger that started a run, as its form names it; undefined for a run that was started by hand. */
export function causeText(
  home: HomeStore,
  { trace, config }: Pick<LongTrace, 'trace' | 'config'>,
): string | undefined {
  const path = Object.keys(trace).find((one) => one.startsWith('trigger/')) ?? '';
  const { platform, entity_id } = triggerOf(trace[path]?.[0]?.changed_variables);
  if (typeof platform !== 'string') return undefined;
  const kind = kindOf('triggers', { trigger: platform });
  if (kind === undefined) return plain(platform);
  const configured = stepValues(partOf(config, 'triggers')[Number(path.split('/')[1])]);
  // The number counts the triggers of nested lists, too: in the configuration it may be that of another one.
  if (configured.trigger !== platform) return say(kind.title);
  const entity = typeof entity_id === 'string' ? { entity_id } : {};
  const summary = stepSummary(home, kind, { ...configured, ...entity });
  if (summary === '') return say(kind.title);
  return kind.name === 'purpose' ? summary : `${say(kind.title)}: ${summary}`;
}

function triggerOf(
  variables: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> {
  return Object(variables?.trigger) as Readonly<Record<string, unknown>>;
}

import { isObject } from '../core/coerce.ts';
import type { Part } from '../core/lifecycle.ts';
import { type Issue, IssueRecord, Issues } from '../entities/issues/issues.ts';
import type { Documents } from '../storage/documents.ts';
import type { HubContext } from './hub-context.ts';
import { recorderAdvice } from './recorder-advice.ts';

type IssueSources = Pick<HubContext, 'options' | 'home' | 'states' | 'bus' | 'clock'>;

/** What can bring or end an issue. */
const CAUSES = ['automation_reloaded', 'core_config_updated', 'entity_registry_updated'] as const;
/** Changes come in bursts. */
const DELAY_MS = 1000;

/** Finds what users should know or repair; the part looks again after changes. */
export function openIssues(
  hub: IssueSources,
  documents: Documents,
): { readonly issues: Issues; readonly part: Part } {
  const { options, home, bus, clock } = hub;
  const issues = new Issues({
    find: () => findIssues(hub),
    store: documents.collection('issues', IssueRecord),
    version: options.version,
    bus,
    clock,
  });
  let leave: (() => void)[] = [];
  const part: Part = {
    name: 'issues',
    start: () => {
      issues.refresh();
      let cancel: (() => void) | undefined;
      const later = (): void => {
        cancel ??= clock.after(DELAY_MS, () => {
          cancel = undefined;
          issues.refresh();
        });
      };
      leave = [
        ...CAUSES.map((type) => bus.on(type, later)),
        home.configEntries.subscribe(later),
        () => cancel?.(),
      ];
    },
    stop: () => {
      for (const undo of leave.splice(0)) undo();
    },
  };
  return { issues, part };
}

function* findIssues({ options, home, states }: IssueSources): Generator<Issue> {
  for (const state of states.all()) {
    const { entity_id: id } = state;
    const domain = id.slice(0, id.indexOf('.'));
    if ((domain !== 'automation' && domain !== 'script') || state.state !== 'unavailable') continue;
    const { error, friendly_name: name = id, id: itemId } = state.attributes;
    if (typeof error !== 'string') continue;
    const edit = `/config/${domain}/edit/${encodeURIComponent(String(itemId ?? id.slice(domain.length + 1)))}`;
    yield {
      domain,
      id: `${id}_config_invalid`,
      severity: 'error',
      translationKey: 'config_invalid',
      placeholders: { name: String(name), entity_id: id, error, edit },
    };
  }
  if (home.home.facts.country === null)
    yield {
      domain: 'homeassistant',
      id: 'country_not_configured',
      severity: 'warning',
      translationKey: 'country_not_configured',
      learnMoreUrl: '/config/general',
    };
  for (const { entry_id, domain, title } of home.configEntries.list())
    if (home.configEntries.statusOf(entry_id).needsLogin === true)
      yield {
        domain: 'homeassistant',
        id: `config_entry_reauth_${domain}_${entry_id}`,
        severity: 'error',
        translationKey: 'config_entry_reauth',
        placeholders: { name: title },
      };
  for (const entry of home.configEntries.list())
    if (entry.is_waiting === true)
      yield {
        domain: 'homeassistant',
        id: `integration_missing_${entry.entry_id}`,
        severity: 'warning',
        translationKey: 'integration_missing',
        placeholders: { title: entry.title, domain: entry.domain },
      };
  for (const [key, parameters] of recorderAdvice(options.settings))
    yield {
      domain: 'recorder',
      id: key,
      severity: 'warning',
      translationKey: key,
      placeholders: Object.fromEntries(
        Object.entries(isObject(parameters) ? parameters : {}).map(([name, value]) => [name, String(value)]),
      ),
    };
}

import { locale } from '../../app/preferences.ts';
import { timeText } from '../../parts/time-text.ts';
import type { Rule } from '../../server/account.ts';
import type { UserPolicy } from '../../server/people.ts';
import { nameOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { domainName } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';

/** What a policy means, in sentences. */
export function policyText(home: HomeStore, { rules, expires_at: end }: UserPolicy): string {
  const sentences = rules.map((rule) => ruleText(home, rule));
  if (!rules.some(({ effect }) => effect === 'allow')) sentences.unshift(say('rights.says_nothing'));
  if (end != null)
    sentences.push(
      say('rights.says_until', { when: timeText(end, { dateStyle: 'long', timeStyle: 'short' }) }),
    );
  return sentences.join(' ');
}

function ruleText(home: HomeStore, rule: Rule): string {
  const { effect, actions, hours } = rule;
  const may = (action: Rule['actions'][number]): boolean => actions.includes(action);
  const what = scopeText(home, rule);
  const time =
    hours === undefined ? '' : ` ${say('rights.says_hours', { from: hours.from, until: hours.until })}`;
  if (effect === 'deny')
    return say(may('read') ? 'rights.says_hidden' : 'rights.says_locked', { what, time });
  if (may('configure')) return say('rights.says_configure', { what, time });
  return say(may('control') ? 'rights.says_control' : 'rights.says_read', { what, time });
}

function scopeText(home: HomeStore, { domains, areas, entities, devices, labels }: Rule): string {
  const { places } = home;
  const names = [
    ...(areas ?? []).map((id) => places.areas.get(id)?.name ?? id),
    ...(domains ?? []).map(domainName),
    ...(devices ?? []).map(
      (id) => places.devices.get(id)?.name_by_user ?? places.devices.get(id)?.name ?? id,
    ),
    ...(labels ?? []).map((id) => places.labels.get(id)?.name ?? id),
    ...(entities ?? []).map((id) => {
      const entity = home.entity(id);
      return entity === undefined ? id : nameOf(entity);
    }),
  ];
  if (names.length === 0) return say('rights.says_all');
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names);
}

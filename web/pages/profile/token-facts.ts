import { when } from '../../parts/when.ts';
import type { Policy, Rule, TokenEntry } from '../../server/account.ts';
import { domainName } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';

/** When and from where a token was last used. */
export function lastUse({ last_used_at, last_used_ip }: TokenEntry): string {
  if (last_used_at === null) return say('use.never');
  return last_used_ip === null
    ? say('use.last', { when: when(last_used_at) })
    : say('use.last_from', { when: when(last_used_at), address: last_used_ip });
}

/** The restrictions of a token in words; none for one with all permissions of its user. */
export function limitsOf(policy: Policy | null, areaName: (id: string) => string): string[] {
  if (policy === null) return [];
  const [rule, ...others] = policy.rules;
  if (rule === undefined || others.length > 0 || rule.effect === 'deny' || rule.hours !== undefined)
    return [say('tokens.limited')];
  const reach = reachOf(rule, areaName);
  return [
    ...(rule.actions.includes('control') ? [] : [say('tokens.limit_read')]),
    ...(reach.length === 0 ? [] : [say('tokens.limit_reach', { what: reach.join(', ') })]),
  ];
}

function reachOf(rule: Rule, areaName: (id: string) => string): string[] {
  return [
    ...(rule.domains ?? []).map(domainName),
    ...(rule.areas ?? []).map(areaName),
    ...(rule.entities ?? []),
    ...(rule.devices === undefined ? [] : [say('tokens.limit_devices', { count: rule.devices.length })]),
    ...(rule.labels === undefined ? [] : [say('tokens.limit_labels', { count: rule.labels.length })]),
  ];
}

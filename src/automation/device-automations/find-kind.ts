import type { State } from '../../core/state.ts';
import type { DeviceAction, DeviceKind } from '../../domains/definition/device-automations.ts';
import { domainsByName } from '../../domains/index.ts';

type Of = 'triggers' | 'conditions';

/** The kind with a name; undefined if the domain has none. */
export function findKind(of: Of, domain: string, type: string): DeviceKind | undefined {
  const kinds = domainsByName.get(domain)?.deviceAutomations?.[of] ?? [];
  return 'named' in kinds ? kinds.named(type) : kinds.find((kind) => kind.type === type);
}

/** The kinds an entity supports. */
export function kindsOf(of: Of, domain: string, state: State | undefined): readonly DeviceKind[] {
  const kinds = domainsByName.get(domain)?.deviceAutomations?.[of] ?? [];
  return 'named' in kinds ? kinds.of(state) : kinds.filter(({ fits }) => fits === undefined || fits(state));
}

/** The action of a name; undefined where the domain has none such. */
export function findAction(domain: string, type: string): DeviceAction | undefined {
  return domainsByName.get(domain)?.deviceAutomations?.actions?.find((action) => action.type === type);
}

/** The actions an entity has. */
export function actionsOf(domain: string, state: State | undefined): readonly DeviceAction[] {
  const actions = domainsByName.get(domain)?.deviceAutomations?.actions ?? [];
  return actions.filter(({ fits }) => fits === undefined || fits(state));
}

import { mdiHelpCircleOutline } from '@mdi/js';
import { viewOf } from '../domains/index.ts';
import type { Entity } from '../state/entity.ts';
import { isActive } from './entity-tone.ts';

/** The icon of an entity by its domain, class and state. */
export function entityIcon(entity: Entity): string {
  const { icon = mdiHelpCircleOutline, classIcons = {} } = viewOf(entity.domain);
  const deviceClass = String(entity.attributes.device_class);
  const own = Object.hasOwn(classIcons, deviceClass) ? classIcons[deviceClass] : undefined;
  const iconPath = own ?? (typeof icon === 'function' ? icon(entity) : icon);
  return typeof iconPath === 'string' ? iconPath : iconPath[isActive(entity) ? 1 : 0];
}

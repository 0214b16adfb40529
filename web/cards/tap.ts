import type { Tap } from '../domains/domain-view.ts';
import { viewOf } from '../domains/index.ts';
import type { Entity } from '../state/entity.ts';

/** The service call of a tap; undefined if a tap opens the dialog. */
export function tapOf(entity: Entity): Tap | undefined {
  return entity.state === 'unavailable' ? undefined : viewOf(entity.domain).tap?.(entity);
}

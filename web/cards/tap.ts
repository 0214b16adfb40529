import type { Tap } from '../domains/domain-view.ts';
import { viewOf } from '../domains/index.ts';
import type { Entity } from '../state/entity.ts';

/** What happens when somebody taps the entity; undefined where its dialog opens instead. */
export function tapOf(entity: Entity): Tap | undefined {
  return entity.state === 'unavailable' ? undefined : viewOf(entity.domain).tap?.(entity);
}

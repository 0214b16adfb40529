import type { Entity } from '../../../state/entity.ts';
import type { TextKey } from '../../../texts/catalog.ts';

/** Why an entity has no statistics. */
export function reasonOf(entity: Entity | undefined, isRecorded: boolean): TextKey {
  if (entity === undefined) return 'statistics.reason_gone';
  if (entity.domain !== 'sensor') return 'statistics.reason_domain';
  if (entity.attributes.state_class === undefined) return 'statistics.reason_class';
  if (!isRecorded) return 'statistics.reason_stopped';
  if (entity.state.trim() === '' || !Number.isFinite(Number(entity.state))) return 'statistics.reason_number';
  return 'statistics.reason_soon';
}

import type { Log } from '../../core/log.ts';
import type { ConfigEntry } from '../../entities/registry/config-entries.ts';
import { entryDataOf } from './entry-setups.ts';
import type { ProcessIntegration } from './process-integration.ts';

/** Lets an integration end what the device of an entry knows of this home, also of one that is disabled. */
export async function unpair(
  { supervisor }: Pick<ProcessIntegration, 'supervisor'>,
  entry: ConfigEntry,
  log: Log,
): Promise<void> {
  if (entry.source === 'ignore') return;
  const undo = supervisor.use();
  try {
    await supervisor.whenReady();
    await supervisor.request({ type: 'unpair', entry: entryDataOf(entry) });
  } catch (error) {
    log.warn(`${entry.title} was removed, but its device still knows this home`, { error });
  } finally {
    undo();
  }
}

import { HubError } from '../../src/core/errors.ts';

/** The translation key of the error thrown by `act`; undefined without one. */
export function refusalKey(act: () => unknown): string | undefined {
  try {
    act();
  } catch (error) {
    if (error instanceof HubError) return error.translation?.key;
    throw error;
  }
  return undefined;
}

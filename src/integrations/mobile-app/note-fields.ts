import { z } from 'zod';
import { schemaError } from '../../core/schema-error.ts';

/** The `data` of a notification: the app understands it, not this server. */
export const NoteFields = z.record(z.string(), z.unknown(), schemaError('expects_object'));

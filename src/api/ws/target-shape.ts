import { z } from 'zod';

const words = z
  .union([z.string(), z.array(z.string())])
  .nullable()
  .optional();
const named = { entity_id: words, device_id: words, area_id: words, floor_id: words, label_id: words };

/** The schema of a target in a message; its IDs are validated where they are used. */
export const TargetShape = z.strictObject({ ...named, exclude: z.strictObject(named).optional() });

import { z } from 'zod';
import { TlsMode } from '../../core/tls-status.ts';
import { IsoTime, Names, NullableText, object } from './plain-shapes.ts';

export const TlsStatusShape = object({
  mode: TlsMode,
  is_fixed: z.boolean(),
  is_active: z.boolean(),
  names: Names,
  addresses: Names,
  expires: IsoTime.nullable(),
  fingerprint: NullableText,
  problem: NullableText,
});

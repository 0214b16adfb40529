import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { schemaError } from '../core/schema-error.ts';
import { switchSetting, textSetting, texts } from '../core/settings-block.ts';

const path = (): z.ZodDefault<z.ZodNullable<z.ZodString>> =>
  textSetting(isAbsolute, 'expects_absolute_path').nullable().default(null);

/** HTTPS at the port of `http.port`. */
export const tlsSettings = {
  mode: z
    .enum(['off', 'own', 'files'], schemaError('expects_one_of', { words: 'off, own, files' }))
    .nullable()
    .default(null)
    .meta({
      description:
        "Where the certificate comes from: `own`, the home's own certificate authority, or `files`. See [encryption](../guides/encryption.md).",
      shownDefault: 'what is chosen in the app; first `off`',
    }),
  names: texts('expects_names').describe(
    'Further names and private addresses of the server for the certificate of `own`, such as those of the machine around a container.',
  ),
  certificate: path().describe(
    'For `files`: the PEM file of the certificate and its chain. Changes are noticed.',
  ),
  key: path().describe('For `files`: the PEM file of the private key.'),
  redirect: switchSetting(false).describe('Whether browsers that open a page over HTTP are sent to HTTPS.'),
};

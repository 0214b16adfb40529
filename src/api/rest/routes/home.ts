import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import { translationOfMessage } from '../../../core/errors.ts';
import { englishText, type Message } from '../../../core/messages.ts';
import { MessageShape } from '../../shapes/automation-shapes.ts';
import { keyed, Names, NullableText, object } from '../../shapes/plain-shapes.ts';
import { ConfigurationShape } from '../../shapes/state-shapes.ts';
import { wantsErrorKeys } from '../answer.ts';
import { json, jsonText, type Route, TEXT_TYPE } from '../route.ts';

/** The configuration object of the interface [§2.5], with the keys used here typed. */
export interface Configuration {
  readonly state: string;
  readonly components: readonly string[];
  readonly [key: string]: unknown;
}

/** What is wrong with the configuration files; null if nothing is. */
export interface ConfigurationCheck {
  readonly errors: Message | string | null;
  readonly warnings: string | null;
}

/** The routes for the home as a whole: status, configuration and error log. */
export function homeRoutes(parts: {
  configuration(access: Access): Configuration;
  checkConfiguration(): Promise<ConfigurationCheck> | ConfigurationCheck;
  /** The server's warnings and errors as text, without secrets [§4.1]. */
  errorLog(): Promise<string> | string;
}): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/',
      permission: 'user',
      summary: 'Whether the API is running and the token is valid',
      result: MessageShape,
      answers: { 200: 'Running, with a valid token' },
      handle: () => jsonText('{"message":"API running."}'),
    },
    {
      method: 'GET',
      path: '/api/config',
      permission: 'user',
      summary: 'The configuration: version, location, units, time zone, components',
      result: ConfigurationShape,
      answers: { 200: 'The configuration object' },
      handle: ({ access }) => json(parts.configuration(access)),
    },
    {
      method: 'GET',
      path: '/api/components',
      permission: 'user',
      summary: 'The loaded components: domains, and platforms as `platform.domain`',
      result: Names,
      answers: { 200: 'An array of names' },
      handle: ({ access }) => json(parts.configuration(access).components),
    },
    {
      method: 'GET',
      path: '/api/core/state',
      permission: 'user',
      summary: 'The progress of the startup',
      result: object({ state: z.string(), recorder_state: keyed(z.boolean()) }),
      answers: { 200: 'The state of the server and of its recorder' },
      handle: ({ access }) =>
        json({
          state: parts.configuration(access).state,
          recorder_state: { migration_in_progress: false, migration_is_live: false },
        }),
    },
    {
      method: 'POST',
      path: '/api/config/core/check_config',
      permission: 'admin',
      summary: 'Reads the configuration files and reports their errors',
      result: object({ result: z.enum(['valid', 'invalid']), errors: NullableText, warnings: NullableText }),
      answers: { 200: '`result` is `valid` or `invalid`, with the errors as text' },
      handle: async (request) => {
        const { errors, warnings } = await parts.checkConfiguration();
        if (errors === null) return json({ result: 'valid', errors, warnings });
        const invalid = { result: 'invalid', errors: englishText(errors), warnings };
        const hasKeys = wantsErrorKeys(request) && typeof errors === 'object';
        return json(hasKeys ? { ...invalid, error_translation: translationOfMessage(errors) } : invalid);
      },
    },
    {
      method: 'GET',
      path: '/api/error_log',
      permission: 'admin',
      summary: 'The warnings and errors in the server log',
      answers: { 200: 'The log as text; may be empty' },
      produces: 'text/plain',
      handle: async () => ({ status: 200, type: TEXT_TYPE, body: await parts.errorLog(), gzip: true }),
    },
  ];
}

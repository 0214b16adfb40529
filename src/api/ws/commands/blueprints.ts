import { z } from 'zod';
import { fault } from '../../../core/errors.ts';
import { exactJsonText } from '../../../core/exact-json-text.ts';
import type { ExactJson } from '../../../core/json.ts';
import { BlueprintsShape } from '../../shapes/automation-shapes.ts';
import { AnyObject, Nothing, object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand, RawJson } from '../command.ts';

const DOMAINS = ['automation', 'script', 'template'] as const;
type Domain = (typeof DOMAINS)[number];

/** The blueprints as the interface uses them. */
export interface BlueprintBook {
  list(domain: string): Promise<object>;
  import(url: string): Promise<object>;
  save(
    domain: Domain,
    path: string,
    given: {
      readonly yaml: string;
      readonly sourceUrl?: string | undefined;
      readonly allowOverride?: boolean | undefined;
    },
  ): Promise<object>;
  delete(domain: Domain, path: string): Promise<void>;
  substitute(domain: Domain, path: string, input: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** `blueprint/list`, `import`, `save`, `delete` and `substitute`. */
export function blueprintCommands(blueprints: BlueprintBook): Command[] {
  const named = { domain: z.string(), path: z.string() };
  return [
    defineCommand({
      type: 'blueprint/list',
      permission: 'admin',
      summary: 'The blueprints of a domain by path, each with its metadata or its error',
      result: BlueprintsShape,
      fields: { domain: z.string() },
      handle: ({ message }) => blueprints.list(message.domain),
    }),
    defineCommand({
      type: 'blueprint/import',
      permission: 'admin',
      summary: 'Downloads a blueprint from a URL and returns it without saving it',
      result: object({ suggested_filename: z.string(), raw_data: z.string(), blueprint: AnyObject }),
      fields: { url: z.string().max(2000) },
      handle: ({ message }) => blueprints.import(message.url),
    }),
    defineCommand({
      type: 'blueprint/save',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Saves a blueprint in the data folder',
      result: object({ overrides_existing: z.boolean() }),
      fields: {
        ...named,
        yaml: z.string(),
        source_url: z.string().max(2000).optional(),
        allow_override: z.boolean().optional(),
      },
      handle: ({ message }) =>
        blueprints.save(domainOf(message.domain), message.path, {
          yaml: message.yaml,
          sourceUrl: message.source_url,
          allowOverride: message.allow_override,
        }),
    }),
    defineCommand({
      type: 'blueprint/delete',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Deletes an unused blueprint',
      result: Nothing,
      fields: named,
      handle: async ({ message }) => {
        await blueprints.delete(domainOf(message.domain), message.path);
        return null;
      },
    }),
    defineCommand({
      type: 'blueprint/substitute',
      permission: 'admin',
      summary: 'The configuration of a blueprint instance',
      result: object({ substituted_config: AnyObject }),
      fields: { ...named, input: z.record(z.string(), z.unknown()) },
      exact: 'input',
      handle: async ({ message }) => {
        const config = await blueprints.substitute(domainOf(message.domain), message.path, message.input);
        return new RawJson(`{"substituted_config":${exactJsonText(config as ExactJson)}}`);
      },
    }),
  ];
}

function domainOf(name: string): Domain {
  const domain = DOMAINS.find((one) => one === name);
  if (domain === undefined) throw fault('invalid_format', 'unsupported_domain');
  return domain;
}

import type { Clock } from '../../core/clock.ts';
import { Pacer } from '../../core/pacer.ts';
import { jsonText, type Reply, type Route } from '../rest/route.ts';
import type { Command } from '../ws/command.ts';
import { asyncApiDocument } from './asyncapi.ts';
import { openApiDocument } from './openapi.ts';

/** What the documents describe, besides their own routes. */
export interface Described {
  readonly routes: readonly Route[];
  readonly commands: readonly Command[];
  readonly version: string;
  readonly clock: Clock;
}

/**
 * The routes that serve the descriptions of the interface. Each document is generated once, when it is first
 * asked for.
 */
export function documentRoutes({ routes, commands, version, clock }: Described): Route[] {
  const pacer = new Pacer(clock);
  const documentRoute = (
    path: string,
    standard: string,
    generate: () => Iterator<unknown, object>,
  ): Route => {
    let reply: Promise<Reply> | undefined;
    const make = async (): Promise<Reply> => jsonText(JSON.stringify(await pacer.finish(generate())));
    return {
      method: 'GET',
      path,
      permission: 'public',
      summary: `This interface as an ${standard} document`,
      answers: { 200: `${standard}, as JSON` },
      handle: () => {
        reply ??= make();
        return reply;
      },
    };
  };
  const own: Route[] = [
    documentRoute('/api/openapi.json', 'OpenAPI 3.1', () => openApiDocument([...routes, ...own], version)),
    documentRoute('/api/asyncapi.json', 'AsyncAPI 3', () => asyncApiDocument(commands, version)),
  ];
  return own;
}

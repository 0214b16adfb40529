import type { WebSocket } from 'ws';
import type { Contract } from '../../support/contract.ts';

/** One recorded row; what else it holds depends on its file. */
export interface Row {
  readonly id: string;
  readonly domain?: string;
  readonly call?: readonly [string, string, unknown];
  readonly needs?: { readonly domain: string } | readonly { readonly domain: string }[];
  readonly create?: { readonly type: string };
}

/** What came of a row: the differences, or why it could not be tried. */
export interface Outcome {
  readonly bad?: readonly (readonly [string, unknown, unknown])[];
  readonly skip?: string;
}

/** The time of the server, in milliseconds. */
export interface Time {
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

export class Golden {
  /** Sends REST requests. */
  api: Contract['watchRest'] extends (rest: infer Rest) => unknown ? Rest : never;
  /** The connections for commands and for events. */
  readonly ws: { readonly ws: WebSocket };
  readonly bus: { readonly ws: WebSocket };
  constructor(base: string, token: string, time?: Time);
  open(): Promise<void>;
  check(kind: string, row: Row): Promise<Outcome>;
  close(): void;
}

export function read(file: string): Row[];

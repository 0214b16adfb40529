import { type Connected, type Flow, FlowError, LoginRefused, NotReachable, type z } from 'hearth-integration';
import { KeyRefused, KeyRequired, NotEncrypted, OtherVersion, PasswordRefused } from './protocol/errors.ts';
import type { Message } from './protocol/messages.ts';
import { type NodeAddress, NodeConnection } from './protocol/node-connection.ts';
import { keyOf } from './protocol/noise.ts';
import { ProtocolError } from './protocol/protobuf.ts';
import { addressOf, type Config, KeyForm, macOf, PasswordForm } from './settings.ts';

type Info = Message<'DeviceInfoResponse'>;
type Secrets = { readonly noise_psk?: string; readonly password?: string };

/** Reads what a node says of itself; asks for its key and password where it wants them. */
export async function connectByFlow(config: z.output<typeof Config>, flow: Flow): Promise<Connected> {
  const { host, port } = config;
  const given = config as Secrets;
  const former = (flow.entry?.data ?? {}) as Secrets;
  const known: Secrets = {
    noise_psk: given.noise_psk?.trim() || (former.noise_psk ?? ''),
    password: former.password ?? '',
  };
  if (given.noise_psk?.trim()) checkKey(given.noise_psk);
  const { info, secrets } = await knock({ host, port }, known, flow);
  const mac = macOf(info.mac_address);
  if (mac === undefined) throw new FlowError('no_mac', 'base');
  return {
    uniqueId: mac,
    title: info.friendly_name || info.name,
    data: { password: '', noise_psk: '', ...secrets, device_name: info.name },
  };
}

interface Answered {
  readonly info: Info;
  readonly secrets: Secrets;
}

async function knock(place: z.output<typeof Config>, known: Secrets, flow: Flow): Promise<Answered> {
  const ask = (secrets: Secrets): Promise<Info> => infoOf(addressOf({ ...place, ...secrets }));
  try {
    const info = await ask(known);
    if (!info.uses_password || known.password !== '') return { info, secrets: known };
  } catch (error) {
    if (error instanceof KeyRequired || error instanceof KeyRefused) return withKey(place, known, flow);
    if (!(error instanceof PasswordRefused)) throw flowError(error);
  }
  const { password } = await flow.ask('authenticate', PasswordForm);
  const secrets = { ...known, password };
  return { info: await ask(secrets).catch(rethrow), secrets };
}

/** A node with encryption: without the right key, nothing but its name is known. */
async function withKey(place: z.output<typeof Config>, known: Secrets, flow: Flow): Promise<Answered> {
  if (flow.source === 'reauth') throw new FlowError('invalid_psk', 'noise_psk');
  const name = await nameOf(place);
  const { noise_psk: psk } = await flow.ask('encryption_key', KeyForm, { placeholders: { name } });
  checkKey(psk);
  const secrets = { ...known, noise_psk: psk.trim() };
  try {
    return { info: await infoOf(addressOf({ ...place, ...secrets })), secrets };
  } catch (error) {
    if (error instanceof KeyRefused) throw new FlowError('invalid_psk', 'noise_psk');
    throw flowError(error);
  }
}

/** What an encrypted node is called: it says so before it checks the key. */
async function nameOf(place: z.output<typeof Config>): Promise<string> {
  try {
    (await NodeConnection.open({ ...place, key: Buffer.alloc(32) })).close();
  } catch (error) {
    if (error instanceof KeyRefused) return error.device;
  }
  return place.host;
}

function checkKey(psk: string): void {
  if (keyOf(psk) === undefined) throw new FlowError('invalid_psk', 'noise_psk');
}

async function infoOf(address: NodeAddress): Promise<Info> {
  const node = await NodeConnection.open(address);
  try {
    return await node.ask('DeviceInfoRequest', {}, 'DeviceInfoResponse');
  } finally {
    node.close();
  }
}

function rethrow(error: unknown): never {
  throw flowError(error);
}

/** The error as the form shows it. */
function flowError(error: unknown): unknown {
  if (error instanceof PasswordRefused) return new FlowError('invalid_auth', 'base');
  if (error instanceof NotEncrypted) return new FlowError('not_encrypted', 'base');
  if (error instanceof OtherVersion) return new FlowError('other_version', 'host');
  if (error instanceof ProtocolError) return new FlowError('not_esphome', 'host');
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new FlowError('resolve_error', 'host');
  if (code !== '' || error instanceof NotReachable) return new FlowError('connection_error', 'base');
  return error;
}

/** The error of a running entry: those that a user must act on ask for the login again. */
export function runError(error: unknown): unknown {
  if (error instanceof KeyRefused || error instanceof KeyRequired || error instanceof PasswordRefused)
    return new LoginRefused(error.message, { cause: error });
  if (error instanceof NotEncrypted || error instanceof ProtocolError)
    return new NotReachable(error.message, { cause: error });
  return error;
}

export { z } from 'zod';
export type {
  Connected,
  Definition,
  DiscoveryHandler,
  MdnsService,
  Runnable,
  SsdpDevice,
} from './definition.ts';
export { integration } from './definition.ts';
export type { DeviceHandle, EntityHandle, EntityOptions } from './device.ts';
export type { CommandOf, DomainName, DomainValues } from './domains.ts';
export type { Entry, HomeState, ServiceCall } from './entry.ts';
export { FlowAbort, FlowError, LoginRefused, NotReachable } from './errors.ts';
export { float } from './float.ts';
export type { Flow } from './flow.ts';
export { hubId } from './hub-id.ts';

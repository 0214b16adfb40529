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
export { errorText, expectDevice, FlowAbort, FlowError, LoginRefused, NotReachable } from './errors.ts';
export { float } from './float.ts';
export type { Flow } from './flow.ts';
export type { Answer, AskOptions } from './http.ts';
export { ask, askJson, hostInUrl } from './http.ts';
export { hubId } from './hub-id.ts';
export { LineConnection } from './line-connection.ts';
export { RequestSocket } from './request-socket.ts';
export type { XmlElement } from './xml.ts';
export { parseXml, xmlAll, xmlEscape, xmlText } from './xml.ts';

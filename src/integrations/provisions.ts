import type { Phones } from './mobile-app/phones.ts';
import type { Mqtt } from './mqtt/part.ts';
import type { MqttSettingsEditor } from './mqtt/settings-editor.ts';
import type { EmbeddedBroker } from './mqtt-broker/embedded-broker.ts';
import type { ProcessIntegrations } from './processes/part.ts';

/** What integrations offer to the interface, to automations and to those opened after them. */
export interface Provisions {
  readonly demo?: {
    readonly isRunning: boolean;
    /** Whether the server was started with it. */
    readonly isByFlag: boolean;
    set(isWanted: boolean): Promise<void>;
    /** For undo: what it does before and after its record is put back. */
    leave(next: unknown): Promise<void>;
    restored(): Promise<void>;
  };
  /** The embedded broker, where it is switched on. */
  readonly broker?: Pick<EmbeddedBroker, 'address' | 'state'>;
  /** MQTT, where there is a broker. */
  readonly mqtt?: Mqtt;
  readonly mqttSettings?: MqttSettingsEditor;
  /** The registered companion apps. */
  readonly phones?: Phones;
  /** The integrations that run in processes. */
  readonly devices?: ProcessIntegrations;
}

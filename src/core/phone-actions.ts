/** What an app on a phone may do through its webhook: with the permissions of its user at the time of the call. */
export interface PhoneActions {
  /** Waits until the service is done. */
  callService(domain: string, service: string, data: Readonly<Record<string, unknown>>): Promise<void>;
  /** Fires an event; false if this user may not fire it. */
  fireEvent(type: string, data: Readonly<Record<string, unknown>>): boolean;
  /** The result as a value: a number stays a number. Rejects with the reason. */
  render(template: string, variables: Readonly<Record<string, unknown>>): Promise<unknown>;
  converse(sentence: {
    readonly text: string;
    readonly language?: string | null | undefined;
    readonly conversation_id?: string | null | undefined;
  }): Promise<object>;
  /** The states of the zones the user may see, by ID. */
  zones(): readonly object[];
  /** The facts of the home for the app. */
  configuration(): Readonly<Record<string, unknown>>;
  /** The path of the video stream of a camera the user may see; undefined if there is none. */
  cameraPath(entityId: string): string | undefined;
  scanTag(tagId: string, deviceId: string | null): void;
}

/** The answer to a call of an app's webhook. */
export interface PhoneAnswer {
  readonly status: number;
  /** JSON; undefined for an empty body. */
  readonly body: unknown;
}

import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { FlowClient, FlowPreview } from '../../server/config-flows.ts';
import { say } from '../../texts/say.ts';
import { type FormValues, missingIn } from '../form/form-field.ts';
import { numberText, withUnit } from '../number-text.ts';
import type { FlowForm } from './flow-form.ts';

/** How long typing rests before the preview follows, in milliseconds. */
const REST = 500;

/** The preview of what a form would make, which follows what is entered. */
export class FlowPreviews implements ReactiveController {
  private readonly host: ReactiveControllerHost;
  private shown: FlowPreview | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private count = 0;
  private end: (() => Promise<void>) | undefined;

  constructor(host: ReactiveControllerHost) {
    this.host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.stop();
  }

  /** Lets the preview follow the values, once they are complete. */
  follow(client: FlowClient, form: FlowForm, values: FormValues): void {
    this.stop();
    if (form.step.preview == null) return;
    this.timer = setTimeout(() => void this.begin(client, form, values), REST);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.count += 1;
    this.show(undefined);
    void this.end?.();
    this.end = undefined;
  }

  /** The preview in words. */
  text(): string {
    const { error, state, attributes } = this.shown ?? {};
    if (error !== undefined) return error;
    if (state === undefined) return say('helpers.preview_none');
    const unit = attributes?.unit_of_measurement;
    const shown = withUnit(numberText(state), typeof unit === 'string' ? unit : undefined);
    return say('helpers.preview', { state: shown });
  }

  private async begin(client: FlowClient, form: FlowForm, values: FormValues): Promise<void> {
    if (missingIn(form.fields, values).length > 0) return;
    const { count } = this;
    const show = (preview: FlowPreview): void => {
      if (count !== this.count) return;
      const { error } = preview;
      this.show(error === undefined ? preview : { error: form.errorText(error) });
    };
    const end = await client.preview(form.step, form.answers(values), show).catch(() => undefined);
    if (count === this.count) this.end = end;
    else await end?.();
  }

  private show(preview: FlowPreview | undefined): void {
    this.shown = preview;
    this.host.requestUpdate();
  }
}

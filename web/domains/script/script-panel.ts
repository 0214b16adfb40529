import { mdiPlay, mdiStop } from '@mdi/js';
import { html, nothing, type PropertyValues } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { actionButtons } from '../../controls/action-buttons.ts';
import type { ControlView } from '../../controls/control.ts';
import { type ScriptInputs, scriptInputs } from '../../state/script-inputs.ts';
import { say } from '../../texts/say.ts';

/** Runs and stops a script, with a form for its inputs. */
export class ScriptPanel extends LightElement {
  static override properties = { view: { attribute: false }, inputs: { state: true } };

  declare view: ControlView;
  /** Undefined until loaded. */
  declare inputs: ScriptInputs | undefined;
  private requested = '';

  constructor() {
    super();
    this.inputs = undefined;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const { home, entity } = this.view;
    if (!changed.has('view') || this.requested === entity.entity_id) return;
    this.requested = entity.entity_id;
    void this.ask(() => scriptInputs(home, entity.entity_id));
  }

  protected override render() {
    const { inputs } = this;
    const { home, entity, isLocked, act } = this.view;
    const hasForm = inputs !== undefined && Object.keys(inputs).length > 0;
    const run = (variables?: unknown): void =>
      act('turn_on', variables === undefined ? {} : { variables }, { state: 'on' });
    return html`${
      hasForm
        ? html`<hearth-script-form
            .home=${home}
            .inputs=${inputs}
            .isLocked=${isLocked}
            @run=${(event: CustomEvent<unknown>) => run(event.detail)}
          ></hearth-script-form>`
        : nothing
    }
    ${actionButtons(
      say('control.run'),
      [
        {
          text: say('control.run'),
          icon: mdiPlay,
          isAvailable: inputs !== undefined && !hasForm,
          onPress: () => run(),
        },
        {
          text: say('control.stop'),
          icon: mdiStop,
          isAvailable: entity.state === 'on',
          onPress: () => act('turn_off'),
        },
      ],
      isLocked,
    )}`;
  }

  /** Loads the inputs; if that fails, the script is treated as having none. */
  private async ask(find: () => Promise<ScriptInputs>): Promise<void> {
    try {
      const inputs = await find();
      // The form code is large, so it is loaded with the first script that has inputs.
      if (Object.keys(inputs).length > 0)
        define({ 'hearth-script-form': (await import('./script-form.ts')).ScriptForm });
      this.inputs = inputs;
    } catch {
      this.inputs = {};
    }
  }
}

import { conditionKinds } from '../../../src/automation/conditions/index.ts';
import { purposeConditions } from '../../../src/automation/entity-triggers/index.ts';
import { type Aim, hash } from './aim.ts';
import { templateProbes } from './template-probes.ts';
import type { Walk } from './walk.ts';

/** Renders templates with every function, filter and test. */
export async function walkTemplates(walk: Walk): Promise<void> {
  for (const { name, template, isHome } of templateProbes())
    for (const aim of walk.seenAims) {
      // What does not access the home shows nothing beyond what home functions show.
      if (!isHome && aim.name !== 'hidden') continue;
      const absent = template(walk.aims.absent);
      for (const [index, text] of template(aim).entries()) {
        if (!walk.chooses(name, aim.name, String(index))) continue;
        const render = (one: string) =>
          walk.visitor.ask({ type: 'render_template', template: one, report_errors: true });
        const answer = await render(text);
        walk.search(text, answer);
        const counterpart = absent[index];
        if (aim.name === 'hidden' && counterpart !== undefined && counterpart !== text)
          walk.compare(text, answer, await render(counterpart));
      }
    }
}

type Conditions = (aim: Aim) => readonly Readonly<Record<string, unknown>>[];

const places = (aim: Aim): readonly object[] => [
  { entity_id: aim.entity('light') },
  ...(['device', 'area', 'floor', 'label'] as const).map((kind) => ({ [`${kind}_id`]: aim.place(kind) })),
];

/** The configurations of each kind of condition. A kind without an entry fails the walk by name. */
const CONDITIONS: Readonly<Record<string, Conditions>> = {
  state: (aim) =>
    ['light', 'group', 'input_boolean'].flatMap((domain) => [
      { entity_id: aim.entity(domain), state: 'on' },
      { entity_id: aim.entity(domain), state: aim.entity('input_text') },
      { entity_id: aim.entity(domain), attribute: 'friendly_name', state: aim.nameOf('device') },
    ]),
  numeric_state: (aim) => [
    { entity_id: aim.entity('sensor'), above: 0 },
    { entity_id: aim.entity('sensor'), above: aim.entity('input_number') },
    { entity_id: aim.entity('sensor'), value_template: '{{ state.state }}', below: 5 },
  ],
  template: (aim) => [{ value_template: `{{ is_state('${aim.entity('light')}', 'on') }}` }],
  zone: (aim) => [{ entity_id: aim.entity('person'), zone: aim.entity('zone') }],
  time: (aim) => [{ after: aim.entity('input_datetime') }],
  device: (aim) => [
    {
      ...{ domain: 'light', type: 'is_on' },
      ...{ device_id: aim.place('device'), entity_id: aim.entity('light') },
    },
  ],
  sun: () => [{ after: 'sunset' }],
  trigger: () => [{ id: 'x' }],
};

/** Tests conditions of every kind, alone and nested. */
export async function walkConditions(walk: Walk): Promise<void> {
  for (const kind of conditionKinds.map(({ name }) => name))
    if (CONDITIONS[kind] === undefined) throw new Error(`The condition ${kind} has no probe`);
  const purposes = purposeConditions.map(({ key }): readonly [string, Conditions] => [
    key,
    (aim) => {
      const all = places(aim);
      return aim.name === 'free' || aim.name === 'readable' ? [] : [{ target: all[hash(key) % all.length] }];
    },
  ]);
  for (const [kind, fields] of [...Object.entries(CONDITIONS), ...purposes])
    for (const aim of walk.seenAims) {
      const absent = fields(walk.aims.absent);
      for (const [index, one] of fields(aim).entries()) {
        if (!walk.chooses('condition', kind, aim.name, String(index))) continue;
        const message = { type: 'subscribe_condition', condition: { condition: kind, ...one } };
        const answer = await walk.visitor.ask(message);
        walk.search(JSON.stringify(message), answer);
        const other = { ...message, condition: { condition: kind, ...absent[index] } };
        if (aim.name === 'hidden' && JSON.stringify(other) !== JSON.stringify(message))
          walk.compare(JSON.stringify(message), answer, await walk.visitor.ask(other));
      }
    }
}

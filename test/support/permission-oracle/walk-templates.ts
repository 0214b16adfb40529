import { purposeConditions } from '../../../src/automation/entity-triggers/index.ts';
import { type Aim, hash } from './aim.ts';
import { type Fields, fill, TABLES } from './probes.ts';
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
          walk.client.ask({ type: 'render_template', template: one, report_errors: true });
        const answer = await render(text);
        walk.search(text, answer);
        const counterpart = absent[index];
        if (aim.name === 'hidden' && counterpart !== undefined && counterpart !== text)
          walk.compare(text, answer, await render(counterpart));
      }
    }
}

type Conditions = (aim: Aim) => readonly Fields[];

const places = (aim: Aim): readonly object[] => [
  { entity_id: aim.entity('light') },
  ...(['device', 'area', 'floor', 'label'] as const).map((kind) => ({ [`${kind}_id`]: aim.place(kind) })),
];

/** Tests conditions of every kind, alone and nested. */
export async function walkConditions(walk: Walk): Promise<void> {
  const conditions = Object.entries(TABLES.conditions).map(([kind, rows]): readonly [string, Conditions] => [
    kind,
    (aim) => fill(rows, aim),
  ]);
  const purposes = purposeConditions.map(({ key }): readonly [string, Conditions] => [
    key,
    (aim) => {
      const all = places(aim);
      return aim.name === 'free' || aim.name === 'readable' ? [] : [{ target: all[hash(key) % all.length] }];
    },
  ]);
  for (const [kind, fields] of [...conditions, ...purposes])
    for (const aim of walk.seenAims) {
      const absent = fields(walk.aims.absent);
      for (const [index, one] of fields(aim).entries()) {
        if (!walk.chooses('condition', kind, aim.name, String(index))) continue;
        const message = { type: 'subscribe_condition', condition: { condition: kind, ...one } };
        const answer = await walk.client.ask(message);
        walk.search(JSON.stringify(message), answer);
        const other = { ...message, condition: { condition: kind, ...absent[index] } };
        if (aim.name === 'hidden' && JSON.stringify(other) !== JSON.stringify(message))
          walk.compare(JSON.stringify(message), answer, await walk.client.ask(other));
      }
    }
}

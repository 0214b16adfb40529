import { type EntityHandle, expectDevice, FlowError, integration, z } from 'hearth-integration';
import { askPrinter, type Printer } from './printer.ts';

const POLL = 60_000;
const SAME_START = 60_000;

/** IPP: network printers, with what they do and how much ink is left. */
export default integration({
  config: z.object({
    host: z.string().min(1).max(255),
    port: z.int().min(1).max(65_535).default(631),
    base_path: z
      .string()
      .regex(/^\/[^\s?#]*$/)
      .max(500)
      .default('/ipp/print'),
    ssl: z.boolean().default(false),
    verify_ssl: z.boolean().default(false),
  }),
  discovery: ['_ipp._tcp', '_ipps._tcp'].map((mdns) => ({
    mdns,
    uniqueId: ({ properties }) => (properties.UUID ?? properties.uuid)?.toLowerCase(),
    toConfig: ({ ip_address: host, port, properties: { rp = 'ipp/print' } }) => ({
      ...{
        host,
        port,
        base_path: `/${rp.replace(/^\/+/, '')}`,
        ssl: mdns === '_ipps._tcp',
        verify_ssl: false,
      },
    }),
  })),

  async connect(config) {
    const { uuid, serial, name } = await askPrinter(config);
    const uniqueId = uuid ?? serial;
    if (uniqueId === null) throw new FlowError('unique_id_required');
    return { uniqueId, title: name, data: { uuid } };
  },

  setup(entry) {
    const markers = new Map<string, EntityHandle<'sensor'>>();
    let main:
      | { readonly status: EntityHandle<'sensor'>; readonly uptime: EntityHandle<'sensor'> }
      | undefined;
    let device: ReturnType<typeof entry.device> | undefined;
    let startedAt = 0;
    const start = (uptime: number | null): string | null => {
      if (uptime === null || uptime < 0) return null;
      const at = Date.now() - uptime * 1000;
      if (Math.abs(at - startedAt) > SAME_START) startedAt = Math.round(at / 1000) * 1000;
      return new Date(startedAt).toISOString().replace('.000Z', '+00:00');
    };
    const read = async (): Promise<void> => show(await askPrinter(entry.data));
    const show = (printer: Printer): void => {
      expectDevice(entry, printer.uuid ?? printer.serial ?? undefined);
      device ??= entry.device({
        ...{
          identifiers: [entry.uniqueId],
          name: printer.name,
          manufacturer: printer.make,
          model: printer.model,
        },
        ...{
          serial_number: printer.serial,
          sw_version: printer.version,
          configuration_url: pageOf(printer.page),
        },
      });
      main ??= {
        status: device.sensor({
          ...{ uniqueId: `${entry.uniqueId}_printer`, deviceClass: 'enum', icon: 'mdi:printer' },
          capabilities: { options: ['idle', 'printing', 'stopped'] },
          refresh: read,
        }),
        uptime: device.sensor({
          ...{ uniqueId: `${entry.uniqueId}_uptime`, name: 'Uptime', deviceClass: 'uptime' },
          ...{ entityCategory: 'diagnostic', enabledByDefault: false },
        }),
      };
      main.status.report({ value: printer.state }, { extra: printer.details });
      main.uptime.report({ value: start(printer.uptime) });
      for (const [index, { name, level, high, low, type }] of printer.markers.entries()) {
        const key = `${entry.uniqueId}_marker_${index}`;
        const handle =
          markers.get(key) ??
          device.sensor({
            ...{ uniqueId: key, name, unit: '%', icon: 'mdi:water' },
            capabilities: { state_class: 'measurement' },
          });
        markers.set(key, handle);
        handle.report(
          { value: level },
          { extra: { marker_high_level: high, marker_low_level: low, marker_type: type } },
        );
      }
    };
    entry.poll(POLL, read);
  },

  diagnostics: ({ data }) => askPrinter(data),
});

/** The page of a printer, if it is one that a browser opens. */
function pageOf(page: string | null): string | null {
  return page !== null && /^https?:\/\//.test(page) ? page : null;
}

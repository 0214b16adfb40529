import type { Access } from '../../../core/access.ts';
import { type ExporterParts, PrometheusExporter } from '../../prometheus/exporter.ts';
import type { Route } from '../route.ts';

const EVERYTHING: Pick<Access, 'mayRead'> = { mayRead: null };

/** `/api/prometheus`: the states of the home for Prometheus. */
export function prometheusRoutes(parts: ExporterParts): Route[] {
  const exporter = new PrometheusExporter(parts);
  const { requires_auth: requiresToken } = parts.settings;
  return [
    {
      method: 'GET',
      path: '/api/prometheus',
      permission: requiresToken ? 'user' : 'public',
      summary: 'The states of all entities the caller may read, as series for Prometheus',
      answers: { 200: "Prometheus's text format, with the names of Home Assistant's exporter" },
      produces: 'text/plain',
      handle: ({ caller, access }) => ({
        status: 200,
        type: 'text/plain; charset=utf-8',
        body: exporter.text(caller === null && !requiresToken ? EVERYTHING : access),
        gzip: true,
      }),
    },
  ];
}

import type { Sample } from './series.ts';

const MICROSECONDS = 1e-6;

/** Processor time and memory of the server, under the names of Prometheus's client libraries. */
export function processSamples(): Sample[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  return [
    { name: 'process_cpu_seconds_total', labels: {}, value: (user + system) * MICROSECONDS, isCounter: true },
    { name: 'process_resident_memory_bytes', labels: {}, value: rss },
    { name: 'nodejs_heap_size_used_bytes', labels: {}, value: heapUsed },
    { name: 'nodejs_heap_size_total_bytes', labels: {}, value: heapTotal },
    { name: 'nodejs_external_memory_bytes', labels: {}, value: external },
    { name: 'nodejs_version_info', labels: { version: process.version }, value: 1 },
  ];
}

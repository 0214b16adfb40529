import { cpus, freemem, networkInterfaces, totalmem } from 'node:os';
import type { MachineLoad, NetworkAdapter } from '../api/ws/commands/maintenance.ts';
import { every, isoTime } from '../core/clock.ts';
import { problemsIn } from '../core/problem-list.ts';
import { logServices } from '../entities/services/log-services.ts';
import type { Documents } from '../storage/documents.ts';
import type { HubContext, HubMaintenance } from './hub-context.ts';
import { ChosenLogLevels, SavedLevel } from './log-levels.ts';

const MEBIBYTE = 1024 * 1024;
const LOAD_INTERVAL_MS = 5000;

/** What the official frontend asks about the machine, and the services of the log. */
export function openMaintenance(
  { options, home, bus, clock }: Pick<HubContext, 'options' | 'home' | 'bus' | 'clock'>,
  documents: Documents,
): HubMaintenance {
  const { logFile, settings } = options;
  const chosen = new ChosenLogLevels(logFile.levels, documents.collection('log_levels', SavedLevel), {
    bus,
    clock,
  });
  let since = clock.now();
  return {
    parts: {
      http: {
        server_port: settings.http.port,
        server_host: [settings.http.host],
        cors_allowed_origins: settings.http.allowed_origins,
        use_x_forwarded_for: settings.http.trusted_proxies.length > 0,
        trusted_proxies: settings.http.trusted_proxies,
        created_at: isoTime(since),
      },
      adapters,
      urls: () => ({ internal: home.home.facts.internal_url, external: home.home.facts.external_url }),
      followLoad: (listener) => {
        let before = cpuTimes();
        const report = (): void => {
          const now = cpuTimes();
          listener(loadOf(before, now, clock.now()));
          before = now;
        };
        report();
        return every(clock, LOAD_INTERVAL_MS, report);
      },
    },
    logs: {
      problems: async () => problemsIn(await logFile.readErrorLog(), since),
      levelOf: (name) => logFile.levels.of(name),
      setLevel: (name, level, persistence) => chosen.set(name, level, persistence),
      recentLines: () => logFile.recentLines(),
      followLines: (listener) => logFile.follow(listener),
      after: (milliseconds, task) => clock.after(milliseconds, task),
    },
    services: logServices({
      ...{ log: logFile.log, clock },
      setLevel: (name, level) => chosen.set(name, level, 'none'),
      setStandard: (level) => chosen.setStandard(level),
      clear: () => {
        since = clock.now();
      },
    }),
  };
}

interface CpuTimes {
  readonly busy: number;
  readonly all: number;
}

function cpuTimes(): CpuTimes {
  const times = cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({
    busy: user + nice + sys + irq,
    idle,
  }));
  const busy = times.reduce((sum, one) => sum + one.busy, 0);
  return { busy, all: times.reduce((sum, one) => sum + one.idle, busy) };
}

function loadOf(before: CpuTimes, now: CpuTimes, at: number): MachineLoad {
  const [all, free] = [totalmem(), freemem()];
  const elapsed = now.all - before.all;
  return {
    cpu_percent: elapsed === 0 ? 0 : Math.round((100 * (now.busy - before.busy)) / elapsed),
    memory_used_percent: rounded((100 * (all - free)) / all),
    memory_used_mb: rounded((all - free) / MEBIBYTE),
    memory_free_mb: rounded(free / MEBIBYTE),
    timestamp: isoTime(at),
  };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function adapters(): NetworkAdapter[] {
  return Object.entries(networkInterfaces()).map(([name, addresses = []], index) => {
    const isReachable = addresses.some(({ internal }) => !internal);
    const prefixOf = (cidr: string | null): number => Number(cidr?.split('/')[1] ?? 0);
    return {
      name,
      index: index + 1,
      enabled: isReachable,
      auto: isReachable,
      default: isReachable,
      ipv4: addresses
        .filter(({ family }) => family === 'IPv4')
        .map(({ address, cidr }) => ({ address, network_prefix: prefixOf(cidr) })),
      ipv6: addresses
        .filter(({ family }) => family === 'IPv6')
        .map(({ address, cidr, scopeid = 0 }) => ({
          ...{ address, flowinfo: 0, scope_id: scopeid, network_prefix: prefixOf(cidr) },
        })),
    };
  });
}

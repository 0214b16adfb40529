import { getPriority, setPriority } from 'node:os';
import { HubError } from '../../core/errors.ts';
import type { ArchiveAnswer, ArchiveRequest } from './archive-process.ts';
import { keyOf, openArchive, unpackArchive, verifyArchive } from './read-archive.ts';
import { writeArchive } from './write-archive.ts';

const LOWER = 10;
const LOWEST = 19;

setPriority(0, Math.min(LOWEST, getPriority(0) + LOWER));
process.once('message', (request: ArchiveRequest) => {
  carryOut(request)
    .catch((error): ArchiveAnswer => {
      const { code, message, reason } = error as HubError & NodeJS.ErrnoException;
      const isKnown = error instanceof HubError;
      return { kind: 'failed', isKnown, code: String(code), message: String(message), reason };
    })
    .then((answer) => process.send?.(answer, () => process.exit()));
});
// The server may have been killed and cannot stop this process.
process.on('disconnect', () => process.exit());
// Ctrl+C in a terminal reaches both processes; the server stops this one.
process.on('SIGINT', () => {});

async function carryOut(request: ArchiveRequest): Promise<ArchiveAnswer> {
  if (request.kind === 'write') {
    const written = await writeArchive(request.job, () => process.send?.({ kind: 'read' }));
    return { kind: 'written', ...written };
  }
  const archive = await openArchive(request.file);
  await verifyArchive(archive);
  if (request.kind === 'unpack') {
    const key = await keyOf(archive, request.opener);
    await unpackArchive(archive, { key, target: request.target, parts: request.parts });
  }
  return { kind: 'done', metadata: archive.metadata };
}

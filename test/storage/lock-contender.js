// Tries to take the folder it is given, says how that went, and holds it until it is killed.
const { SystemClock } = await import('../../dist/core/clock.js');
const { silentLog: log } = await import('../../dist/core/log.js');
const { openDataFolder } = await import('../../dist/storage/data-folder.js');
try {
  await openDataFolder({ folder: process.argv[2], clock: new SystemClock(), log, lockWait: 0 });
  process.stdout.write('held\n');
  process.stdin.resume();
} catch (error) {
  process.stdout.write(`${error.message}\n`);
}

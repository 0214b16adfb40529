// Tries to lock the folder it is given, says so, and holds it until its input ends.
const { lockFolder } = await import('../../dist/storage/folder-lock.js');
try {
  lockFolder(process.argv[2]);
  process.stdout.write('held\n');
  process.stdin.resume();
} catch (error) {
  process.stdout.write(`${error.message}\n`);
}

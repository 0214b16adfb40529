/**
 * Drops output that nobody reads any more, of `hearth audit | head` or of a server whose terminal was closed. As
 * an exception it would stop the server, which would log it, and so on. Other errors of stdout and stderr, such as
 * those of a full disk, go into the exit code.
 */
export function dropUnreadOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code !== 'EPIPE') process.exitCode = 1;
    });
}

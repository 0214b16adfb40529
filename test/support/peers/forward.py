"""Passes connections on: forward.py FROM TO, each `host:port` or the path of a socket."""
import asyncio
import sys


async def copy(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


async def main(here, there):
    async def passed(reader, writer):
        try:
            if there.startswith("/"):
                other_reader, other_writer = await asyncio.open_unix_connection(there)
            else:
                other_reader, other_writer = await asyncio.open_connection(*there.rsplit(":", 1))
        except OSError:
            writer.close()
            return
        await asyncio.gather(copy(reader, other_writer), copy(other_reader, writer))

    if here.startswith("/"):
        server = await asyncio.start_unix_server(passed, here)
    else:
        server = await asyncio.start_server(passed, *here.rsplit(":", 1))
    await server.serve_forever()


asyncio.run(main(*sys.argv[1:]))

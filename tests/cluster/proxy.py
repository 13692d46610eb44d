"""A TCP proxy on loopback, in a thread: it forwards, delays or holds all data, or switches to another server."""

import asyncio
import threading


class Proxy:
    """A proxy for a local port. Held data is forwarded on release. Each direction takes `delay` seconds."""

    def __init__(self, target):
        self.target, self.port, self.delay = target, None, 0
        self.loop = asyncio.new_event_loop()
        self.writers = set()
        ready = threading.Event()
        threading.Thread(target=self.run, args=(ready,), daemon=True).start()
        ready.wait()

    def run(self, ready):
        asyncio.set_event_loop(self.loop)
        self.through = asyncio.Event()
        self.through.set()
        server = self.loop.run_until_complete(asyncio.start_server(self.serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        self.loop.run_forever()

    def hold(self):
        self.loop.call_soon_threadsafe(self.through.clear)

    def let_through(self):
        self.loop.call_soon_threadsafe(self.through.set)

    def lead_to(self, target):
        """Closes all connections and forwards new ones to another port."""
        self.target = target
        self.loop.call_soon_threadsafe(lambda: [writer.transport.abort() for writer in self.writers])

    async def serve(self, reader, writer):
        await self.through.wait()
        try:
            other_reader, other = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            return writer.transport.abort()
        self.writers |= {writer, other}
        await asyncio.gather(self.copy(reader, other), self.copy(other_reader, writer), return_exceptions=True)
        self.writers -= {writer, other}

    async def copy(self, reader, writer):
        try:
            while data := await reader.read(65_536):
                await self.through.wait()
                if self.delay:
                    self.loop.call_later(self.delay, writer.write, data)
                    continue
                writer.write(data)
                await writer.drain()
        finally:
            writer.transport.abort()

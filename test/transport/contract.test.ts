import { serve } from '../../src/server/serve.ts';
import { createHttpsTransport } from '../../src/transport/https.ts';
import { createInProcessTransport } from '../../src/transport/in-process.ts';
import { transportBattery } from '../contracts/transport-battery.ts';
import { testTls } from '../support/tls.ts';
import { openTap } from '../support/tls-tap.ts';

transportBattery('in-process', async (handler) => ({
  send: createInProcessTransport(handler),
  isOperator: true,
  close: async () => {},
}));

transportBattery('https', async (handler) => {
  const { ca, key, certificate } = testTls();
  const onUnexpected = (fault: unknown) => {
    throw fault;
  };
  const server = await serve({
    handle: handler,
    tls: { key, certificate },
    port: 0,
    clock: Date.now,
    onUnexpected,
  });
  const tap = await openTap(server.port);
  const client = createHttpsTransport({ origin: `https://127.0.0.1:${tap.port}`, ca, connections: 1 });
  return {
    send: client.send,
    isOperator: false,
    wire: tap.take,
    close: async () => {
      await client.close();
      await tap.close();
      await server.close();
    },
  };
});

import { createPayment } from '../../src/client/payments.ts';
import type { Session } from '../../src/client/session.ts';
import { openSigner } from '../../src/credentials/signer.ts';
import { Fault } from '../../src/errors.ts';
import { openBank } from '../../src/session/open-bank.ts';
import { openTppSession } from '../../src/session/open-session.ts';
import { openSettings } from '../../src/settings/precedence.ts';
import { createInProcessTransport } from '../../src/transport/in-process.ts';
import type { Transport } from '../../src/transport/transport.ts';
import { contextIn } from './command-context.ts';
import { psd2 } from './program.ts';

/** A session of a home's profile at its own bank. @param changed what becomes of requests and answers on the way */
export async function sessionOver(
  home: string,
  changed: (way: Transport) => Transport = (way) => way,
): Promise<Session> {
  const context = contextIn(home);
  const settings = openSettings(context.surroundings);
  const fail = (fault: unknown) => {
    throw fault;
  };
  const bank = openBank({ path: settings.places.store, onUnexpected: fail });
  return openTppSession({
    way: changed(createInProcessTransport(bank.handle)),
    signer: await openSigner(settings, context),
    ledger: settings.places.ledger,
    settings: settings.values,
    onUnexpected: fail,
    close: () => bank.close(),
  });
}

/** Whose bank does what it is asked, and whose answers are lost on the way. */
const losing = (way: Transport): Transport => {
  return async (request) => {
    await way(request);
    throw new Fault('NETWORK', 'The bank broke the connection off.', { sent: true });
  };
};

/** The X-Request-ID of a write whose answer was lost. */
export async function loseWrite(home: string, act: (session: Session) => Promise<unknown>): Promise<string> {
  const session = await sessionOver(home, losing);
  try {
    await act(session);
  } catch (fault) {
    if (fault instanceof Fault && fault.details.requestId !== undefined) return fault.details.requestId;
    throw fault;
  } finally {
    await session.close();
  }
  throw new Error('its answer came');
}

/** A payment of an example, made at the home's bank. */
export async function losePayment(home: string): Promise<string> {
  const printed = await psd2(['payments', 'create', '--domestic', '--example', '--print-body'], { home });
  const payment = {
    kind: 'domestic',
    body: Buffer.from(printed.stdout),
    allowLogicalDuplicate: false,
  } as const;
  return loseWrite(home, (session) => session.call(createPayment, payment, { context: 'PRIVATE' }));
}

import { onTestFinished } from 'vitest';
import { getOperation } from '../../src/client/operation.ts';
import { createInProcessTransport, openBank, openTppSession, type Session } from '../../src/library.ts';
import type { HttpRequest } from '../../src/message.ts';
import { type ApplyOptions, type ApplyResult, applyWorld } from '../../src/seed/apply/apply.ts';
import { readWorld } from '../../src/seed/read-world.ts';
import type { World } from '../../src/seed/world.ts';
import type { Transport } from '../../src/transport/transport.ts';
import type { SandboxAccount } from '../../src/wire/answers/sandbox.ts';
import { testSigner } from './bank.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface SeedBank {
  readonly session: Session;
  /** What was sent so far: `POST /v1/sandbox/customers`. */
  readonly sent: string[];
  /** Stands between the session and the bank from now on. */
  between: (send: Transport) => Transport;
  apply(files: Files, options?: ApplyOptions): Promise<ApplyResult>;
  /** What nothing at a real sandbox lists. */
  accounts(): Promise<readonly SandboxAccount[]>;
  /** Every list of the sandbox as the bank answers it. */
  lists(): Promise<unknown>;
}

/** Texts of seed files by their names. */
export type Files = Readonly<Record<string, string>>;
const TODAY = '2026-10-31';

/** A bank of its own, which ends with the test, for a TPP that seeds it. */
export function openSeedBank(): SeedBank {
  const folder = temporaryFolder();
  const onUnexpected = (fault: unknown) => {
    throw fault;
  };
  const bank = openBank({ path: `${folder}/bank.db`, onUnexpected });
  const handler = createInProcessTransport(bank.handle);
  const sent: string[] = [];
  const way = (request: HttpRequest) => {
    sent.push(`${request.method} ${request.target}`);
    return self.between(handler)(request);
  };
  const session = openTppSession({
    ...{ way, signer: testSigner(), ledger: `${folder}/client.db`, onUnexpected },
    close: () => bank.close(),
  });
  onTestFinished(() => session.close());
  const self: SeedBank = {
    session,
    sent,
    between: (send) => send,
    apply: (files, options) => applyWorld(session, worldOf(files), options),
    accounts: async () => (await session.lookUp(getOperation('list sandbox accounts'), undefined)).resource,
    lists: () => listsOf(session),
  };
  return self;
}

export function worldOf(files: Files): World {
  const sources = Object.entries(files).map(([name, text]) => ({ name, text }));
  const reading = readWorld(sources, TODAY);
  if (!reading.ok) throw new Error(JSON.stringify(reading.faults, null, 1));
  return reading.world;
}

async function listsOf({ lookUp }: Session): Promise<unknown> {
  const { resource: customers } = await lookUp(getOperation('list sandbox customers'), undefined);
  const { resource: accounts } = await lookUp(getOperation('list sandbox accounts'), undefined);
  const { resource: cards } = await lookUp(getOperation('list sandbox card accounts'), undefined);
  const { resource: agreements } = await lookUp(getOperation('list sandbox agreements'), undefined);
  const transactions = await Promise.all(
    accounts.map(
      async ({ id }) =>
        (await lookUp(getOperation('list sandbox account transactions'), { mockAccountId: id, limit: 1000 }))
          .resource,
    ),
  );
  const ofCards = await Promise.all(
    cards.map(async ({ resourceId }) => {
      const wanted = { mockCardAccountId: resourceId, bookingStatus: 'both' } as const;
      return (await lookUp(getOperation('list sandbox card account transactions'), wanted)).resource;
    }),
  );
  return { customers, accounts, cards, agreements, transactions, ofCards };
}

import type { Session } from '../../client/session.ts';
import { Fault } from '../../errors.ts';
import type {
  SandboxAccount,
  SandboxAgreement,
  SandboxCardAccount,
  SandboxCustomer,
} from '../../wire/answers/sandbox.ts';
import type { Where } from '../faults.ts';
import { mapEach } from './context.ts';
import { ACCOUNTS, AGREEMENTS, CARDS, CUSTOMERS, type Kind } from './kinds.ts';
import type { Remembered } from './remembered.ts';

/** What the bank has already. Of agreements those that a customer made: a private one's comes and goes with it. */
export interface There {
  readonly customers: readonly SandboxCustomer[];
  readonly accounts: readonly SandboxAccount[];
  readonly cards: readonly SandboxCardAccount[];
  readonly agreements: readonly SandboxAgreement[];
}

/**
 * @param remembered of a real sandbox, which is asked for accounts and cards by these ids; absent: the bank lists everything
 * @see C-seed-real-sandbox
 */
export async function readThere(session: Session, remembered: Remembered | undefined): Promise<There> {
  const readKind = async <Seed extends Where, Item>({ list, read, madeKind }: Kind<Seed, Item>) => {
    if (remembered === undefined || read === undefined || madeKind === undefined)
      return (await session.lookUp(list, undefined)).resource;
    const found = await mapEach(remembered.ids(madeKind), (id) => unlessGone(read(session, id)));
    return found.flatMap((one) => one?.resource ?? []);
  };
  const [accounts, cards] = [await readKind(ACCOUNTS), await readKind(CARDS)];
  const agreements = (await readKind(AGREEMENTS)).filter(({ type }) => type === 'CORPORATE');
  return { customers: await readKind(CUSTOMERS), accounts, cards, agreements };
}

/** What was deleted since is made again. */
async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (fault) {
    if (fault instanceof Fault && fault.details.status === 404) return undefined;
    throw fault;
  }
}

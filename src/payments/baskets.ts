import type { Command } from '@oclif/core/command';
import { readInformation } from '../accounts/read.ts';
import { defineBankCommand } from '../cli/bank-command.ts';
import { createPickedArg, type Help, type Presentation } from '../cli/command.ts';
import { parsePsuFlags, parseScaFlags, psuFlags, scaFlags } from '../cli/psu-flags.ts';
import type { Ledger } from '../client/ledger/ledger.ts';
import { getOperation, type InputOf, type Operation } from '../client/operation.ts';
import { resolvePaymentPsu } from '../client/psu-identifier.ts';
import { getRequirements } from '../sca/authorise.ts';
import { createReading, type InformationChoice, retryAfterSca } from '../sca/retry-after-sca.ts';
import type { ScaChoice } from '../sca/targets.ts';
import type { CommandContext } from '../session/context.ts';
import { type KnownOwner, type PsuChoice, resolveBasket } from '../session/psu.ts';
import {
  type Meta,
  type SessionContext,
  saveStatus,
  withLedger,
  withSession,
} from '../session/with-session.ts';
import type { BasketStatus } from '../wire/answers/payments.ts';

/** Declares the argument with the id of a basket. @see C-basket, C-picked */
export function createBasketArgs(picked: 'basket' | 'waitingBasket') {
  return {
    id: createPickedArg(picked, 'The basketId from basket create.'),
  };
}

/**
 * Defines a command that reads a basket or its status, or deletes it.
 * @param createView creates the presentation; the bank's response doesn't contain the basket's id
 * @see C-basket
 */
export function defineBasketCommand<Result extends object>(
  help: Help,
  operation: Operation<InputOf<'read basket'>, Result>,
  createView: (basketId: string) => Presentation<Result & Meta>,
): Command.Class {
  const args = createBasketArgs(operation.method === 'DELETE' ? 'waitingBasket' : 'basket');
  const declaration = { ...help, args, flags: { ...psuFlags, ...scaFlags } };
  return defineBankCommand(declaration, async (command, { args: { id: basketId }, flags }) => {
    command.present(createView(basketId));
    const choice = parsePsuFlags(flags);
    const sca = parseScaFlags(flags, command.usualSca);
    const act = async (there: SessionContext) => {
      const reading = createReading(choice, sca, (ledger) => resolveBasket(ledger, basketId, choice));
      const called = await retryAfterSca(there, reading, (as) => as.call(operation, { basketId }));
      const { transactionStatus } = called.resource as Partial<BasketStatus>;
      if (transactionStatus !== undefined) await saveStatus(there, basketId, transactionStatus);
      if (operation.method === 'DELETE') await there.remember((ledger) => ledger.hideBasket(basketId));
      return there.withMeta(called);
    };
    return withSession(command.context, choice.settings, act, getRequirements(sca));
  });
}

/** The remaining work of the command, with the psu-id that was read, in the session of that SCA. */
export interface WithPsuId {
  readonly choice: PsuChoice;
  /** Finds the PSU's names in the profile. */
  readonly find: (ledger: Ledger) => Promise<KnownOwner>;
}

/**
 * Reads the PSU's psu-id with GET /v1/user and an SCA of its own, unless the profile has it, because the bank accepts
 * only the psu-id at the start of a basket's authorisation.
 * @throws Fault SCA_NEEDED with the link, if `--sca none` leaves the SCA to the PSU
 * @see D3-basket-authorisation-psu, C-basket-psu-id
 */
export async function readMissingPsuId(
  context: CommandContext,
  { choice, sca, find }: WithPsuId & { readonly sca: ScaChoice },
): Promise<WithPsuId> {
  const known = await withLedger(context, choice.settings, find);
  if (known?.psu.psuId !== undefined) return { choice, find };
  context.io.notice(
    "This profile has no psu-id for the basket's PSU, and the bank requires it here. GET /v1/user comes first, with an SCA of its own.",
  );
  const reading: InformationChoice = {
    ...choice,
    as: known?.customerNumber ?? choice.as,
    agreement: sca.agreement,
    // A PSU that will decline the basket must still approve this SCA, which identifies them.
    sca: sca.way === 'decline' ? { ...sca, way: 'approve' } : sca,
    psuAbsent: false,
    accounts: undefined,
  };
  const how = { kind: 'session' } as const;
  const { psuId } = await readInformation(
    context,
    reading,
    (bank) => bank.call(getOperation('read user'), undefined),
    how,
  );
  return {
    choice: { ...choice, newSession: false },
    find: async (ledger) => {
      const { customerNumber } = await find(ledger);
      const stored = await ledger.psuById(psuId);
      const psu = stored === undefined ? { psuId } : resolvePaymentPsu(customerNumber, stored);
      return { psu, customerNumber };
    },
  };
}

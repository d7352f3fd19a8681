import { readInformation } from '../accounts/read.ts';
import { BankCommand } from '../cli/bank-command.ts';
import { Args } from '../cli/flags.ts';
import type { Presentation } from '../cli/presentation.ts';
import { parsePsuFlags, parseScaFlags, psuFlags, scaFlags } from '../cli/psu-flags.ts';
import type { Ledger } from '../client/ledger/ledger.ts';
import { getOperation, type InputOf, type Operation } from '../client/operation.ts';
import { resolvePaymentPsu } from '../client/psu-identifier.ts';
import { getRequirements } from '../sca/authorise.ts';
import { createReading, type InformationChoice, retryAfterSca } from '../sca/retry-after-sca.ts';
import type { ScaChoice } from '../sca/targets.ts';
import type { CommandContext } from '../session/context.ts';
import { type Known, type PsuChoice, resolveBasket } from '../session/psu.ts';
import { type Meta, type SessionContext, withLedger, withSession } from '../session/with-session.ts';

/** The argument with the id of a basket. @see C-basket */
export const basketArgs = {
  id: Args.string({ description: 'The basketId from basket create.', required: true }),
};

/** The base of the commands that read a basket or its status, or delete it. @see C-basket */
export abstract class BasketCommand<Result extends object> extends BankCommand<Result & Meta> {
  static override args = basketArgs;
  static override flags = { ...psuFlags, ...scaFlags };

  protected abstract readonly operation: Operation<InputOf<'read basket'>, Result>;
  /** Presents the result for a basket; the bank's response doesn't contain its id. */
  protected abstract present(basketId: string): Presentation<Result & Meta>;

  private basketId = '';

  protected override get presentation(): Presentation<Result & Meta> {
    return this.present(this.basketId);
  }

  async run(): Promise<Result & Meta> {
    const { args, flags } = await this.parse(this.ctor as typeof BasketCommand);
    this.basketId = args.id;
    const choice = parsePsuFlags(flags);
    const sca = parseScaFlags(flags, this.usualSca);
    const act = async (there: SessionContext) => {
      const reading = createReading(choice, sca, (ledger) => resolveBasket(ledger, args.id, choice));
      const read = await retryAfterSca(there, reading, (as) =>
        as.call(this.operation, { basketId: args.id }),
      );
      return there.withMeta(read);
    };
    return withSession(this.context, choice.settings, act, getRequirements(sca));
  }
}

type Whose = Omit<Known<never>, 'reference'>;

interface Acting {
  readonly choice: PsuChoice;
  readonly sca: ScaChoice;
  /** Finds the PSU's names in the profile. */
  readonly find: (ledger: Ledger) => Promise<Whose>;
}

/** The remaining work of the command, with the psu-id that was read, in the session of that SCA. */
export interface WithPsuId {
  readonly choice: PsuChoice;
  readonly find: Acting['find'];
}

/**
 * Reads the PSU's psu-id with GET /v1/user and an SCA of its own, unless the profile has it, because the bank accepts
 * only the psu-id at the start of a basket's authorisation.
 * @throws Fault SCA_NEEDED with the link, if `--sca none` leaves the SCA to the PSU
 * @see D3-basket-authorisation-psu, C-basket-psu-id
 */
export async function readMissingPsuId(
  context: CommandContext,
  { choice, sca, find }: Acting,
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

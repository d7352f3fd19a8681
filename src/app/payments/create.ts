import { createPayment } from '../../client/create-payment.ts';
import type { Ledger } from '../../client/ledger/ledger.ts';
import { KINDS, type PaymentKind } from '../../client/payment-kind.ts';
import { clock } from '../../clock.ts';
import type { PaymentFields } from '../../forms/payment-fields.ts';
import type { PaymentCreated } from '../../wire/payment.ts';
import { type AtBank, atBank } from '../at-bank.ts';
import { namedForCreation } from '../named-psu.ts';
import type { Need } from '../only-sandbox.ts';
import type { Program } from '../program.ts';
import { type PsuChoice, sessionOptions } from '../psu-choice.ts';
import { PAYMENT } from '../sca/approvables.ts';
import type { MetaWithSca, ScaChoice } from '../sca/choice.ts';
import { namingPayment } from '../sca/fault.ts';
import { needOf, rememberAndPlay } from '../sca/play.ts';
import { begunOf, rememberedOf } from '../sca/start.ts';
import { confirmAmount } from './confirm-amount.ts';
import { checkGiven, type Prepared, prepareExample, prepareGiven } from './input.ts';
import { makingOf } from './making.ts';

export interface PaymentInput {
  readonly kind: PaymentKind;
  readonly fields: PaymentFields;
  readonly file: Uint8Array | undefined;
  readonly example: boolean;
  readonly localChecks: boolean;
  readonly allowLogicalDuplicate: boolean;
  /** The amount as somebody typed it once more. */
  readonly confirmedAmount: string | undefined;
}

export type CreatedPayment = PaymentCreated & MetaWithSca;

/** The body that `create` would send. */
export async function bodyOf(program: Program, input: PaymentInput, psu: PsuChoice): Promise<Uint8Array> {
  if (!input.example) return (await prepareGiven(input)).body;
  await checkGiven(input);
  return atBank(program, psu.settings, async ({ session }) => (await prepareExample(input, session)).body);
}

interface Asked {
  readonly input: PaymentInput;
  readonly psu: PsuChoice;
  readonly sca: ScaChoice;
}

/** Creates a payment and has its SCA played where that is asked for. @see C-sca-act */
export async function create(
  program: Program,
  input: PaymentInput,
  psu: PsuChoice,
  sca: ScaChoice,
): Promise<CreatedPayment> {
  const asked = { input, psu: { ...psu, context: psu.context ?? contextOf(sca) }, sca };
  // What is wrong with what was given is said before anything is opened or made.
  if (input.example) await checkGiven(input);
  const given = input.example ? undefined : await prepareGiven(input);
  return atBank(
    program,
    psu.settings,
    async (there) => {
      const prepared = given ?? (await prepareExample(input, there.session));
      await confirmAmount(there.profile, prepared.body, input.confirmedAmount, program);
      return createPrepared(there, prepared, asked);
    },
    // Who plays the PSU is wanted before the payment is made.
    { ...(input.example ? EXAMPLE : {}), ...needOf(sca) },
  );
}

export const EXAMPLE: Need = { onlySandbox: 'accounts for an example' };

/** Who signs for an agreement does so in the corporate context. */
function contextOf({ agreement }: ScaChoice): PsuChoice['context'] {
  return agreement === undefined ? undefined : 'CORPORATE';
}

async function createPrepared(there: AtBank, prepared: Prepared, asked: Asked): Promise<CreatedPayment> {
  const { session, notice } = there;
  const { input, psu: choice, sca } = asked;
  const { body, rows, owner } = prepared;
  const psu = await namedForCreation(session.ledger, choice, owner);
  const { kind, allowLogicalDuplicate } = input;
  const payment = { kind, body, rows, allowLogicalDuplicate };
  const customerNumber = choice.as ?? owner;
  const created = await session
    .call(createPayment, payment, psu, sessionOptions(choice, notice))
    .catch(async (fault) => {
      if (customerNumber === undefined || there.profile.bank === 'production') throw fault;
      throw await (await import('./company-hint.ts')).withCompanyHint(fault, session, customerNumber, body);
    });
  const { tppSessionId, resource } = created;
  const { paymentId, transactionStatus, _links: links = {} } = resource;
  const reference = { ...KINDS[kind], paymentId };
  // Without an SCA a payment rests in RCVD; one whose SCA ended at its start is beyond it at once.
  const isEnded = links.scaRedirect === undefined && transactionStatus !== 'RCVD';
  const known = { reference, psu, customerNumber };
  const made = makingOf(body, transactionStatus, clock());
  const whose = rememberedOf({ psu, customerNumber, tppSessionId });
  const begun = {
    ...begunOf(PAYMENT, known, { links, tppSessionId, isEnded }),
    remember: (ledger: Ledger) => ledger.rememberPayment({ ...reference, ...whose, made }),
  };
  return namingPayment(paymentId, () => rememberAndPlay(there, there.withMeta(created), begun, sca, choice));
}

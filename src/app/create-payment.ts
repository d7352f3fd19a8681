import type { CreatedPayment, PaymentInput, PsuChoice, ScaChoice } from '../app.ts';
import { createPayment } from '../client/create-payment.ts';
import { KINDS } from '../client/payment-kind.ts';
import type { At, AtBank } from './at-bank.ts';
import { namedForCreation } from './named-psu.ts';
import type { Need } from './only-sandbox.ts';
import { checkGiven, type Prepared, prepareExample, prepareGiven } from './payment-input.ts';
import { isPlayed, needOf, playStarted } from './play-sca.ts';
import { naming } from './sca-fault.ts';
import { sessionOptions } from './session-options.ts';
import { rememberStarted } from './started-sca.ts';

/** The body that `create` would send. */
export async function bodyOf(at: At, input: PaymentInput, psu: PsuChoice): Promise<Uint8Array> {
  if (!input.example) return (await prepareGiven(input)).body;
  await checkGiven(input);
  return at(psu.settings, async ({ session }) => (await prepareExample(input, session)).body);
}

interface Asked {
  readonly input: PaymentInput;
  readonly psu: PsuChoice;
  readonly sca: ScaChoice;
}

/** Creates a payment and has its SCA played where that is asked for. @see cli.md Commands, --sca */
export async function create(
  at: At,
  input: PaymentInput,
  psu: PsuChoice,
  sca: ScaChoice,
): Promise<CreatedPayment> {
  const asked = { input, psu: { ...psu, context: psu.context ?? contextOf(sca) }, sca };
  // What is wrong with what was given is said before anything is opened or made.
  if (input.example) await checkGiven(input);
  const given = input.example ? undefined : await prepareGiven(input);
  return at(
    psu.settings,
    async (there) => createPrepared(there, given ?? (await prepareExample(input, there.session)), asked),
    input.example ? EXAMPLE : needOf(sca),
  );
}

export const EXAMPLE: Need = { onlySandbox: 'accounts to make an example of' };

/** Who signs for an agreement does so in the corporate context. */
function contextOf({ agreement }: ScaChoice): PsuChoice['context'] {
  return agreement === undefined ? undefined : 'CORPORATE';
}

async function createPrepared(there: AtBank, prepared: Prepared, asked: Asked): Promise<CreatedPayment> {
  const { created, customerNumber } = await send(there, prepared, asked);
  const { resource, tppSessionId } = created;
  const { paymentId, _links: links = {} } = resource;
  const shown = there.withMeta(created);
  if (!isPlayed(there, links, asked.sca)) return shown;
  const started = { kind: 'payment', id: paymentId, links, tppSessionId, customerNumber } as const;
  const { outcome } = await naming(paymentId, () => playStarted(there, started, asked.sca, asked.psu));
  return { ...shown, _meta: { ...shown._meta, sca: outcome } };
}

async function send(there: AtBank, { body, rows, owner }: Prepared, { input, psu: choice }: Asked) {
  const { session, notice } = there;
  const psu = await namedForCreation(session.ledger, choice, owner);
  const { kind, allowLogicalDuplicate } = input;
  const created = await session.call(
    createPayment,
    { kind, body, rows, allowLogicalDuplicate },
    psu,
    sessionOptions(choice, notice),
  );
  const customerNumber = choice.as ?? owner;
  const reference = { ...KINDS[kind], paymentId: created.resource.paymentId };
  await rememberStarted(there, { reference, psu, customerNumber, tppSessionId: created.tppSessionId });
  return { created, customerNumber };
}

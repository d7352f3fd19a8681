import type { CreatedPayment, DomesticInput, PsuChoice, ScaChoice } from '../app.ts';
import { createPayment } from '../client/create-payment.ts';
import { DOMESTIC } from '../wire/products.ts';
import type { At, AtBank } from './at-bank.ts';
import { checkGiven, type Prepared, prepareExample, prepareGiven } from './domestic-input.ts';
import { namedForCreation } from './named-psu.ts';
import type { Need } from './only-sandbox.ts';
import { isPlayed, needOf, playStarted } from './play-sca.ts';
import { naming } from './sca-fault.ts';
import { sessionOptions } from './session-options.ts';
import { rememberStarted } from './started-sca.ts';

/** The body that `create` would send. */
export async function bodyOf(at: At, input: DomesticInput, psu: PsuChoice): Promise<Uint8Array> {
  if (!input.example) return prepareGiven(input).body;
  checkGiven(input);
  return at(psu.settings, async ({ session }) => (await prepareExample(input, session)).body);
}

interface Asked {
  readonly input: DomesticInput;
  readonly psu: PsuChoice;
  readonly sca: ScaChoice;
}

/** Creates a payment and has its SCA played where that is asked for. @see cli.md Commands, --sca */
export async function create(
  at: At,
  input: DomesticInput,
  psu: PsuChoice,
  sca: ScaChoice,
): Promise<CreatedPayment> {
  const asked = { input, psu: { ...psu, context: psu.context ?? contextOf(sca) }, sca };
  // What is wrong with what was given is said before anything is opened or made.
  if (input.example) checkGiven(input);
  const given = input.example ? undefined : prepareGiven(input);
  return at(
    psu.settings,
    async (there) => createPrepared(there, given ?? (await prepareExample(input, there.session)), asked),
    input.example ? EXAMPLE : needOf(sca),
  );
}

const EXAMPLE: Need = { onlySandbox: 'accounts to make an example of' };

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
  const started = { kind: 'payment', paymentId, links, tppSessionId, customerNumber } as const;
  const { outcome } = await naming(paymentId, () => playStarted(there, started, asked.sca, asked.psu));
  return { ...shown, _meta: { ...shown._meta, sca: outcome } };
}

async function send(there: AtBank, { body, owner }: Prepared, { input, psu: choice }: Asked) {
  const { session, notice } = there;
  const psu = await namedForCreation(session.ledger, choice, owner);
  const { allowLogicalDuplicate } = input;
  const created = await session.call(
    createPayment,
    { product: DOMESTIC, body, allowLogicalDuplicate },
    psu,
    sessionOptions(choice, notice),
  );
  const customerNumber = choice.as ?? owner;
  const reference = { paymentId: created.resource.paymentId, product: DOMESTIC };
  await rememberStarted(there, { reference, psu, customerNumber, tppSessionId: created.tppSessionId });
  return { created, customerNumber };
}

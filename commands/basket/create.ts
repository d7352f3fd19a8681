import { defineBankCommand } from '../../src/cli/bank-command.ts';
import { Args, createCard, QUIET, withPicker } from '../../src/cli/command.ts';
import { laterScaFlags, parsePsuFlags, parseScaFlags, psuFlags } from '../../src/cli/psu-flags.ts';
import { getOperation } from '../../src/client/operation.ts';
import { getTime } from '../../src/clock.ts';
import { readMissingPsuId, type WithPsuId } from '../../src/payments/baskets.ts';
import {
  createStarted,
  getRequirements,
  pickPsu,
  rememberAndPlay,
  startAndPlay,
} from '../../src/sca/authorise.ts';
import { BASKET, type MetaWithSca, type ScaChoice } from '../../src/sca/targets.ts';
import {
  authoriseColumns,
  outcomeColumns,
  requestId,
  type WithScaCommand,
  withScaCommand,
} from '../../src/sca/view.ts';
import { createSessionOptions, resolvePsuForBasket } from '../../src/session/psu.ts';
import { type SessionContext, withSession } from '../../src/session/with-session.ts';
import type { BasketCreated } from '../../src/wire/answers/payments.ts';

type CreatedBasket = BasketCreated & MetaWithSca;

const createdBasket = createCard<CreatedBasket & WithScaCommand>([
  ['Basket', 'basketId', 'identifier', QUIET],
  ['Status', ({ transactionStatus, _meta }) => _meta.sca?.transactionStatus ?? transactionStatus, 'status'],
  ['SCA', ({ _meta }) => _meta.sca?.scaStatus, 'status'],
  ...authoriseColumns<CreatedBasket>(({ basketId }) => basketId),
  ...outcomeColumns,
  requestId,
]);

export default defineBankCommand(
  {
    summary: 'Create a signing basket from payments.',
    description:
      "Takes single payments of one PSU that are waiting for approval. One SCA then approves them all. If a payment has an open authorisation of its own, that one ends. With --sca, the basket's SCA starts at once. That needs the PSU's psu-id. If the profile has none, the command first reads it with GET /v1/user, which needs an SCA of its own.",
    examples: {
      'Two payments': 'basket create kQ3nV0b1cT8sYpR5dW2xZa 5qTFJUcwG8xWI00BOc9BGp',
      'Two payments, authorised by their PSU in a browser':
        'basket create kQ3nV0b1cT8sYpR5dW2xZa 5qTFJUcwG8xWI00BOc9BGp --sca browser',
    },
    args: {
      id: withPicker(
        'basketPayment',
        Args.string({ description: 'The paymentId of each payment.', required: true, multiple: true }),
      ),
    },
    flags: { ...laterScaFlags, ...psuFlags },
  },
  async (command, { args: { id: paymentIds }, flags }) => {
    const { context } = command;
    command.present(withScaCommand(createdBasket, command.scaCommand));
    const given = parsePsuFlags(flags);
    const sca = parseScaFlags(flags, 'none');
    const asked: WithPsuId = {
      choice: given,
      find: (ledger) => resolvePsuForBasket(ledger, paymentIds, given),
    };
    const { choice, find } = sca.way === 'none' ? asked : await readMissingPsuId(context, { ...asked, sca });
    const act = (there: SessionContext) => create(there, paymentIds, { choice, find }, sca);
    return withSession(context, choice.settings, act, getRequirements(sca));
  },
);

/**
 * Creates a basket. The creation itself starts no SCA, so if `--sca` asks for one, this function starts it. A bank may
 * have started it anyway; then its response has the link.
 * @see C-basket, C-basket-psu-id, D5-basket-created, I-authentication-5
 */
async function create(
  there: SessionContext,
  paymentIds: readonly string[],
  { choice, find }: WithPsuId,
  sca: ScaChoice,
): Promise<CreatedBasket> {
  const { session, withMeta, notice } = there;
  const { psu, customerNumber } = await find(session.ledger);
  const created = await session.call(
    getOperation('create basket'),
    { paymentIds },
    psu,
    createSessionOptions(choice, notice),
  );
  const { tppSessionId } = created;
  const { basketId, transactionStatus, _links: links } = created.resource;
  const made = { at: getTime(), transactionStatus };
  const whose = pickPsu({ psu, customerNumber, tppSessionId });
  await there.remember((ledger) => ledger.rememberBasket({ basketId, paymentIds, made, ...whose }));
  const known = { reference: { basketId }, psu, customerNumber };
  const shown = withMeta(created);
  if (links.scaRedirect !== undefined) {
    const begun = createStarted(BASKET, known, { links, tppSessionId, isEnded: false });
    return rememberAndPlay(there, shown, begun, sca, choice);
  }
  if (sca.way === 'none') return shown;
  const played = await startAndPlay(there, BASKET, known, { choice, sca, options: {} });
  if (played._meta.sca === undefined) return shown;
  const { _meta, ...read } = played;
  const { _meta: shownMeta, ...answer } = shown;
  return { ...read, _meta: { ...shownMeta, sca: _meta.sca, created: answer } } as unknown as CreatedBasket;
}

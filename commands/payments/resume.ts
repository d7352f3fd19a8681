import { getTppIdentity, readCertificate } from '../../src/certificates/certificate.ts';
import { defineBankCommand } from '../../src/cli/bank-command.ts';
import { createCard, createPickedArg, Flags, QUIET } from '../../src/cli/command.ts';
import { confirmAndRun } from '../../src/cli/prompts.ts';
import { bankMessages } from '../../src/cli/resources/members.ts';
import { quoteId } from '../../src/cli/shell-quote.ts';
import type { OpenWrite } from '../../src/client/ledger/types.ts';
import { getOperation } from '../../src/client/operation.ts';
import type { RepeatableWrite, RepeatedResource } from '../../src/client/session.ts';
import { getTime } from '../../src/clock.ts';
import { Fault } from '../../src/errors.ts';
import { getHeader } from '../../src/message.ts';
import { rememberCreated } from '../../src/payments/remember.ts';
import { createMemberColumn } from '../../src/payments/view.ts';
import { requestId } from '../../src/sca/view.ts';
import { type Meta, type SessionContext, withSession } from '../../src/session/with-session.ts';
import { operationNamed } from '../../src/wire/operations.ts';

type ResumedWrite = RepeatedResource & Meta;

/** Sends a write that got no response once more, with the same X-Request-ID. @see C-payments-resume, D13-repeat */
export default defineBankCommand(
  {
    summary: 'Resend a request whose answer was lost.',
    description:
      "Sends the same request with the same X-Request-ID and a new signature. The embedded bank, and one served by psd2 serve, repeats the first answer and does nothing twice. Other banks may not. There, and for anything that could be done twice, you're asked to confirm, or pass --yes.",
    examples: { 'Get the answer to a request': 'payments resume 8dd01eed-7cab-e6b1-c319-3d1a14313298' },
    args: {
      'request-id': createPickedArg('pendingRequest', 'X-Request-ID, from payments pending.'),
    },
    flags: { yes: Flags.boolean({ description: 'Send it even if it may be done twice.' }) },
    // The repeated response: a payment or basket as created.
    presentation: createCard<ResumedWrite>([
      ['Payment', createMemberColumn('paymentId'), 'identifier', QUIET],
      ['Basket', createMemberColumn('basketId'), 'identifier', QUIET],
      ['Authorisation', createMemberColumn('authorisationId'), 'identifier'],
      ['Status', createMemberColumn('transactionStatus'), 'status'],
      ['SCA', createMemberColumn('scaStatus'), 'status'],
      ...bankMessages,
      ['Answer', ({ _meta }) => `${_meta.status}`],
      requestId,
    ]),
  },
  async (command, { args, flags }) => {
    const { context } = command;
    if ((context.exchange?.headers.length ?? 0) > 0) {
      const text = "--header doesn't work with payments resume, which sends the same request again.";
      throw new Fault('USAGE', text, { hint: 'Remove --header.' });
    }
    const resumed = await confirmAndRun(command.personIsThere, (yes) =>
      withSession(context, { profile: flags.profile }, (there) =>
        sendAgain(there, args['request-id'], flags.yes || yes),
      ),
    );
    if (typeof resumed.paymentId === 'string') command.next([`status ${quoteId(resumed.paymentId)}`]);
    return resumed;
  },
);

/**
 * Repeats a pending write.
 * @param yes true if the user accepts that the bank may execute it a second time
 * @throws Fault USAGE for a write that isn't pending, or is too old; INPUT_MISSING if a confirmation is required
 */
async function sendAgain(there: SessionContext, id: string, yes: boolean): Promise<ResumedWrite> {
  const { session } = there;
  const write = findWrite(await session.ledger.open(getTime()), id);
  refuseElsewhere(write, there);
  refuseOtherTpp(write, there);
  refuseAtOthers(write, there);
  if (!yes) await refuseUnsafe(write, there);
  const repeated = await session.repeat(write);
  await there.remember((ledger) => rememberCreated(ledger, write, repeated.resource));
  return there.withMeta(repeated);
}

function findWrite(open: readonly OpenWrite[], requestId: string): RepeatableWrite {
  const write = open.find((one) => one.requestId === requestId);
  const hint = 'See pending requests:\npsd2 payments pending';
  if (write === undefined) {
    throw new Fault('USAGE', `This profile has no pending request ${requestId}.`, { hint });
  }
  const { request } = write;
  if (request === undefined) {
    const text = `Request ${requestId} was sent more than 24 hours ago. The bank no longer knows its id.`;
    throw new Fault('USAGE', text, { hint: 'Ask the bank what happened to it before you send a new one.' });
  }
  return { ...write, request };
}

/** Refuses to send a request to a bank other than its first recipient. @see D13-repeat */
function refuseElsewhere({ requestId, origin }: RepeatableWrite, { session, profile }: SessionContext): void {
  if (origin === (session.place.origin ?? '')) return;
  const text = `Request ${requestId} was sent to ${origin}, but profile ${profile.name} now points to ${session.place.origin}.`;
  throw new Fault('USAGE', text, { hint: `Ask the bank at ${origin} what happened to it.` });
}

/**
 * Refuses to send a request as another TPP: a bank identifies a request by its TPP and X-Request-ID.
 * @see D13-repeat
 */
function refuseOtherTpp(
  { requestId, origin, request }: RepeatableWrite,
  { session, profile }: SessionContext,
): void {
  const [sender, now] = [getHeader(request.headers, 'TPP-Signature-Certificate'), session.certificate];
  if (sender === undefined || sender === now || readTpp(sender) === readTpp(now)) return;
  const text = `Request ${requestId} was sent by ${readTpp(sender)}, but profile ${profile.name} now signs as ${readTpp(now)}. The bank would take it for a new request.`;
  const bank = origin === '' ? 'the bank' : `the bank at ${origin}`;
  throw new Fault('USAGE', text, {
    hint: `Use the certificate it was sent with in the profile, or ask ${bank} what happened to it.`,
  });
}

function readTpp(header: string): string {
  const reading = readCertificate(Buffer.from(header, 'base64'));
  return reading.ok ? getTppIdentity(reading.certificate) : header;
}

/**
 * Refuses to repeat a payment with `allowLogicalDuplicate` at another bank, which may pay twice; psd2's own bank
 * executes an X-Request-ID only once.
 * @see D13-repeat
 */
function refuseAtOthers({ requestId, request }: RepeatableWrite, { isOwnBank }: SessionContext): void {
  if (isOwnBank || !/[?&]allowLogicalDuplicate=true\b/.test(request.target)) return;
  const text = `Request ${requestId} allowed a duplicate. It isn't sent again, because this bank might pay twice.`;
  throw new Fault('USAGE', text, { hint: 'Ask the bank what happened to it.' });
}

/**
 * Asks for a confirmation if the bank may execute the write twice.
 * @throws Fault INPUT_MISSING if the user hasn't confirmed
 */
async function refuseUnsafe(write: RepeatableWrite, there: SessionContext): Promise<void> {
  const text = await describeRisk(write, there);
  if (text === undefined) return;
  throw new Fault('INPUT_MISSING', text, { hint: 'To send it anyway, add --yes.', missing: ['--yes'] });
}

async function describeRisk(
  { operation, request }: RepeatableWrite,
  { isOwnBank, session }: SessionContext,
): Promise<string | undefined> {
  if (request.method !== 'POST') return undefined;
  if (!isOwnBank) return 'This bank may take the repeated request as a new payment.';
  if (!operationNamed(operation).answersRepeats) return `The bank may do this twice (${operation}).`;
  // The bank's clock may have been moved since, so the bank's day at the time of sending is unknown.
  const { offsetSeconds } = (await session.lookUp(getOperation('show clock'), undefined)).resource;
  if (offsetSeconds === 0) return undefined;
  return `The bank's clock was moved. If a day has passed on it, the bank does this twice (${operation}).`;
}

import { Fault } from '../errors.ts';
import type { HttpResponse } from '../message.ts';
import type { Schema } from '../wire/parse.ts';

/**
 * How the 2xx answer of each operation is checked. A schema is loaded when the first answer of its operation is there: no
 * other command pays for it. An operation without a row here doesn't compile.
 * @see C-answer-invalid
 */

interface Answer<Resource> {
  /** Reads JSON that was parsed; throws Fault ANSWER_INVALID. */
  readonly read: (json: unknown, response: HttpResponse) => Promise<Resource>;
  /** The resource of an answer without a body, at any status or at one; absent: the body is required. */
  readonly empty?: { readonly resource: Resource; readonly status?: number };
}

type Loaded<Module> = () => Promise<Module>;
type OutputOf<S> = S extends Schema<infer T> ? T : never;

/** A body that fits one schema of a module. */
function body<Module, Name extends keyof Module>(
  load: Loaded<Module>,
  name: Name,
): Answer<OutputOf<Module[Name]>> {
  return {
    read: async (json, response) => {
      const [schemas, { fitBody }] = await Promise.all([load(), import('../wire/parse.ts')]);
      const fit = fitBody(schemas[name] as Schema<OutputOf<Module[Name]>>, json);
      if (fit.ok) return fit.value;
      throw new Fault('ANSWER_INVALID', unfitText(fit.faults), { status: response.status });
    },
  };
}

/** So many faults name what is wrong; an answer of another interface lacks everything. */
const TOLD_FAULTS = 3;

function unfitText(faults: readonly { readonly text: string }[]): string {
  const texts = faults.slice(0, TOLD_FAULTS).map(({ text }) => text);
  const more = faults.length > TOLD_FAULTS ? ' (and more)' : '';
  return `The bank's answer doesn't match the interface: ${texts.join(', ')}${more}.`;
}

/** Nothing is required of the answer; where it has a body, it is an object. */
const nothing: Answer<Record<string, never>> = {
  ...body(() => import('../wire/answers/shape.ts'), 'nothing'),
  empty: { resource: {} },
};

/** An array of one, whose item is the resource. */
function one<Item>({ read }: Answer<readonly Item[]>): Answer<Item> {
  return { read: async (json, response) => (await read(json, response))[0] as Item };
}

/** A body, or 204 without one. */
function orNone<Resource>(answer: Answer<Resource>): Answer<Resource | undefined> {
  return { ...answer, empty: { resource: undefined, status: 204 } };
}

const payments = () => import('../wire/answers/payments.ts');
const information = () => import('../wire/answers/information.ts');
const shared = () => import('../wire/answers/shape.ts');
const sandbox = () => import('../wire/answers/sandbox.ts');
const operator = () => import('../wire/answers/operator.ts');

const sca = body(operator, 'scaPlayed');
const clock = body(operator, 'bankClock');
const moved = body(operator, 'paymentMoved');
const right = body(operator, 'paymentRight');

const ANSWERS = {
  'read fee information': body(payments, 'feeInformation'),
  'create payment': body(payments, 'paymentCreated'),
  'read payment': body(payments, 'paymentRead'),
  'read payment status': body(payments, 'paymentStatus'),
  'cancel payment': orNone(body(payments, 'cancellationPending')),
  'start authorisation': body(payments, 'authorisationStarted'),
  'list authorisations': body(payments, 'authorisationList'),
  'read authorisation': body(payments, 'authorisationStatus'),
  'start cancellation authorisation': body(payments, 'authorisationStarted'),
  'list cancellation authorisations': body(payments, 'authorisationList'),
  'read cancellation authorisation': body(payments, 'authorisationStatus'),

  'create basket': body(payments, 'basketCreated'),
  'read basket': body(payments, 'basketRead'),
  'read basket status': body(payments, 'basketStatus'),
  'delete basket': nothing,
  'start basket authorisation': body(payments, 'authorisationStarted'),
  'list basket authorisations': body(payments, 'authorisationList'),
  'read basket authorisation': body(payments, 'authorisationStatus'),

  'list accounts': body(information, 'accountList'),
  'read account': body(information, 'oneAccount'),
  'read account balances': body(information, 'accountBalances'),
  'list account transactions': body(information, 'transactionList'),
  'read account transaction': body(information, 'transactionDetails'),
  'list card accounts': body(information, 'cardAccountList'),
  'read card account': body(information, 'oneCardAccount'),
  'read card account balances': body(information, 'cardAccountBalances'),
  'list card account transactions': body(information, 'cardTransactionList'),
  'create bank-offered consent': body(information, 'consentAsked'),
  'read user': body(information, 'user'),
  'list agreements': body(information, 'agreementList'),

  'set contact information': body(shared, 'tppContactKept'),
  'read contact information': body(shared, 'tppContactKept'),
  'delete contact information': nothing,

  'initialise sandbox': body(sandbox, 'world'),
  'list sandbox customers': body(sandbox, 'customers'),
  'create sandbox customer': body(sandbox, 'customer'),
  'read sandbox customer': body(sandbox, 'customer'),
  'delete sandbox customer': nothing,
  'list sandbox accounts': body(sandbox, 'accounts'),
  'create sandbox account': body(sandbox, 'account'),
  'read sandbox account': one(body(sandbox, 'arrayOfAccount')),
  'delete sandbox account': nothing,
  'update sandbox account balances': body(sandbox, 'account'),
  'create sandbox account transactions': body(sandbox, 'transactionsCreated'),
  'list sandbox account transactions': body(sandbox, 'transactions'),
  'read sandbox account transaction': body(sandbox, 'transaction'),
  'list sandbox card accounts': body(sandbox, 'cardAccounts'),
  'create sandbox card account': body(sandbox, 'cardAccount'),
  'read sandbox card account': body(sandbox, 'cardAccount'),
  'delete sandbox card account': nothing,
  'update sandbox card account balances': body(sandbox, 'cardAccount'),
  'create sandbox card account transactions': body(sandbox, 'cardTransactionsCreated'),
  'list sandbox card account transactions': body(sandbox, 'cardTransactions'),
  'list sandbox agreements': body(sandbox, 'agreements'),
  'create sandbox agreement': body(sandbox, 'agreement'),
  'read sandbox agreement': body(sandbox, 'agreement'),
  'delete sandbox agreement': nothing,
  'create sandbox engagement': body(sandbox, 'engagement'),
  'read sandbox engagement': body(sandbox, 'engagement'),
  'delete sandbox engagement': nothing,

  'approve SCA': sca,
  'decline SCA': sca,
  'abandon SCA': sca,
  'expire SCA': sca,
  'fail SCA': sca,
  'run batch': body(operator, 'batchRun'),
  'show clock': clock,
  'advance clock': clock,
  'set clock': clock,
  'reset clock': clock,
  'hold payment': moved,
  'release payment': moved,
  'reject payment': moved,
  'settle payment late': moved,
  'settle payment': moved,
  'take payment right': right,
  'give payment right': right,
  'take snapshot': body(operator, 'snapshot'),
  'restore snapshot': body(operator, 'restoredWorld'),
  'release TPP': body(operator, 'releasedTpp'),
  'grant consent': body(operator, 'consentGranted'),
  'revoke consent': nothing,
  'list faults': body(operator, 'faultList'),
  'add fault': body(operator, 'faultSet'),
  'clear faults': body(operator, 'faultsCleared'),
  'clear fault': body(operator, 'faultsCleared'),
} as const;

type Answers = typeof ANSWERS;

/** An operation that the client calls. */
export type AnsweredOperation = keyof Answers;

export const ANSWERED_OPERATIONS = Object.keys(ANSWERS) as readonly AnsweredOperation[];

/** What an operation answers. */
export type ResourceOf<Name extends AnsweredOperation> =
  Answers[Name] extends Answer<infer Resource> ? Resource : never;

/**
 * Reads the 2xx answer of an operation. What the bank says beside the interface stays in the resource.
 * @throws Fault ANSWER_INVALID that says what is missing
 * @see C-answer-invalid
 */
export async function readAnswer(operation: string, response: HttpResponse): Promise<unknown> {
  if (!isAnswered(operation)) throw new Error(`no schema for the answer of: ${operation}`);
  const { read, empty }: Answer<unknown> = ANSWERS[operation];
  const { status } = response;
  if (response.body.byteLength === 0 || status === 204) {
    if (empty !== undefined && (empty.status ?? status) === status) return empty.resource;
    throw new Fault('ANSWER_INVALID', `The bank's answer has no body (${status}).`, { status });
  }
  return read(parseAnswer(response), response);
}

function isAnswered(operation: string): operation is AnsweredOperation {
  return Object.hasOwn(ANSWERS, operation);
}

function parseAnswer(response: HttpResponse): unknown {
  try {
    return JSON.parse(Buffer.from(response.body).toString('utf8'));
  } catch {
    throw new Fault('ANSWER_INVALID', "The bank's answer isn't the interface's JSON.", {
      status: response.status,
    });
  }
}

import type { HttpResponse } from '../../src/message.ts';
import type { Said } from './model/state.ts';

/** What an answer says, in the words of the model. */

interface Message {
  readonly category: string;
  readonly code: string;
  readonly path?: string;
}

interface Listed {
  readonly booked?: readonly Moved[];
  readonly pending?: readonly Moved[];
}

interface Moved {
  readonly transactionAmount: { readonly amount: string };
}

/** The members that the model foretells, of all the shapes that answers have. */
interface Answered {
  readonly tppMessages?: readonly Message[];
  readonly transactionStatus?: Said['transactionStatus'];
  readonly scaStatus?: string;
  readonly fundsAvailable?: boolean;
  readonly _links?: Readonly<Record<string, unknown>>;
  readonly transactionFees?: { readonly amount: string; readonly currency: string };
  readonly transactionFeeIndicator?: boolean;
  readonly psuMessage?: string;
  readonly paymentRight?: boolean;
  readonly redirect?: string;
  readonly accounts?: readonly unknown[];
  readonly cardAccounts?: readonly unknown[];
  readonly agreements?: readonly unknown[];
  /** All of a world that was put back. */
  readonly customers?: readonly unknown[];
  readonly account?: object;
  readonly cardAccount?: object;
  readonly balances?: readonly { readonly balanceAmount: { readonly amount: string } }[];
  readonly transactions?: Listed;
  readonly cardTransactions?: Listed;
  readonly authorisationIds?: readonly string[];
  readonly payments?: readonly unknown[];
  readonly bankDay?: string;
  readonly settled?: number;
  readonly sent?: number;
  readonly waiting?: number;
  readonly rejected?: number;
  readonly held?: number;
}

export function textOf(answer: HttpResponse): string {
  return Buffer.from(answer.body).toString('utf8');
}

/** The refusal or redirect of an answer, as it is counted: `409 CONFLICT`, `redirect 401 SCA_INVALID`, `redirect ok`. */
export function codesOf({ status, errors = [], redirect }: Said): string[] {
  const codes = errors.map((error) => `${status} ${error.split(' ')[0]}`);
  if (redirect === undefined) return codes;
  return [...codes, `redirect ${redirect.startsWith('ok ') ? 'ok' : redirect}`];
}

export function seen(answer: HttpResponse): Said {
  const text = textOf(answer);
  const json = (text === '' ? {} : JSON.parse(text)) as Answered;
  const { transactionStatus, scaStatus, fundsAvailable, _links, redirect, psuMessage, paymentRight } = json;
  const listed = listedIn(json);
  const granted = grantedIn(json);
  const items = itemsIn(json);
  const balances = balancesIn(json);
  const transactions = transactionsIn(json);
  const errors = messages(json, 'ERROR');
  const warnings = messages(json, 'WARNING');
  return {
    status: answer.status,
    ...(errors.length > 0 ? { errors } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(transactionStatus === undefined ? {} : { transactionStatus }),
    ...(scaStatus === undefined ? {} : { scaStatus }),
    ...(isFundsLookedAt(json) && fundsAvailable !== undefined ? { fundsAvailable } : {}),
    ...(_links === undefined || Array.isArray(json) ? {} : { links: Object.keys(_links).sort().join(' ') }),
    ...(redirect === undefined ? {} : { redirect: leadsTo(redirect) }),
    ...(json.bankDay === undefined
      ? {}
      : {
          batch: `${json.bankDay} ${json.settled} ${json.sent} ${json.waiting} ${json.rejected} ${json.held}`,
        }),
    ...feesIn(json),
    ...(psuMessage === undefined ? {} : { tellsPsu: true }),
    ...(paymentRight === undefined ? {} : { right: paymentRight }),
    ...(granted === undefined ? {} : { granted }),
    ...(listed === undefined ? {} : { listed }),
    ...(items === undefined ? {} : { items }),
    ...(balances === undefined ? {} : { balances }),
    ...(transactions === undefined ? {} : { transactions }),
  };
}

/** The ids of a consent, which the operator is told with what became of the SCA or alone; a list has more of each. */
function grantedIn({ accounts }: Answered): number | undefined {
  return accounts?.every((id) => typeof id === 'string') ? accounts.length : undefined;
}

/** Of account information; the sandbox shows whole kroner. */
function balancesIn({ account, cardAccount, balances }: Answered): string | undefined {
  if ((account ?? cardAccount) === undefined) return undefined;
  return balances?.map(({ balanceAmount }) => Math.round(Number(balanceAmount.amount) * 100)).join(' ');
}

function transactionsIn({ transactions, cardTransactions }: Answered): string | undefined {
  const list = transactions ?? cardTransactions;
  return list && `${addedUp(list.booked)} ${addedUp(list.pending)}`;
}

function addedUp(entries: readonly Moved[] | undefined): number | 'none' {
  if (!entries) return 'none';
  const inOre = entries.map(({ transactionAmount }) => Math.round(Number(transactionAmount.amount) * 100));
  return inOre.reduce((total, amount) => total + amount, 0);
}

/** Accounts that a TPP is told of, or agreements. */
function toldOf({ accounts, cardAccounts, agreements, customers }: Answered): readonly unknown[] | undefined {
  if (customers !== undefined) return undefined;
  const list = accounts ?? cardAccounts ?? agreements;
  // Of no accounts nobody can say whether they were granted or listed.
  return accounts?.every((one) => typeof one === 'string') ? undefined : list;
}

/** Authorisations, or the payments of a basket; a bulk's are what was sent. */
function listedIn(json: Answered): number | undefined {
  const { authorisationIds, payments } = json;
  const isBasket = payments?.every((id) => typeof id === 'string');
  return (authorisationIds ?? (isBasket ? payments : undefined) ?? toldOf(json))?.length;
}

/** How the payments of a bulk stand, one after the other. */
function itemsIn({ payments }: Answered): string | undefined {
  if (!payments?.every((item): item is Answered => typeof item === 'object' && item !== null))
    return undefined;
  const told = payments.map((item) => {
    const funds = isFundsLookedAt(item) ? item.fundsAvailable : undefined;
    return [item.transactionStatus, funds ?? []].flat().join(' ');
  });
  return told.join(', ');
}

/** The fee, and that there is one: said together, or what is wrong with that. */
function feesIn({ transactionFees, transactionFeeIndicator }: Answered): Pick<Said, 'fees'> {
  if (transactionFees === undefined && transactionFeeIndicator !== true) return {};
  const written = transactionFees && `${transactionFees.amount} ${transactionFees.currency}`;
  return { fees: transactionFeeIndicator === true && written ? written : `only half is said: ${written}` };
}

function messages({ tppMessages = [] }: Answered, wanted: string): string[] {
  return tppMessages
    .filter(({ category }) => category === wanted)
    .map(({ code, path }) => (path === undefined ? code : `${code} ${path}`));
}

/** D4-status-body has it with ACTC, ACWC and ACCP, and false with an RJCT. */
function isFundsLookedAt({ transactionStatus, fundsAvailable }: Answered): boolean {
  if (transactionStatus === 'RJCT') return fundsAvailable === false;
  return ['ACTC', 'ACWC', 'ACCP'].includes(transactionStatus ?? '');
}

function leadsTo(redirect: string): string {
  const { searchParams } = new URL(redirect);
  const code = searchParams.get('code');
  if (code !== null) return `${searchParams.get('status')} ${code}`;
  return `ok ${searchParams.get('tpp-session-id')} ${searchParams.get('context')}`;
}

/** Told in one line, whatever the order of the members; which answer is repeated is looked at elsewhere. */
export function told({ repeats: _, ...said }: Said): string {
  return JSON.stringify(Object.fromEntries(Object.entries(said).sort(([a], [b]) => (a < b ? -1 : 1))));
}

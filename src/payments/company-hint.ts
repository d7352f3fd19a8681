import { getOperation } from '../client/operation.ts';
import type { Session } from '../client/session.ts';
import { type JsonObject, memberAt } from '../core/json-object.ts';
import { Fault } from '../errors.ts';
import { quoteForShell } from '../own-file.ts';
import { isCompanyRefused } from '../session/hints.ts';
import { extractBban } from '../values/iban.ts';
import type { SandboxAgreement } from '../wire/answers/sandbox.ts';
import { readMessages } from '../wire/errors.ts';

/** The maximum number of payers in a hint, which must be readable at a terminal. */
const MOST_PAYERS = 5;

/**
 * Adds the persons and agreements that can pay for a company to the refusal of the company's own number.
 * @param company its customerNumber
 * @param body the refused payment
 * @returns the unchanged fault for any other refusal, or if the bank doesn't list its agreements
 * @see C-company-payer
 */
export async function withCompanyHint(
  fault: unknown,
  session: Session,
  company: string,
  body: Uint8Array,
): Promise<unknown> {
  if (!(fault instanceof Fault)) return fault;
  if (!readMessages(fault.details.tppMessages).some(isCompanyRefused)) return fault;
  const agreements = await listAgreements(session, company);
  if (agreements === undefined) return fault;
  const hint = buildCompanyHint(company, agreements, readDebtorBban(body));
  return new Fault(fault.code, fault.message, { ...fault.details, hint });
}

/** Lists the agreements; returns none if the bank doesn't, because the payment's own refusal must still be reported. */
async function listAgreements(
  session: Session,
  company: string,
): Promise<readonly SandboxAgreement[] | undefined> {
  try {
    const { resource } = await session.lookUp(getOperation('list sandbox agreements'), undefined);
    return resource.filter(({ type, owner }) => type === 'CORPORATE' && owner === company);
  } catch (fault) {
    if (fault instanceof Fault) return undefined;
    throw fault;
  }
}

function buildCompanyHint(
  company: string,
  agreements: readonly SandboxAgreement[],
  debtor: string | undefined,
): string {
  const [first] = agreements;
  if (first === undefined) {
    const create = `psd2 sandbox agreement create --owner ${quoteForShell(company)} --name NAME`;
    return `A company pays through an agreement, and ${company} has none. Create one, and engage a person in it:\n${create}\n${buildEngageCommand('AGREEMENT')}`;
  }
  const all = agreements.flatMap(listPayers);
  const ofDebtor = all.filter(({ bban }) => bban === debtor);
  const payers = ofDebtor.length > 0 ? ofDebtor : all;
  if (payers.length === 0)
    return `A company pays through an agreement, and no person is engaged to pay in those of ${company}. Engage a person:\n${buildEngageCommand(first.agreementId)}`;
  const lines = payers.slice(0, MOST_PAYERS).map(({ person, agreementId, bban }) => {
    const from = bban === debtor ? '' : `--from-bban ${quoteForShell(bban)} `;
    return `${from}--as ${quoteForShell(person)} --agreement ${quoteForShell(agreementId)}`;
  });
  const more = payers.length > MOST_PAYERS ? ['To see all:', 'psd2 sandbox agreement list'] : [];
  const use = lines.length > 1 ? 'Use one of' : 'Use';
  return [`A company pays through an agreement. ${use}:`, ...lines, ...more].join('\n');
}

function buildEngageCommand(agreementId: string): string {
  return `psd2 sandbox engagement add ${quoteForShell(agreementId)} --customer NUMBER --account ACCOUNT --roles VIEW,REGISTER`;
}

/** Lists the persons with both roles, which a payment requires. @see D8-engaged-accounts */
function listPayers({ agreementId, engagements }: SandboxAgreement) {
  return engagements
    .filter(({ roles }) => roles.includes('VIEW') && roles.includes('REGISTER'))
    .map(({ customer, account: { iban } }) => ({
      person: customer,
      agreementId,
      bban: extractBban(iban) ?? iban,
    }));
}

function readDebtorBban(body: Uint8Array): string | undefined {
  const sent = JSON.parse(Buffer.from(body).toString('utf8')) as JsonObject;
  const [bban, iban] = ['bban', 'iban'].map((name) => memberAt(sent, `debtorAccount.${name}`));
  if (typeof bban === 'string') return bban;
  return typeof iban === 'string' ? extractBban(iban) : undefined;
}

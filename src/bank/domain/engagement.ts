/** What an engagement names, as the bank has it. */
export interface Engaged {
  readonly customerNumber: string;
  readonly account: EngagedAccount;
}

interface EngagedAccount {
  readonly id: string;
  readonly customerNumber: string;
  readonly iban: string;
}

export interface EngagementFault {
  readonly code: 'RESOURCE_UNKNOWN' | 'FORMAT_ERROR';
  readonly path: string;
  readonly text: string;
}

interface EngagementFacts {
  readonly customerNumber: string | undefined;
  readonly account: EngagedAccount | undefined;
  /** customerNumber of the agreement's owner; absent when that is not known itself. */
  readonly owner: string | undefined;
}

/**
 * What is wrong with an engagement that is well-formed.
 * @param at where it stands in the body, `engagements[3].`
 * @see D8-engagement-members
 */
export function engagementFaults(
  { customerNumber, account, owner }: EngagementFacts,
  at: string,
): readonly EngagementFault[] {
  const faults: EngagementFault[] = [];
  if (customerNumber === undefined) faults.push(unknownCustomer(`${at}customer`));
  const path = `${at}account.iban`;
  if (account === undefined) {
    const text = `${path} isn't an account in this sandbox: create the account first`;
    faults.push({ code: 'RESOURCE_UNKNOWN', path, text });
  } else if (owner !== undefined && account.customerNumber !== owner) {
    const text = `${path} must be an account of the agreement's owner, ${owner}`;
    faults.push({ code: 'FORMAT_ERROR', path, text });
  }
  return faults;
}

/** A customer is engaged for an account once, however it is named. */
export function repeatedFault(at: string, first: string): EngagementFault {
  const [path, before] = [at, first].map((place) => place.replace(/\.$/, '')) as [string, string];
  const text = `${path} has the same customer and account as ${before}: remove one of them`;
  return { code: 'FORMAT_ERROR', path, text };
}

/** What is wrong with who is to own an agreement. @see D8-agreement-members */
export function ownerFaults(
  owner: { readonly customerType: 'PRIVATE' | 'CORPORATE' } | undefined,
): readonly EngagementFault[] {
  if (owner === undefined) return [unknownCustomer('owner')];
  if (owner.customerType === 'CORPORATE') return [];
  const text = 'owner must be a CORPORATE customer: a private one has its agreement already';
  return [{ code: 'FORMAT_ERROR', path: 'owner', text }];
}

function unknownCustomer(path: string): EngagementFault {
  const text = `${path} isn't a customer's number or id: create the customer first`;
  return { code: 'RESOURCE_UNKNOWN', path, text };
}

/** KID: the reference that a Norwegian creditor gives on its invoices. @see D4-kid-required, D4-kid-check, D4-kid-mod11 */
export type KidMethod = 'MOD10' | 'MOD11';

export interface KidRule {
  /** The length of the whole KID, with the check character. */
  readonly length: number;
  readonly method: KidMethod;
}

/** The KID policy of a creditor account. */
export interface KidPolicy {
  readonly use: 'none' | 'allowed' | 'required';
  /** Up to three; a KID must fit one of them. */
  readonly rules: readonly KidRule[];
}

export interface StructuredReference {
  readonly reference: string;
  readonly referenceType?: string | undefined;
  readonly referenceIssuer?: string | undefined;
}

/** The members of a payment that may contain a KID. */
export interface RemittanceReference {
  readonly remittanceInformationStructured?: StructuredReference | undefined;
  readonly remittanceInformationStructuredArray?: readonly StructuredReference[] | undefined;
}

const FORMS: Readonly<Record<KidMethod, RegExp>> = { MOD10: /^[0-9]{2,25}$/, MOD11: /^[0-9]{1,24}[0-9-]$/ };

/** Returns the digits from the right, as both methods weigh them. */
function fromRight(digits: string): number[] {
  return [...digits].reverse().map(Number);
}

function computeLuhn(digits: string): string {
  const sum = fromRight(digits).reduce((total, digit, place) => {
    const weighed = place % 2 === 0 ? digit * 2 : digit;
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

function computeMod11(digits: string): string {
  const sum = fromRight(digits).reduce((total, digit, place) => total + digit * (2 + (place % 6)), 0);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? '-' : String(check);
}

/** Computes the check character of a KID: a digit, or `-` for the ten of MOD11. */
export function computeKidCheckCharacter(method: KidMethod, digits: string): string {
  return method === 'MOD10' ? computeLuhn(digits) : computeMod11(digits);
}

/** Checks whether a text of 2 to 25 characters ends in its check character. */
export function isKid(text: string, method: KidMethod): boolean {
  return FORMS[method].test(text) && text.at(-1) === computeKidCheckCharacter(method, text.slice(0, -1));
}

/**
 * Lists the references of a payment that may be KIDs: of type SCOR, or of no type and no issuer. The single object
 * counts as one item; if both are present, the array takes precedence.
 * @see D4-kid-candidates
 */
export function listKidCandidates(remittance: RemittanceReference): string[] {
  const single = remittance.remittanceInformationStructured;
  const items = remittance.remittanceInformationStructuredArray ?? (single ? [single] : []);
  return items
    .filter(
      ({ referenceType, referenceIssuer }) =>
        referenceType === 'SCOR' || (referenceType === undefined && referenceIssuer === undefined),
    )
    .map(({ reference }) => reference);
}

/**
 * Checks a payment's KID by the creditor account's policy; undefined if it is accepted.
 * @param policy the account's entry; without one nothing is checked.
 * @see I-kid-error, D4-kid-verdict
 */
export function checkKid(
  policy: KidPolicy | undefined,
  remittance: RemittanceReference,
): 'KID_MISSING' | 'KID_INVALID' | undefined {
  if (policy === undefined) return undefined;
  const [kid, ...more] = listKidCandidates(remittance);
  if (kid === undefined) return policy.use === 'required' ? 'KID_MISSING' : undefined;
  if (policy.use === 'none' || more.length > 0) return 'KID_INVALID';
  const fits = policy.rules.some(({ length, method }) => kid.length === length && isKid(kid, method));
  return fits ? undefined : 'KID_INVALID';
}

/** A creditor account for whose references the bank has rules. */
interface KidCreditor extends KidPolicy {
  readonly bban: string;
}

/** @see D8-kid-entries */
export const KID_CREDITORS: readonly KidCreditor[] = [
  {
    bban: '99911200011',
    use: 'required',
    rules: [
      { length: 12, method: 'MOD10' },
      { length: 16, method: 'MOD10' },
    ],
  },
  {
    bban: '99920100011',
    use: 'allowed',
    rules: [
      { length: 8, method: 'MOD11' },
      { length: 12, method: 'MOD11' },
    ],
  },
  { bban: '99930700017', use: 'none', rules: [] },
];

/** Checks whether the fixed register of KID creditors has a number; other policies belong to accounts. */
export function isKidCreditor(bban: string): boolean {
  return KID_CREDITORS.some((one) => one.bban === bban);
}

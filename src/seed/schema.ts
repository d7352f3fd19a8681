import * as z from 'zod/mini';
import { AGREEMENT_ROLES } from '../values/agreement-roles.ts';
import { CASH_ACCOUNT_TYPES, type CashAccountType } from '../values/cash-account-types.ts';
import { CURRENCIES, type Currency } from '../values/currencies.ts';
import { checkBban } from '../values/iban.ts';
import { INT32_MAX } from '../values/int32.ts';
import { parseSafely } from '../wire/field.ts';
import { NAME_LIMIT } from '../wire/sandbox.ts';
import { type Faults, LocatedValue, type SeedDocument } from './faults.ts';
import {
  createAmount,
  createBoolean,
  createFilledText,
  createFormedText,
  createListSchema,
  createMembersSchema,
  createOneOf,
  createOptionalText,
  createWholeNumber,
  date,
  joinWords,
  readWords,
} from './members.ts';

const TEXT_LIMIT = 140;
const MASKED_PAN_LIMIT = 35;
const MOST_GENERATED = 1_000_000;
const MOST_KID_RULES = 3;

const currency = createOneOf(CURRENCIES as [Currency, ...Currency[]], 'a currency code, such as NOK');

function createBbanSchema(remedy: string) {
  return createFormedText('a bban in quotes', checkBban, { pattern: '^[0-9]{11}$', remedy });
}

/** One transaction of an account: an item of a list, a line of NDJSON, or a row of CSV. @see C-seed-same */
export const transactionSchema = createMembersSchema({
  date,
  amount: createAmount('a whole number above 0', 1),
  direction: createOneOf(['in', 'out'], 'in or out'),
  text: createOptionalText('a text', TEXT_LIMIT),
  counterparty: z.optional(
    createMembersSchema({
      name: createOptionalText('a name', NAME_LIMIT),
      bban: z.optional(createBbanSchema('Correct the number, or leave bban out')),
    }),
  ),
});

const cardTransaction = createMembersSchema({
  date,
  amount: createAmount('a whole number'),
  text: createOptionalText('a text', TEXT_LIMIT),
  mcc: z.optional(
    createFormedText(
      'a merchant category code in quotes',
      (text) => (/^[0-9]{4}$/.test(text) ? undefined : "isn't four digits"),
      {
        pattern: '^[0-9]{4}$',
        remedy: 'Write four digits in quotes, such as "5411"',
      },
    ),
  ),
});

const kidRule = createMembersSchema({
  length: createWholeNumber(2, 25, 'the number of characters, 2 to 25'),
  method: createOneOf(['MOD10', 'MOD11'], 'MOD10 or MOD11'),
});

/** @see D4-kid-none */
const kid = z.union(
  [
    z.literal('none'),
    createMembersSchema({
      required: createBoolean('Whether a payment to the account must have a KID'),
      rules: createListSchema(kidRule, 'KID rules').check(
        z.minLength(1, joinWords('is empty', 'Write a rule: length and method')),
        z.maxLength(MOST_KID_RULES, joinWords(`has more than ${MOST_KID_RULES} rules`, 'Remove the others')),
      ),
    }),
  ],
  { error: () => joinWords("isn't a KID policy", 'Write none, or a map with required and rules') },
);

/** @see C-seed-generated */
const generate = createMembersSchema({
  transactions: createWholeNumber(1, MOST_GENERATED, 'how many'),
  from: date,
  to: date,
  seed: createWholeNumber(0, INT32_MAX, 'a whole number: the same one gives the same transactions'),
});

const account = createMembersSchema({
  name: createFilledText('a name that no other of its owner has', NAME_LIMIT),
  bban: z.optional(createBbanSchema('Correct the number, or leave bban out and the bank makes one')),
  currency,
  product: z.optional(createFilledText('the name of a product')),
  cashAccountType: z.optional(
    createOneOf(
      CASH_ACCOUNT_TYPES as [CashAccountType, ...CashAccountType[]],
      `one of ${CASH_ACCOUNT_TYPES.join(' ')}`,
    ),
  ),
  creditLine: z.optional(createAmount('how far below 0 the account may go, in whole units', 0)),
  balance: z.optional(createAmount('the balance after all transactions, in whole units')),
  kid: z.optional(kid),
  transactions: z.optional(createListSchema(transactionSchema, 'transactions')),
  transactionsFile: z.optional(createFilledText("an .ndjson or .csv file in the seed file's folder")),
  generate: z.optional(generate),
});

const card = createMembersSchema({
  maskedPan: createFilledText('a masked card number in quotes', MASKED_PAN_LIMIT),
  currency,
  creditLimit: createAmount('the credit limit in whole units'),
  balance: z.optional(createAmount('the balance in whole units')),
  name: z.optional(createFilledText('a name', NAME_LIMIT)),
  product: z.optional(createFilledText('the name of a product')),
  transactions: z.optional(createListSchema(cardTransaction, 'card transactions')),
});

const customer = createMembersSchema({
  number: createFilledText('a national identity or organisation number in quotes'),
  name: createFilledText('a name'),
  type: createOneOf(['PRIVATE', 'CORPORATE'], 'PRIVATE or CORPORATE'),
  accounts: z.optional(createListSchema(account, 'accounts')),
  cards: z.optional(createListSchema(card, 'cards')),
});

const engagement = createMembersSchema({
  customer: createFilledText('the number of a customer in quotes'),
  account: createFilledText("the name of an account of the agreement's owner"),
  roles: createListSchema(createOneOf([...AGREEMENT_ROLES], 'VIEW or REGISTER'), 'roles').check(
    z.minLength(1, joinWords('is empty', 'Write VIEW, REGISTER, or both')),
  ),
  registerLimit: z.optional(createAmount('a limit in whole units')),
  approvalLimit: z.optional(createAmount('a limit in whole units')),
});

const agreement = createMembersSchema({
  owner: createFilledText('the number of a CORPORATE customer in quotes'),
  name: createFilledText('a name that no other of its owner has'),
  engagements: z.optional(createListSchema(engagement, 'engagements')),
});

/** A seed file. @see C-seed-file */
export const seedFile = createMembersSchema({
  version: z.literal(1, { error: () => joinWords("isn't 1", 'Write version: 1') }),
  customers: z.optional(createListSchema(customer, 'customers')),
  agreements: z.optional(createListSchema(agreement, 'agreements')),
});

export type FileTransaction = z.infer<typeof transactionSchema>;
export type FileKid = z.infer<typeof kid>;
export type FileGenerate = z.infer<typeof generate>;
export type FileAccount = z.infer<typeof account>;
export type FileCard = z.infer<typeof card>;
export type FileCustomer = z.infer<typeof customer>;
export type FileEngagement = z.infer<typeof engagement>;
export type FileAgreement = z.infer<typeof agreement>;
export type SeedFile = z.infer<typeof seedFile>;

const TOO_MANY = joinWords(
  'has more mistakes than can be listed',
  'Check the first half of the file by itself',
);

/**
 * Validates a parsed seed file by its schema; undefined when it has faults.
 * @see C-seed-file
 */
export function validateFile(document: SeedDocument, faults: Faults): LocatedValue<SeedFile> | undefined {
  const parsed = parseSafely(seedFile, document.value, TOO_MANY);
  if (parsed.success) return new LocatedValue(parsed.data, document);
  const whole = new LocatedValue(document.value, document);
  const wrong = listWrongMembers(parsed.error.issues);
  const meant = new Set(wrong.map(({ path, remedy }) => `${describeSiblings(path)} ${remedy}`));
  for (const one of wrong) {
    if (faults.isFull) break;
    if (!isMistyped(one, meant)) faults.add(whole, one.path, one.fault, one.remedy);
  }
  return undefined;
}

export interface WrongMember {
  readonly path: readonly PropertyKey[];
  /** Worded to follow the member's name, without a full stop. */
  readonly fault: string;
  readonly remedy: string;
}

/** Lists the faults that a schema of `members.ts` found. */
export function listWrongMembers(issues: readonly z.core.$ZodIssue[]): readonly WrongMember[] {
  return issues.flatMap((issue): readonly WrongMember[] => {
    if (issue.code === 'invalid_union') {
      const inside = selectBranch(issue.errors);
      if (inside !== undefined)
        return listWrongMembers(inside).map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
    }
    const told = readWords(issue.message);
    if (issue.code !== 'unrecognized_keys') return told.map((one) => ({ ...one, path: issue.path }));
    return told.map((one, place) => ({ ...one, path: [...issue.path, issue.keys[place] ?? ''] }));
  });
}

/** Selects the branch of a union whose only faults are inside its members. */
function selectBranch(
  branches: readonly (readonly z.core.$ZodIssue[])[],
): readonly z.core.$ZodIssue[] | undefined {
  return branches.find((issues) => {
    const [first] = issues;
    return first !== undefined && (first.path.length > 0 || first.code === 'unrecognized_keys');
  });
}

/** Checks whether a member is missing because its name is mistyped, which is reported already. */
function isMistyped({ path, fault }: WrongMember, meant: ReadonlySet<string>): boolean {
  return (
    fault === 'is missing' && meant.has(`${describeSiblings(path)} Did you mean ${String(path.at(-1))}?`)
  );
}

function describeSiblings(path: readonly PropertyKey[]): string {
  return path.slice(0, -1).join('.');
}

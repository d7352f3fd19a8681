import { Args, Flags } from './flags.ts';

/** Arguments of the commands of sandbox data: one that is left out is asked for where a person is there. */
export const customerArg = {
  customer: Args.string({ description: 'The customer, by id or number.' }),
};

export const accountArg = {
  account: Args.string({ description: 'The account, by id, bban or IBAN.' }),
};

/** Of the payment right, which a card has too. */
export const payingAccountArg = {
  account: Args.string({ description: 'The account or card account, by id, bban, IBAN or masked PAN.' }),
};

/** @see C-operator-commands */
export const paymentArg = {
  id: Args.string({ description: 'The payment or bulk, by paymentId.', required: true }),
};

export const cardArg = {
  card: Args.string({ description: 'The card account, by id, masked PAN or reference.' }),
};

export const agreementArg = {
  agreement: Args.string({ description: 'The agreement, by id.' }),
};

export const engagementArgs = {
  ...agreementArg,
  engagement: Args.string({ description: 'The engagement, by id.' }),
};

/** Help tells first what is required. */
const OPTIONAL = 'OPTIONAL';

/** One that is asked for where it is missing and a person is there. */
export function required(description: string, helpValue: string) {
  return Flags.string({ description, helpValue });
}

export function optional(description: string, helpValue: string) {
  return Flags.string({ description, helpValue, helpGroup: OPTIONAL });
}

/** The whole body from a file, in place of the flags. @see C-file-unchanged */
export function fileFlag(what: string) {
  return {
    file: Flags.string({
      description: `${what} as JSON from a file, or - for stdin. Sent unchanged.`,
      helpValue: 'FILE',
      helpGroup: OPTIONAL,
    }),
  };
}

/** How many a bank lists where nobody says it. @see D8-transaction-list */
export const USUAL_LIMIT = 200;

/** Which part of a list of transactions. */
export const rangeFlags = {
  from: Flags.string({ description: 'First booking date.', helpValue: 'YYYY-MM-DD' }),
  to: Flags.string({ description: 'Last booking date.', helpValue: 'YYYY-MM-DD' }),
  offset: Flags.integer({ description: 'How many to skip.', helpValue: 'N', min: 0 }),
  limit: Flags.integer({
    description: `How many to list, up to 1000. Default: ${USUAL_LIMIT}.`,
    helpValue: 'N',
    min: 1,
    max: 1000,
  }),
};

import type { Explanation } from '../wire/explanations.ts';

/** The explanations of words and abbreviations that a newcomer meets first. @see C-explain */
export const TERMS: Readonly<Record<string, Explanation>> = {
  PSU: {
    means: "payment service user: the bank's customer, a person or an employee who acts for a company",
    next: 'Name the PSU with --as. To see the PSUs of the test bank: psd2 sandbox customer list',
  },
  TPP: {
    means: "third-party provider: the company whose software calls the bank on the PSU's behalf; that's you",
    next: 'To see what the bank reads about you in your certificate: psd2 cert inspect',
  },
  ASPSP: {
    means: 'account servicing payment service provider: the bank',
    next: 'To see which bank your profile talks to: psd2 profile show',
  },
  SCA: {
    means: 'strong customer authentication: the PSU proves who they are and approves, at the bank',
    next: 'Open the scaRedirect link. In a sandbox, --sca approve or psd2 sca approve ID plays the PSU.',
  },
  AISP: {
    means: 'TPP that reads accounts (role PSP_AI)',
    next: 'Start with: psd2 accounts list',
  },
  PISP: {
    means: 'TPP that initiates payments (role PSP_PI)',
    next: 'Start with: psd2 payments create --domestic --example',
  },
  BBAN: {
    means: 'national account number: in Norway 11 digits, of which the last is a check digit',
    next: 'Dots and blanks are ignored: --to-bban 8601.11.17947',
  },
  IBAN: {
    means: 'international account number: in Norway NO, two check digits and the BBAN',
    next: 'Norwegian accounts are named by BBAN or IBAN, accounts abroad by IBAN: --to-iban',
  },
  BIC: {
    means: 'the international identifier of a bank, 8 or 11 characters',
    next: "Take it from the creditor's invoice, and give it in a cross-border payment with --to-agent.",
  },
  KID: {
    means:
      'customer identification number on a Norwegian invoice: 2 to 25 digits, the last a check digit or -',
    next: "Pay with --kid in place of a text. Some creditors' accounts require one.",
  },
  QWAC: {
    means: "a TPP's eIDAS certificate for TLS: the bank checks it when the connection is made",
    next: 'To check yours: psd2 cert lint',
  },
  QSealC: {
    means: "a TPP's eIDAS certificate for signatures: the bank checks the Signature header with it",
    next: 'To check yours: psd2 cert lint',
  },
};

import type { Purpose } from '../../../domain/authorisation.ts';
import type { Html } from '../html.ts';

/** What the PSU reads of one purpose. */
export interface PurposeWords {
  /** Ends the sentence that tells what comes once they have identified. */
  readonly ahead: string;
  /** The step between who they are and yes or no. */
  readonly step: string;
  readonly check: string;
  readonly confirm: string;
  readonly confirmButton: string;
  readonly declineButton: string;
}

/** A page from which no form leads on. */
export interface ClosedWords {
  readonly heading: string;
  readonly text: string;
  /** What to do now. */
  readonly next: string;
}

/**
 * Every word of the site's pages in one language. Names, messages and numbers come in as HTML, marked as what others
 * wrote.
 * @see D6-site-languages
 */
export interface SiteWords {
  /** For `lang` and Content-Language. */
  readonly language: string;
  readonly bank: string;
  readonly askedBy: (tpp: Html) => Html;
  readonly footer: string;
  /** Where on the way a page is. */
  readonly steps: {
    readonly identify: string;
    readonly confirm: string;
    readonly place: (step: number, of: number) => string;
  };
  /** Before the title of a page that says what was wrong. */
  readonly error: string;
  readonly purposes: Readonly<Record<Purpose, PurposeWords>>;
  readonly identify: {
    readonly heading: string;
    readonly label: string;
    readonly hint: string;
    /** Only the customer that the headers named. */
    readonly only: string;
    readonly wrong: (triesLeft: number) => string;
    /** A company without an agreement to act in. */
    readonly needsPerson: string;
    readonly button: string;
  };
  readonly context: {
    readonly heading: string;
    /** By what there is to choose from. */
    readonly agreementsOnly: string;
    readonly withAgreements: string;
    readonly withoutAgreements: string;
    readonly asCompany: string;
    readonly forMyself: string;
    readonly forCompany: (name: Html) => Html;
    readonly actingFor: (name: Html) => Html;
  };
  readonly continueButton: string;
  readonly app: {
    readonly heading: string;
    readonly text: string;
    readonly confirm: string;
    readonly confirmForMyself: string;
    readonly confirmFor: (name: Html) => Html;
    readonly continueButton: string;
  };
  readonly payment: PaymentWords;
  readonly consent: ConsentWords;
  readonly session: { readonly asks: (tpp: Html) => Html; readonly nothing: string };
  readonly closed: {
    readonly unknownLink: ClosedWords;
    readonly otherBrowser: ClosedWords;
    readonly stale: ClosedWords & { readonly link: string };
    readonly finished: ClosedWords;
    readonly unreadable: ClosedWords;
    readonly bankFailed: ClosedWords;
    readonly bankBusy: ClosedWords;
  };
}

/** Of the accounts that a TPP may show. */
export interface ConsentWords {
  readonly asks: (tpp: Html) => Html;
  readonly howLong: string;
  readonly accounts: string;
  readonly cards: string;
  readonly noAccounts: string;
  /** The list is another one than it was on the page. */
  readonly changed: string;
  readonly shows: (tpp: Html) => Html;
  readonly showsNothing: (tpp: Html) => Html;
  /** Of what was granted before. */
  readonly ends: string;
}

/** Of a payment on its page. */
export interface PaymentWords {
  readonly none: string;
  readonly count: (payments: number) => string;
  readonly amount: string;
  readonly fee: string;
  readonly to: string;
  readonly creditorAgent: string;
  readonly from: string;
  readonly executionDate: string;
  readonly movedFrom: (date: string) => string;
  readonly firstPayment: string;
  readonly repeated: string;
  readonly lastDay: string;
  readonly reference: string;
  readonly message: string;
  /** Between units and fraction digits. */
  readonly decimalSign: string;
  readonly months: readonly string[];
  readonly date: (day: number, month: string, year: string) => string;
  /** Of a periodic payment. @see D4-periodic-frequency */
  readonly frequencies: Readonly<Record<string, string>>;
  readonly inMonths: (months: string) => string;
  readonly onDay: (day: string) => string;
  /** When the bank is closed. @see D4-periodic-frequency */
  readonly whenClosed: Readonly<Record<'following' | 'preceding', string>>;
}

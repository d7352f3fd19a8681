import { type Html, renderHtml } from '../html.ts';

const OPEN_AGAIN = 'Open the link again in a moment to continue where you were.';

/**
 * The texts of the site's pages in English. Names, messages and numbers are passed as HTML that marks them as external
 * text.
 * @see D6-site-languages
 */
export const EN = {
  /** The value for `lang` and Content-Language. */
  language: 'en',
  bank: 'Testbanken',
  readResponsePolicy: (tpp: Html) => renderHtml`Request from ${tpp}`,
  footer: 'This is the bank’s sandbox: no real money moves.',
  /** The names of the steps and the position of a page among them. */
  steps: {
    identify: 'Identify',
    confirm: 'Confirm',
    place: (step: number, of: number) => `Step ${step} of ${of}`,
  },
  /** The prefix of the title of an error page. */
  error: 'Error',
  purposes: {
    payment: {
      /** The announcement of the page after the identification. */
      ahead: 'Next, you’ll see the payment you’re asked to approve.',
      /** The name of the step between identification and confirmation. */
      step: 'Check',
      check: 'Check the payment',
      confirm: 'Confirm the payment',
      confirmButton: 'Confirm payment',
      declineButton: 'Decline',
    },
    cancellation: {
      ahead: 'Next, you’ll see the payment you’re asked to cancel.',
      step: 'Check',
      check: 'Check the payment to be cancelled',
      confirm: 'Cancel this payment?',
      confirmButton: 'Cancel the payment',
      declineButton: 'Keep the payment',
    },
    basket: {
      ahead: 'Next, you’ll see the payments you’re asked to approve.',
      step: 'Check',
      check: 'Check the payments',
      confirm: 'Confirm the payments',
      confirmButton: 'Confirm payments',
      declineButton: 'Decline',
    },
    consent: {
      ahead: 'Next, you’ll choose which accounts to share.',
      step: 'Choose',
      check: 'Choose the accounts to share',
      confirm: 'Confirm the accounts you share',
      confirmButton: 'Confirm',
      declineButton: 'Decline',
    },
    session: {
      ahead: 'Next, you’ll see what you’re asked for.',
      step: 'Check',
      check: 'Check what you’re asked for',
      confirm: 'Confirm who you are',
      confirmButton: 'Confirm',
      declineButton: 'Decline',
    },
  },
  identify: {
    heading: 'Enter your customer number',
    label: 'Customer number',
    hint: 'The number of one of the sandbox’s customers. You don’t need a password.',
    /** Shown if the headers identified the customer. */
    only: 'Only the customer named in the request can continue.',
    wrong: (left: number) =>
      `That isn’t the right customer number. You have ${left === 1 ? 'one try' : `${left} tries`} left.`,
    /** Shown for a company without an agreement to act in. */
    needsPerson:
      'That’s the number of a company. Log in as a person who has an agreement with the bank to act for it.',
    button: 'Continue',
  },
  context: {
    heading: 'Who are you acting for?',
    /** Shown if only agreements can be chosen. */
    agreementsOnly: 'Choose the company’s agreement with the bank.',
    withAgreements: 'Choose yourself, or a company’s agreement with the bank.',
    withoutAgreements: 'You don’t have an agreement with the bank that lets you act for a company.',
    asCompany:
      'You’ve logged in as a company. Choose its agreement with the bank. A company can’t act without one: otherwise, log in as a person who has an agreement.',
    forMyself: 'For myself (private)',
    forCompany: (name: Html) => renderHtml`For ${name} (corporate)`,
    actingFor: (name: Html) => renderHtml`You are acting for ${name} (corporate).`,
  },
  continueButton: 'Continue',
  app: {
    heading: 'Continue in the app',
    text: 'The bank’s app knows who you are, so you don’t need a customer number.',
    confirm: 'Confirm in the app',
    confirmForMyself: 'Confirm in the app for myself',
    confirmFor: (name: Html) => renderHtml`Confirm in the app for ${name}`,
    continueButton: 'Continue in the app',
  },
  payment: {
    none: 'There are no payments waiting for you any more. They’ve been booked or have ended.',
    count: (payments: number) => `Total of ${payments} payments`,
    amount: 'Amount',
    fee: 'Fee',
    to: 'To',
    creditorAgent: 'Recipient’s bank',
    from: 'From',
    executionDate: 'Execution date',
    movedFrom: (date: string) => `moved from ${date}`,
    firstPayment: 'First payment',
    repeated: 'Repeated',
    lastDay: 'Last day',
    reference: 'KID or reference',
    message: 'Message',
    /** The sign between units and fraction digits. */
    decimalSign: '.',
    months: [
      ...['January', 'February', 'March', 'April', 'May', 'June'],
      ...['July', 'August', 'September', 'October', 'November', 'December'],
    ],
    date: (day: number, month: string, year: string) => `${day} ${month} ${year}`,
    /** The names of the frequencies of a periodic payment. @see D4-periodic-frequency */
    frequencies: {
      Daily: 'every day',
      Weekly: 'every week',
      EveryTwoWeeks: 'every two weeks',
      Monthly: 'every month',
      EveryTwoMonths: 'every two months',
      Quarterly: 'every quarter',
      SemiAnnual: 'every half year',
      Annual: 'every year',
    } as Readonly<Record<string, string>>,
    inMonths: (months: string) => `in ${months}`,
    onDay: (day: string) => `on day ${day}`,
    /** The texts for days on which the bank is closed. @see D4-periodic-frequency */
    whenClosed: {
      following: 'on the next bank day when the bank is closed',
      preceding: 'on the previous bank day when the bank is closed',
    },
  },
  consent: {
    asks: (tpp: Html) =>
      renderHtml`${tpp} is asking to see the name, number, balance and transactions of your accounts. Select the ones you want to share.`,
    howLong:
      'This applies until you withdraw it with the bank. You’ll have to confirm who you are again after 180 days.',
    accounts: 'Accounts',
    cards: 'Cards',
    noAccounts: 'You don’t have any accounts to share.',
    /** Shown if the list of accounts has changed since the page was rendered. */
    changed: 'Your accounts have changed. Check your selection and continue.',
    shows: (tpp: Html) =>
      renderHtml`${tpp} will be able to see the name, number, balance and transactions of:`,
    showsNothing: (tpp: Html) => renderHtml`${tpp} won’t be able to see any accounts.`,
    /** The note about an earlier consent. */
    ends: 'Anything you shared before will be withdrawn.',
  },
  session: {
    asks: (tpp: Html) =>
      renderHtml`${tpp} is asking the bank who you are. It gets an ID for you that works only there, and can send requests on your behalf for one hour.`,
    nothing: 'You’re not approving a payment or sharing an account.',
  },
  closed: {
    unknownLink: {
      heading: 'Unknown link',
      text: 'The bank has no request at this address.',
      next: 'Check that you copied the whole link. If you did, go back to where you came from and start again.',
    },
    otherBrowser: {
      heading: 'Opened in another browser',
      text: 'This link was first opened in another browser and works only there.',
      next: 'Nothing was changed. Continue in the browser where you first opened the link. If that’s this browser, allow it to save cookies from this site.',
    },
    stale: {
      heading: 'This page is out of date',
      text: 'You submitted an earlier version of this page.',
      next: 'Nothing was changed.',
      link: 'Continue from where you are',
    },
    finished: {
      heading: 'This request is closed',
      text: 'This link can’t be used any more.',
      next: 'You can close this page. To see the result, go back to where you came from.',
    },
    unreadable: {
      heading: 'We couldn’t read the form',
      text: 'Nothing was changed.',
      next: 'Open the link again and fill in the form.',
    },
    bankFailed: {
      heading: 'Something went wrong',
      text: 'There’s a problem at the bank. It’s not your fault.',
      next: OPEN_AGAIN,
    },
    bankBusy: { heading: 'The bank is busy', text: 'The bank can’t answer right now.', next: OPEN_AGAIN },
  },
};

/** The texts of the site's pages in one language. @see D6-site-languages */
export type SiteWords = typeof EN;

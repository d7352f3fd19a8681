import { html } from '../html.ts';
import type { SiteWords } from './words.ts';

const OPEN_AGAIN = 'Open the link again in a moment: it shows where you are.';

export const EN: SiteWords = {
  language: 'en',
  bank: 'Your bank',
  askedBy: (tpp) => html`asked by ${tpp}`,
  footer: 'This is the bank’s sandbox: no real money moves.',
  error: 'Error',
  purposes: {
    payment: {
      ahead: 'Then you see the payment that you are asked to approve.',
      check: 'Check the payment',
      confirm: 'Confirm the payment',
      confirmButton: 'Confirm payment',
      declineButton: 'Decline',
    },
    cancellation: {
      ahead: 'Then you see the payment that you are asked to cancel.',
      check: 'Check the payment that is to be cancelled',
      confirm: 'Cancel this payment?',
      confirmButton: 'Cancel the payment',
      declineButton: 'Keep the payment',
    },
    basket: {
      ahead: 'Then you see the payments that you are asked to approve.',
      check: 'Check the payments',
      confirm: 'Confirm the payments',
      confirmButton: 'Confirm payments',
      declineButton: 'Decline',
    },
    consent: {
      ahead: 'Then you choose which accounts to show.',
      check: 'Choose the accounts to show',
      confirm: 'Confirm which accounts are shown',
      confirmButton: 'Confirm',
      declineButton: 'Decline',
    },
    session: {
      ahead: 'Then you see what you are asked for.',
      check: 'Check what you are asked for',
      confirm: 'Confirm who you are',
      confirmButton: 'Confirm',
      declineButton: 'Decline',
    },
  },
  identify: {
    heading: 'Enter your customer number',
    label: 'Customer number',
    hint: 'The number of one of the sandbox’s customers; there is no password.',
    only: 'Only the customer that the request names can go on.',
    wrong: (left) =>
      `That is not the right customer number. ${left === 1 ? 'One try remains' : `${left} tries remain`}.`,
    button: 'Continue',
  },
  context: {
    heading: 'For whom do you act?',
    agreementsOnly: 'Choose the agreement in which you act for a company.',
    withAgreements: 'Choose yourself, or the agreement in which you act for a company.',
    withoutAgreements: 'There is no agreement with the bank in which you could act for a company.',
    forMyself: 'For myself (private)',
    forCompany: (name) => html`For ${name} (corporate)`,
    actingFor: (name) => html`You act for ${name} (corporate).`,
  },
  continueButton: 'Continue',
  app: {
    heading: 'Continue in the app',
    text: 'The bank’s app knows you: it asks for no customer number.',
    confirm: 'Confirm in the app',
    confirmForMyself: 'Confirm in the app for myself',
    confirmFor: (name) => html`Confirm in the app for ${name}`,
    continueButton: 'Continue in the app',
  },
  payment: {
    none: 'No payment waits for you any more: they were booked or ended meanwhile.',
    count: (payments) => `${payments} payments.`,
    amount: 'Amount',
    fee: 'Fee',
    to: 'To',
    creditorAgent: 'Bank of the creditor',
    from: 'From',
    executionDate: 'Execution date',
    movedFrom: (date) => `moved from ${date}`,
    firstPayment: 'First payment',
    repeated: 'Repeated',
    lastDay: 'Last day',
    reference: 'KID or reference',
    message: 'Message',
    decimalSign: '.',
    months: [
      ...['January', 'February', 'March', 'April', 'May', 'June'],
      ...['July', 'August', 'September', 'October', 'November', 'December'],
    ],
    date: (day, month, year) => `${day} ${month} ${year}`,
    frequencies: {
      Daily: 'every day',
      Weekly: 'every week',
      EveryTwoWeeks: 'every two weeks',
      Monthly: 'every month',
      EveryTwoMonths: 'every two months',
      Quarterly: 'every quarter',
      SemiAnnual: 'every half year',
      Annual: 'every year',
    },
    inMonths: (months) => `in ${months}`,
    onDay: (day) => `on day ${day}`,
    whenClosed: {
      following: 'on the following bank day when the bank is closed',
      preceding: 'on the preceding bank day when the bank is closed',
    },
  },
  consent: {
    asks: (tpp) =>
      html`${tpp} asks to show accounts. Tick those that you allow: their name, number, balance and transactions.`,
    howLong:
      'This holds until you take it back with the bank. After 180 days you must have identified again.',
    accounts: 'Accounts',
    cards: 'Cards',
    noAccounts: 'You have no accounts that could be shown.',
    changed: 'The accounts have changed meanwhile. Check what you have ticked, and continue.',
    shows: (tpp) => html`${tpp} may show the name, number, balance and transactions of:`,
    showsNothing: (tpp) => html`${tpp} may show no account.`,
    ends: 'What you have allowed before is taken back with it.',
  },
  session: {
    asks: (tpp) =>
      html`${tpp} asks the bank who you are. It gets an id that stands for you there, and can send requests for you for one hour.`,
    nothing: 'No payment is approved, and no account is shown to it.',
  },
  closed: {
    unknownLink: {
      heading: 'Unknown link',
      text: 'The bank has no authorisation at this address. Look whether the link was copied whole.',
    },
    otherBrowser: {
      heading: 'Opened in another browser',
      text: 'This link was opened in another browser before, and can be used only there.',
      next: 'Nothing was changed. Go on in the browser that opened the link first, and let it keep cookies of this site.',
    },
    stale: {
      heading: 'An old page',
      text: 'The form came from a page that is no longer the present one.',
      next: 'Nothing was changed.',
      link: 'Go to the present page',
    },
    finished: {
      heading: 'This is finished',
      text: 'Nothing more can be done with this link.',
      next: 'You can close this page and go back to where you came from.',
    },
    unreadable: {
      heading: 'The form could not be read',
      text: 'Nothing was changed. Open the link again and fill in the form that it shows.',
    },
    bankFailed: { heading: 'A fault of the bank', text: `Something went wrong at the bank. ${OPEN_AGAIN}` },
    bankBusy: { heading: 'The bank is busy', text: OPEN_AGAIN },
  },
};

import { html } from '../html.ts';
import type { SiteWords } from './words.ts';

const OPEN_AGAIN = 'Open the link again in a moment: it leads to where you were.';

export const EN: SiteWords = {
  language: 'en',
  bank: 'Testbanken',
  askedBy: (tpp) => html`Request from ${tpp}`,
  footer: 'This is the bank’s sandbox: no real money moves.',
  steps: {
    names: { identify: 'Identify', check: 'Check', confirm: 'Confirm' },
    place: (step, of) => `Step ${step} of ${of}`,
  },
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
      ahead: 'Then you choose which accounts to share.',
      check: 'Choose the accounts to share',
      confirm: 'Confirm which accounts you share',
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
    hint: 'The number of one of the sandbox’s customers; you need no password.',
    only: 'Only the customer that the request names can go on.',
    wrong: (left) =>
      `That isn’t the right customer number. You have ${left === 1 ? 'one try' : `${left} tries`} left.`,
    button: 'Continue',
  },
  context: {
    heading: 'Who are you acting for?',
    agreementsOnly: 'Choose the company’s agreement with the bank.',
    withAgreements: 'Choose yourself, or a company’s agreement with the bank.',
    withoutAgreements: 'You have no agreement with the bank that lets you act for a company.',
    forMyself: 'For myself (private)',
    forCompany: (name) => html`For ${name} (corporate)`,
    actingFor: (name) => html`You are acting for ${name} (corporate).`,
  },
  continueButton: 'Continue',
  app: {
    heading: 'Continue in the app',
    text: 'The bank’s app knows who you are, so you need no customer number.',
    confirm: 'Confirm in the app',
    confirmForMyself: 'Confirm in the app for myself',
    confirmFor: (name) => html`Confirm in the app for ${name}`,
    continueButton: 'Continue in the app',
  },
  payment: {
    none: 'No payment is waiting for you any more. They were booked or ended meanwhile.',
    count: (payments) => `Total of ${payments} payments`,
    amount: 'Amount',
    fee: 'Fee',
    to: 'To',
    creditorAgent: 'Recipient’s bank',
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
      html`${tpp} asks to see your accounts: their name, number, balance and transactions. Tick those that you want to share.`,
    howLong:
      'This holds until you take it back with the bank. After 180 days you have to confirm again who you are.',
    accounts: 'Accounts',
    cards: 'Cards',
    noAccounts: 'You have no accounts to share.',
    changed: 'The accounts have changed meanwhile. Check what you have ticked, and continue.',
    shows: (tpp) => html`${tpp} may see the name, number, balance and transactions of:`,
    showsNothing: (tpp) => html`${tpp} may see no account.`,
    ends: 'What you shared before is taken back.',
  },
  session: {
    asks: (tpp) =>
      html`${tpp} asks the bank who you are. It gets an id that stands for you there alone, and can send requests on your behalf for one hour.`,
    nothing: 'You approve no payment, and show it no account.',
  },
  closed: {
    unknownLink: {
      heading: 'Unknown link',
      text: 'The bank has no request at this address.',
      next: 'Check that the whole link was copied. If it was, go back to where you came from and start again.',
    },
    otherBrowser: {
      heading: 'Opened in another browser',
      text: 'This link was opened in another browser first, and works only there.',
      next: 'Nothing was changed. Go on in the browser that opened the link first. If that is this one, let it keep cookies from this site.',
    },
    stale: {
      heading: 'This page is out of date',
      text: 'What you sent came from an earlier page.',
      next: 'Nothing was changed.',
      link: 'Continue from where you are',
    },
    finished: {
      heading: 'This request is closed',
      text: 'The link can’t be used any more.',
      next: 'You can close this page. Go back to where you came from to see the result.',
    },
    unreadable: {
      heading: 'The form could not be read',
      text: 'Nothing was changed.',
      next: 'Open the link again and fill in the form that it shows.',
    },
    bankFailed: {
      heading: 'Something went wrong',
      text: 'A fault of the bank: it isn’t you.',
      next: OPEN_AGAIN,
    },
    bankBusy: { heading: 'The bank is busy', text: 'The bank can’t answer right now.', next: OPEN_AGAIN },
  },
};

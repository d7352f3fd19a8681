import { html } from '../html.ts';
import type { SiteWords } from './words.ts';

const OPEN_AGAIN = 'Åpne lenken igjen om litt: Den viser hvor du er.';

export const NB: SiteWords = {
  language: 'nb',
  bank: 'Banken din',
  askedBy: (tpp) => html`på spørsmål fra ${tpp}`,
  footer: 'Dette er bankens testmiljø: Ingen ekte penger flyttes.',
  error: 'Feil',
  purposes: {
    payment: {
      ahead: 'Deretter ser du betalingen du blir bedt om å godkjenne.',
      check: 'Kontroller betalingen',
      confirm: 'Bekreft betalingen',
      confirmButton: 'Bekreft betaling',
      declineButton: 'Avvis',
    },
    cancellation: {
      ahead: 'Deretter ser du betalingen du blir bedt om å kansellere.',
      check: 'Kontroller betalingen som skal kanselleres',
      confirm: 'Vil du kansellere betalingen?',
      confirmButton: 'Kanseller betalingen',
      declineButton: 'Behold betalingen',
    },
    basket: {
      ahead: 'Deretter ser du betalingene du blir bedt om å godkjenne.',
      check: 'Kontroller betalingene',
      confirm: 'Bekreft betalingene',
      confirmButton: 'Bekreft betalinger',
      declineButton: 'Avvis',
    },
    consent: {
      ahead: 'Deretter velger du hvilke kontoer du vil vise.',
      check: 'Velg kontoene du vil vise',
      confirm: 'Bekreft hvilke kontoer som vises',
      confirmButton: 'Bekreft',
      declineButton: 'Avvis',
    },
    session: {
      ahead: 'Deretter ser du hva du blir bedt om.',
      check: 'Kontroller hva du blir bedt om',
      confirm: 'Bekreft hvem du er',
      confirmButton: 'Bekreft',
      declineButton: 'Avvis',
    },
  },
  identify: {
    heading: 'Skriv inn kundenummeret ditt',
    label: 'Kundenummer',
    hint: 'Nummeret til en av testmiljøets kunder. Det er ikke noe passord.',
    only: 'Bare kunden som forespørselen nevner, kan gå videre.',
    wrong: (left) =>
      `Det er ikke riktig kundenummer. ${left === 1 ? 'Ett forsøk gjenstår' : `${left} forsøk gjenstår`}.`,
    button: 'Fortsett',
  },
  context: {
    heading: 'Hvem handler du for?',
    agreementsOnly: 'Velg avtalen der du handler for en bedrift.',
    withAgreements: 'Velg deg selv, eller avtalen der du handler for en bedrift.',
    withoutAgreements: 'Du har ingen avtale med banken der du kan handle for en bedrift.',
    forMyself: 'For meg selv (privat)',
    forCompany: (name) => html`For ${name} (bedrift)`,
    actingFor: (name) => html`Du handler for ${name} (bedrift).`,
  },
  continueButton: 'Fortsett',
  app: {
    heading: 'Fortsett i appen',
    text: 'Bankens app kjenner deg: Den spør ikke om kundenummer.',
    confirm: 'Bekreft i appen',
    confirmForMyself: 'Bekreft i appen for meg selv',
    confirmFor: (name) => html`Bekreft i appen for ${name}`,
    continueButton: 'Fortsett i appen',
  },
  payment: {
    none: 'Ingen betaling venter på deg lenger: De er blitt bokført eller avsluttet i mellomtiden.',
    count: (payments) => `${payments} betalinger.`,
    amount: 'Beløp',
    fee: 'Gebyr',
    to: 'Til',
    creditorAgent: 'Mottakerens bank',
    from: 'Fra',
    executionDate: 'Betalingsdato',
    movedFrom: (date) => `flyttet fra ${date}`,
    firstPayment: 'Første betaling',
    repeated: 'Gjentas',
    lastDay: 'Siste dag',
    reference: 'KID eller referanse',
    message: 'Melding',
    decimalSign: ',',
    months: [
      ...['januar', 'februar', 'mars', 'april', 'mai', 'juni'],
      ...['juli', 'august', 'september', 'oktober', 'november', 'desember'],
    ],
    date: (day, month, year) => `${day}. ${month} ${year}`,
    frequencies: {
      Daily: 'hver dag',
      Weekly: 'hver uke',
      EveryTwoWeeks: 'annenhver uke',
      Monthly: 'hver måned',
      EveryTwoMonths: 'annenhver måned',
      Quarterly: 'hvert kvartal',
      SemiAnnual: 'hvert halvår',
      Annual: 'hvert år',
    },
    inMonths: (months) => `i ${months}`,
    onDay: (day) => `den ${day}.`,
    whenClosed: {
      following: 'neste bankdag når banken er stengt',
      preceding: 'forrige bankdag når banken er stengt',
    },
  },
  consent: {
    asks: (tpp) =>
      html`${tpp} ber om å få vise kontoer. Kryss av for dem du tillater: navn, nummer, saldo og transaksjoner.`,
    howLong:
      'Det gjelder til du trekker det tilbake i banken. Etter 180 dager må du ha identifisert deg på nytt.',
    accounts: 'Kontoer',
    cards: 'Kort',
    noAccounts: 'Du har ingen kontoer som kan vises.',
    changed: 'Kontoene er blitt endret i mellomtiden. Kontroller hva du har krysset av, og fortsett.',
    shows: (tpp) => html`${tpp} får vise navn, nummer, saldo og transaksjoner for:`,
    showsNothing: (tpp) => html`${tpp} får ikke vise noen konto.`,
    ends: 'Det du har tillatt før, er dermed trukket tilbake.',
  },
  session: {
    asks: (tpp) =>
      html`${tpp} spør banken hvem du er. Den får en id som står for deg der, og kan sende forespørsler for deg i én time.`,
    nothing: 'Ingen betaling blir godkjent, og ingen konto blir vist.',
  },
  closed: {
    unknownLink: {
      heading: 'Ukjent lenke',
      text: 'Banken har ingen godkjenning på denne adressen. Se etter om hele lenken er kopiert.',
    },
    otherBrowser: {
      heading: 'Åpnet i en annen nettleser',
      text: 'Denne lenken er åpnet i en annen nettleser før, og kan bare brukes der.',
      next: 'Ingenting er endret. Fortsett i nettleseren som åpnet lenken først, og la den ta vare på informasjonskapsler fra dette nettstedet.',
    },
    stale: {
      heading: 'En gammel side',
      text: 'Skjemaet kom fra en side som ikke lenger gjelder.',
      next: 'Ingenting er endret.',
      link: 'Gå til siden som gjelder nå',
    },
    finished: {
      heading: 'Dette er avsluttet',
      text: 'Denne lenken kan ikke brukes til noe mer.',
      next: 'Du kan lukke siden og gå tilbake dit du kom fra.',
    },
    unreadable: {
      heading: 'Skjemaet kunne ikke leses',
      text: 'Ingenting er endret. Åpne lenken igjen og fyll ut skjemaet den viser.',
    },
    bankFailed: { heading: 'En feil i banken', text: `Noe gikk galt i banken. ${OPEN_AGAIN}` },
    bankBusy: { heading: 'Banken er opptatt', text: OPEN_AGAIN },
  },
};

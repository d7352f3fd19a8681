import { renderHtml } from '../html.ts';
import type { SiteWords } from './en.ts';

const OPEN_AGAIN = 'Åpne lenken igjen om litt, så kommer du tilbake dit du var.';

export const NB: SiteWords = {
  language: 'nb',
  bank: 'Testbanken',
  readResponsePolicy: (tpp) => renderHtml`Forespørsel fra ${tpp}`,
  footer: 'Dette er bankens testmiljø. Ingen ekte penger flyttes.',
  steps: {
    identify: 'Hvem du er',
    confirm: 'Bekreft',
    place: (step, of) => `Trinn ${step} av ${of}`,
  },
  error: 'Feil',
  purposes: {
    payment: {
      ahead: 'Deretter får du se betalingen du blir bedt om å godkjenne.',
      step: 'Kontroller',
      check: 'Kontroller betalingen',
      confirm: 'Bekreft betalingen',
      confirmButton: 'Bekreft betaling',
      declineButton: 'Avslå',
    },
    cancellation: {
      ahead: 'Deretter får du se betalingen du blir bedt om å kansellere.',
      step: 'Kontroller',
      check: 'Kontroller betalingen som skal kanselleres',
      confirm: 'Vil du kansellere betalingen?',
      confirmButton: 'Kanseller betalingen',
      declineButton: 'Behold betalingen',
    },
    basket: {
      ahead: 'Deretter får du se betalingene du blir bedt om å godkjenne.',
      step: 'Kontroller',
      check: 'Kontroller betalingene',
      confirm: 'Bekreft betalingene',
      confirmButton: 'Bekreft betalinger',
      declineButton: 'Avslå',
    },
    consent: {
      ahead: 'Deretter velger du hvilke kontoer du vil gi innsyn i.',
      step: 'Velg',
      check: 'Velg kontoene du vil gi innsyn i',
      confirm: 'Bekreft hvilke kontoer du gir innsyn i',
      confirmButton: 'Bekreft',
      declineButton: 'Avslå',
    },
    session: {
      ahead: 'Deretter får du se hva du blir bedt om.',
      step: 'Kontroller',
      check: 'Kontroller hva du blir bedt om',
      confirm: 'Bekreft hvem du er',
      confirmButton: 'Bekreft',
      declineButton: 'Avslå',
    },
  },
  identify: {
    heading: 'Skriv inn kundenummeret ditt',
    label: 'Kundenummer',
    hint: 'Nummeret til en av testmiljøets kunder. Du trenger ikke passord.',
    only: 'Bare kunden som er oppgitt i forespørselen, kan gå videre.',
    wrong: (left) => `Kundenummeret er ikke riktig. Du har ${left === 1 ? 'ett' : left} forsøk igjen.`,
    needsPerson:
      'Dette er nummeret til en bedrift. Logg inn som en person som har avtale med banken om å representere den.',
    button: 'Fortsett',
  },
  context: {
    heading: 'Hvem representerer du?',
    agreementsOnly: 'Velg bedriftens avtale med banken.',
    withAgreements: 'Velg deg selv, eller avtalen en bedrift har med banken.',
    withoutAgreements: 'Du har ingen avtale med banken som lar deg representere en bedrift.',
    asCompany:
      'Du har logget inn som en bedrift. Velg avtalen den har med banken. Uten avtale må en person som har en, logge inn.',
    forMyself: 'Meg selv (privat)',
    forCompany: (name) => renderHtml`${name} (bedrift)`,
    actingFor: (name) => renderHtml`Du representerer ${name} (bedrift).`,
  },
  continueButton: 'Fortsett',
  app: {
    heading: 'Fortsett i appen',
    text: 'Bankens app vet hvem du er, så du trenger ikke kundenummer.',
    confirm: 'Bekreft i appen',
    confirmForMyself: 'Bekreft i appen for meg selv',
    confirmFor: (name) => renderHtml`Bekreft i appen for ${name}`,
    continueButton: 'Fortsett i appen',
  },
  payment: {
    none: 'Ingen betalinger venter på deg lenger. De er bokført eller avsluttet i mellomtiden.',
    count: (payments) => `Sum av ${payments} betalinger`,
    amount: 'Beløp',
    fee: 'Gebyr',
    to: 'Til',
    creditorAgent: 'Mottakers bank',
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
      renderHtml`${tpp} ber om innsyn i kontoene dine: navn, nummer, saldo og transaksjoner. Kryss av for dem du vil gi innsyn i.`,
    howLong:
      'Innsynet varer til du trekker det tilbake i banken. Etter 180 dager må du bekrefte på nytt hvem du er.',
    accounts: 'Kontoer',
    cards: 'Kort',
    noAccounts: 'Du har ingen kontoer å gi innsyn i.',
    changed: 'Kontoene er endret i mellomtiden. Se over det du har krysset av, og fortsett.',
    shows: (tpp) => renderHtml`${tpp} får innsyn i navn, nummer, saldo og transaksjoner for:`,
    showsNothing: (tpp) => renderHtml`${tpp} får ikke innsyn i noen konto.`,
    ends: 'Innsynet du har gitt tidligere, trekkes tilbake.',
  },
  session: {
    asks: (tpp) =>
      renderHtml`${tpp} spør banken hvem du er. De får en egen ID for deg, som bare gjelder hos dem, og kan sende forespørsler på dine vegne i én time.`,
    nothing: 'Du godkjenner ingen betaling og gir ikke innsyn i noen konto.',
  },
  closed: {
    unknownLink: {
      heading: 'Ukjent lenke',
      text: 'Banken har ingen forespørsel på denne adressen.',
      next: 'Kontroller at du har kopiert hele lenken. Hvis du har det, går du tilbake dit du kom fra og starter på nytt.',
    },
    otherBrowser: {
      heading: 'Åpnet i en annen nettleser',
      text: 'Denne lenken ble først åpnet i en annen nettleser, og virker bare der.',
      next: 'Ingenting er endret. Fortsett i nettleseren der du åpnet lenken først. Hvis det er denne, må den få lagre informasjonskapsler fra dette nettstedet.',
    },
    stale: {
      heading: 'Siden er utdatert',
      text: 'Du sendte inn en tidligere versjon av siden.',
      next: 'Ingenting er endret.',
      link: 'Fortsett der du er',
    },
    finished: {
      heading: 'Forespørselen er avsluttet',
      text: 'Lenken kan ikke brukes lenger.',
      next: 'Du kan lukke siden. Gå tilbake dit du kom fra for å se resultatet.',
    },
    unreadable: {
      heading: 'Vi kunne ikke lese skjemaet',
      text: 'Ingenting er endret.',
      next: 'Åpne lenken igjen og fyll ut skjemaet den viser.',
    },
    bankFailed: {
      heading: 'Noe gikk galt',
      text: 'Feilen ligger hos banken, ikke hos deg.',
      next: OPEN_AGAIN,
    },
    bankBusy: {
      heading: 'Banken er opptatt',
      text: 'Banken kan ikke svare akkurat nå.',
      next: OPEN_AGAIN,
    },
  },
};

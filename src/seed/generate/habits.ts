/** What an account pays and receives. Names are of nobody, amounts in whole units of the account's currency. */

/** Something that comes on its day of the month. */
export interface Standing {
  readonly name: string;
  readonly text: string;
  readonly direction: 'in' | 'out';
  /** A day of the month, or the bank day before one. */
  readonly day: number | { readonly bankDayBefore: number };
  /** Months from 1 to 12; absent: each. */
  readonly months?: readonly number[];
  /** Of the first amount; it stays within `varies` of it from month to month, 0 to 1. */
  readonly median: number;
  readonly spread: number;
  readonly varies: number;
  /** Paid with a KID of so many digits, which becomes the text. */
  readonly kidDigits?: number;
}

/** Something that comes when it comes. */
export interface Occasional {
  readonly names: readonly [string, ...string[]];
  readonly text: string;
  readonly direction: 'in' | 'out';
  /** How often, beside the others. */
  readonly weight: number;
  readonly median: number;
  readonly spread: number;
}

export interface Habits {
  /** The most important first: where few transactions are asked for, the last are left out. */
  readonly standing: readonly Standing[];
  /** What is spread evenly over the days, several times a week. */
  readonly regular: Occasional;
  /** What falls where it falls. */
  readonly others: readonly [Occasional, ...Occasional[]];
  /** What fills the account when it runs short, and takes what is too much. */
  readonly reserve: { readonly name: string; readonly into: string; readonly outOf: string };
}

export const HOUSEHOLD: Habits = {
  standing: [
    {
      name: 'Arbeidsgiver Eksempel AS',
      text: 'Lønn',
      direction: 'in',
      day: { bankDayBefore: 15 },
      months: [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12],
      median: 34_000,
      spread: 0.2,
      varies: 0,
    },
    {
      name: 'Arbeidsgiver Eksempel AS',
      text: 'Feriepenger',
      direction: 'in',
      day: { bankDayBefore: 15 },
      months: [6],
      median: 41_000,
      spread: 0.2,
      varies: 0,
    },
    {
      name: 'Prøvegård Utleie AS',
      text: 'Husleie',
      direction: 'out',
      day: 1,
      median: 12_500,
      spread: 0.2,
      varies: 0,
    },
    {
      name: 'Liksom Kraft AS',
      text: 'Strøm',
      direction: 'out',
      day: 20,
      median: 1_250,
      spread: 0.3,
      varies: 0.4,
      kidDigits: 16,
    },
    {
      name: 'Prøvetelefon AS',
      text: 'Mobil',
      direction: 'out',
      day: 18,
      median: 399,
      spread: 0.2,
      varies: 0,
      kidDigits: 12,
    },
    {
      name: 'Eksempelnett AS',
      text: 'Bredbånd',
      direction: 'out',
      day: 22,
      median: 699,
      spread: 0.2,
      varies: 0,
      kidDigits: 12,
    },
    {
      name: 'Liksom Forsikring AS',
      text: 'Forsikring',
      direction: 'out',
      day: 5,
      median: 890,
      spread: 0.3,
      varies: 0,
      kidDigits: 16,
    },
    {
      name: 'Prøvefilm AS',
      text: 'Abonnement',
      direction: 'out',
      day: 12,
      median: 129,
      spread: 0.2,
      varies: 0,
    },
  ],
  regular: {
    names: ['Matbua Eksempel', 'Prøvemarkedet', 'Liksom Dagligvare'],
    text: 'Varekjøp',
    direction: 'out',
    weight: 45,
    median: 260,
    spread: 0.7,
  },
  others: [
    {
      names: ['Kaffestua Liksom', 'Bakeriet Prøve'],
      text: 'Varekjøp',
      direction: 'out',
      weight: 14,
      median: 62,
      spread: 0.4,
    },
    {
      names: ['Eksempelbussen', 'Prøvebanen'],
      text: 'Billett',
      direction: 'out',
      weight: 12,
      median: 44,
      spread: 0.5,
    },
    {
      names: ['Spisestedet Prøve', 'Pizzakroken Liksom'],
      text: 'Varekjøp',
      direction: 'out',
      weight: 9,
      median: 340,
      spread: 0.6,
    },
    {
      names: ['Bensinstasjonen Eksempel'],
      text: 'Drivstoff',
      direction: 'out',
      weight: 5,
      median: 620,
      spread: 0.4,
    },
    {
      names: ['Klesbutikken Prøve', 'Sportsbua Liksom'],
      text: 'Varekjøp',
      direction: 'out',
      weight: 6,
      median: 690,
      spread: 0.8,
    },
    { names: ['Apoteket Eksempel'], text: 'Varekjøp', direction: 'out', weight: 4, median: 185, spread: 0.6 },
    {
      names: ['Nina Eksempel', 'Per Prøve', 'Ida Liksom'],
      text: 'Takk for sist',
      direction: 'out',
      weight: 3,
      median: 250,
      spread: 0.8,
    },
    {
      names: ['Nina Eksempel', 'Per Prøve', 'Ida Liksom'],
      text: 'Deling av utlegg',
      direction: 'in',
      weight: 2,
      median: 230,
      spread: 0.8,
    },
  ],
  reserve: { name: 'Egen sparekonto', into: 'Overføring til sparekonto', outOf: 'Overføring fra sparekonto' },
};

export const COMPANY: Habits = {
  standing: [
    {
      name: 'Lønnsbyrået Eksempel AS',
      text: 'Lønn ansatte',
      direction: 'out',
      day: { bankDayBefore: 15 },
      median: 145_000,
      spread: 0.4,
      varies: 0.1,
    },
    {
      name: 'Prøvegård Utleie AS',
      text: 'Husleie lokaler',
      direction: 'out',
      day: 1,
      median: 28_000,
      spread: 0.3,
      varies: 0,
    },
    {
      name: 'Avgiftskontoret Prøve',
      text: 'Merverdiavgift',
      direction: 'out',
      day: 10,
      months: [2, 4, 6, 8, 10, 12],
      median: 64_000,
      spread: 0.3,
      varies: 0.3,
      kidDigits: 16,
    },
    {
      name: 'Avgiftskontoret Prøve',
      text: 'Forskuddstrekk',
      direction: 'out',
      day: 15,
      months: [1, 3, 5, 7, 9, 11],
      median: 82_000,
      spread: 0.3,
      varies: 0.1,
      kidDigits: 16,
    },
    {
      name: 'Liksom Kraft AS',
      text: 'Strøm',
      direction: 'out',
      day: 20,
      median: 6_400,
      spread: 0.3,
      varies: 0.4,
      kidDigits: 16,
    },
    {
      name: 'Liksom Forsikring AS',
      text: 'Forsikring',
      direction: 'out',
      day: 5,
      median: 3_900,
      spread: 0.3,
      varies: 0,
      kidDigits: 16,
    },
    {
      name: 'Eksempelnett AS',
      text: 'Bredbånd',
      direction: 'out',
      day: 22,
      median: 1_290,
      spread: 0.2,
      varies: 0,
      kidDigits: 12,
    },
  ],
  regular: {
    names: ['Kunde Eksempel AS', 'Prøvekunden AS', 'Liksom Handel AS', 'Kjøperlaget Prøve'],
    text: 'Betaling av faktura',
    direction: 'in',
    weight: 50,
    median: 7_800,
    spread: 0.9,
  },
  others: [
    {
      names: ['Leverandøren Eksempel AS', 'Prøvevarer Engros AS'],
      text: 'Varer',
      direction: 'out',
      weight: 30,
      median: 4_900,
      spread: 0.8,
    },
    { names: ['Budbilen Liksom AS'], text: 'Frakt', direction: 'out', weight: 12, median: 780, spread: 0.6 },
    {
      names: ['Kontorbua Prøve AS'],
      text: 'Kontorrekvisita',
      direction: 'out',
      weight: 8,
      median: 640,
      spread: 0.7,
    },
  ],
  reserve: {
    name: 'Eget driftslager',
    into: 'Overføring til egen konto',
    outOf: 'Overføring fra egen konto',
  },
};

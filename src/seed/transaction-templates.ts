/** Habits of an account: its payments and receipts. Names are invented, amounts are whole units. */

/** A transaction on a fixed day of the month. */
export interface Standing {
  readonly name: string;
  readonly text: string;
  readonly direction: 'in' | 'out';
  /** A day of the month, or the bank day before one. */
  readonly day: number | { readonly bankDayBefore: number };
  /** Months from 1 to 12; absent: each. */
  readonly months?: readonly number[];
  /** Median of the first amount; later amounts stay within `varies` of it, 0 to 1. */
  readonly median: number;
  readonly spread: number;
  readonly varies: number;
  /** The number of digits of its KID, which becomes the text. */
  readonly kidDigits?: number;
}

/** A transaction on varying days. */
export interface Occasional {
  readonly names: readonly [string, ...string[]];
  readonly text: string;
  readonly direction: 'in' | 'out';
  /** The relative frequency. */
  readonly weight: number;
  readonly median: number;
  readonly spread: number;
}

export interface SpendingPattern {
  /** The most important first: a small number of transactions leaves out the last. */
  readonly standing: readonly Standing[];
  /** Entries spread evenly over the days, several times a week. */
  readonly regular: Occasional;
  /** Entries on random days. */
  readonly others: readonly [Occasional, ...Occasional[]];
  /** The reserve account, which balances the account. */
  readonly reserve: { readonly name: string; readonly into: string; readonly outOf: string };
}

type Row<Names> = readonly ['in' | 'out', names: Names, text: string];

function createStanding(
  [direction, name, text]: Row<string>,
  day: Standing['day'],
  median: number,
  spread: number,
  more: Partial<Pick<Standing, 'varies' | 'kidDigits' | 'months'>> = {},
): Standing {
  return { direction, name, text, day, median, spread, varies: 0, ...more };
}

function createOccasional(
  [direction, names, text]: Row<Occasional['names']>,
  weight: number,
  median: number,
  spread: number,
): Occasional {
  return { direction, names, text, weight, median, spread };
}

export const HOUSEHOLD: SpendingPattern = {
  standing: [
    createStanding(['in', 'Arbeidsgiver Eksempel AS', 'Lønn'], { bankDayBefore: 15 }, 34_000, 0.2, {
      months: [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12],
    }),
    createStanding(['in', 'Arbeidsgiver Eksempel AS', 'Feriepenger'], { bankDayBefore: 15 }, 41_000, 0.2, {
      months: [6],
    }),
    createStanding(['out', 'Prøvegård Utleie AS', 'Husleie'], 1, 12_500, 0.2),
    createStanding(['out', 'Liksom Kraft AS', 'Strøm'], 20, 1_250, 0.3, { varies: 0.4, kidDigits: 16 }),
    createStanding(['out', 'Prøvetelefon AS', 'Mobil'], 18, 399, 0.2, { kidDigits: 12 }),
    createStanding(['out', 'Eksempelnett AS', 'Bredbånd'], 22, 699, 0.2, { kidDigits: 12 }),
    createStanding(['out', 'Liksom Forsikring AS', 'Forsikring'], 5, 890, 0.3, { kidDigits: 16 }),
    createStanding(['out', 'Prøvefilm AS', 'Abonnement'], 12, 129, 0.2),
  ],
  regular: createOccasional(
    ['out', ['Matbua Eksempel', 'Prøvemarkedet', 'Liksom Dagligvare'], 'Varekjøp'],
    45,
    260,
    0.7,
  ),
  others: [
    createOccasional(['out', ['Kaffestua Liksom', 'Bakeriet Prøve'], 'Varekjøp'], 14, 62, 0.4),
    createOccasional(['out', ['Eksempelbussen', 'Prøvebanen'], 'Billett'], 12, 44, 0.5),
    createOccasional(['out', ['Spisestedet Prøve', 'Pizzakroken Liksom'], 'Varekjøp'], 9, 340, 0.6),
    createOccasional(['out', ['Bensinstasjonen Eksempel'], 'Drivstoff'], 5, 620, 0.4),
    createOccasional(['out', ['Klesbutikken Prøve', 'Sportsbua Liksom'], 'Varekjøp'], 6, 690, 0.8),
    createOccasional(['out', ['Apoteket Eksempel'], 'Varekjøp'], 4, 185, 0.6),
    createOccasional(['out', ['Nina Eksempel', 'Per Prøve', 'Ida Liksom'], 'Takk for sist'], 3, 250, 0.8),
    createOccasional(['in', ['Nina Eksempel', 'Per Prøve', 'Ida Liksom'], 'Deling av utlegg'], 2, 230, 0.8),
  ],
  reserve: { name: 'Egen sparekonto', into: 'Overføring til sparekonto', outOf: 'Overføring fra sparekonto' },
};

export const COMPANY: SpendingPattern = {
  standing: [
    createStanding(['out', 'Lønnsbyrået Eksempel AS', 'Lønn ansatte'], { bankDayBefore: 15 }, 145_000, 0.4, {
      varies: 0.1,
    }),
    createStanding(['out', 'Prøvegård Utleie AS', 'Husleie lokaler'], 1, 28_000, 0.3),
    createStanding(['out', 'Avgiftskontoret Prøve', 'Merverdiavgift'], 10, 64_000, 0.3, {
      varies: 0.3,
      kidDigits: 16,
      months: [2, 4, 6, 8, 10, 12],
    }),
    createStanding(['out', 'Avgiftskontoret Prøve', 'Forskuddstrekk'], 15, 82_000, 0.3, {
      varies: 0.1,
      kidDigits: 16,
      months: [1, 3, 5, 7, 9, 11],
    }),
    createStanding(['out', 'Liksom Kraft AS', 'Strøm'], 20, 6_400, 0.3, { varies: 0.4, kidDigits: 16 }),
    createStanding(['out', 'Liksom Forsikring AS', 'Forsikring'], 5, 3_900, 0.3, { kidDigits: 16 }),
    createStanding(['out', 'Eksempelnett AS', 'Bredbånd'], 22, 1_290, 0.2, { kidDigits: 12 }),
  ],
  regular: createOccasional(
    [
      'in',
      ['Kunde Eksempel AS', 'Prøvekunden AS', 'Liksom Handel AS', 'Kjøperlaget Prøve'],
      'Betaling av faktura',
    ],
    50,
    7_800,
    0.9,
  ),
  others: [
    createOccasional(['out', ['Leverandøren Eksempel AS', 'Prøvevarer Engros AS'], 'Varer'], 30, 4_900, 0.8),
    createOccasional(['out', ['Budbilen Liksom AS'], 'Frakt'], 12, 780, 0.6),
    createOccasional(['out', ['Kontorbua Prøve AS'], 'Kontorrekvisita'], 8, 640, 0.7),
  ],
  reserve: {
    name: 'Eget driftslager',
    into: 'Overføring til egen konto',
    outOf: 'Overføring fra egen konto',
  },
};

/** @see I-country-values */
const LISTED = [
  'AF AX AL DZ AS AD AO AI AQ AG AR AM AW AU AT AZ BH BS BD BB BY BE BZ BJ BM BT BO BQ BA BW BV BR IO BN BG BF',
  'BI KH CM CA CV KY CF TD CL CN CX CC CO KM CG CD CK CR CI HR CU CW CY CZ DK DJ DM DO EC EG SV GQ ER EE ET FK',
  'FO FJ FI FR GF PF TF GA GM GE DE GH GI GR GL GD GP GU GT GG GN GW GY HT HM VA HN HK HU IS IN ID IR IQ IE IM',
  'IL IT JM JP JE JO KZ KE KI KP KR KW KG LA LV LB LS LR LY LI LT LU MO MK MG MW MY MV ML MT MH MQ MR MU YT MX',
  'FM MD MC MN ME MS MA MZ MM NA NR NP NL NC NZ NI NE NG NU NF MP NO OM PK PW PS PA PG PY PE PH PN PL PT PR QA',
  'RE RO RU RW BL SH KN LC MF PM VC WS SM ST SA SN RS SC SL SG SX SK SI SB SO ZA GS SS ES LK SD SR SJ SZ SE CH',
  'SY TW TJ TZ TH TL TG TK TO TT TN TR TM TC TV UG UA AE GB US UM UY UZ VU VE VN VG VI WF EH YE ZM ZW',
] as const;

type Codes<Line> = Line extends `${infer Code} ${infer Rest}` ? Code | Codes<Rest> : Line;

/** One of the 249 codes that the interface lists. */
export type Country = Codes<(typeof LISTED)[number]>;

/** The listed codes, in the interface's order. */
export const COUNTRIES = Object.freeze(LISTED.flatMap((line) => line.split(' '))) as readonly Country[];

const KNOWN: ReadonlySet<unknown> = new Set(COUNTRIES);

/** Checks whether a value is a country code of the interface, in upper case. */
export function isCountry(value: unknown): value is Country {
  return KNOWN.has(value);
}

/**
 * Countries and territories of the SEPA schemes. IBANs of most territories begin with their country's code, BICs and
 * addresses with their own.
 */
const SEPA: ReadonlySet<string> = new Set(
  `AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK
  AD AL CH GB MC MD ME MK RS SM VA AX BL GF GP MF MQ PM RE YT GI GG IM JE`.split(/\s+/),
);

/** Checks whether a country or territory takes part in SEPA. @see D4-service-level */
export function isSepaCountry(code: string): boolean {
  return SEPA.has(code);
}

/** Party prefix, country, party suffix, branch (ISO 9362). */
const BIC = /^[A-Z0-9]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/** Checks whether a text is a BIC: 8 or 11 upper-case characters with a listed country. @see D4-bic */
export function isBic(text: string): boolean {
  return isCountry(BIC.exec(text)?.[1]);
}

/** Parses the country of a BIC; undefined for a text that is not a BIC. */
export function parseBicCountry(text: string): string | undefined {
  return isBic(text) ? text.slice(4, 6) : undefined;
}

/** Shortens a BIC to 8 characters if possible: branch XXX is the head office, which 8 characters also denote. */
export function normalizeBic(bic: string): string {
  return bic.length === 11 && bic.endsWith('XXX') ? bic.slice(0, 8) : bic;
}

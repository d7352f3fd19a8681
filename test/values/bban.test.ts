import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTRIES, isBic, isCountry } from '../../src/values/countries.ts';
import { checkBban, computeBbanCheckDigit } from '../../src/values/iban.ts';
import { isPossiblyLivingPerson } from '../../src/values/identity-number.ts';
import { isPurposeCode, PURPOSE_CODES } from '../../src/values/purpose.ts';

describe('purpose codes [I-purpose-code]', () => {
  it('are the fourteen of the interface', () => {
    expect(PURPOSE_CODES.join(' ')).toBe(
      'INVS SALA IDCP CASH CORT INTC PENS SSBE SUPP TAXS TREA VATX LOAN OTHR',
    );
    expect(PURPOSE_CODES.every(isPurposeCode)).toBe(true);
  });

  it.each(['sala', 'BONU', '', undefined])('are not %j', (value) => {
    expect(isPurposeCode(value)).toBe(false);
  });
});

// As I-country-values prints them, typed in apart from the program's own table.
const INTERFACE_LIST = `AF AX AL DZ AS AD AO AI AQ AG AR AM AW AU AT AZ BH BS BD BB BY BE BZ BJ BM BT BO BQ BA BW BV
  BR IO BN BG BF BI KH CM CA CV KY CF TD CL CN CX CC CO KM CG CD CK CR CI HR CU CW CY CZ DK DJ DM DO EC EG SV GQ ER
  EE ET FK FO FJ FI FR GF PF TF GA GM GE DE GH GI GR GL GD GP GU GT GG GN GW GY HT HM VA HN HK HU IS IN ID IR IQ IE
  IM IL IT JM JP JE JO KZ KE KI KP KR KW KG LA LV LB LS LR LY LI LT LU MO MK MG MW MY MV ML MT MH MQ MR MU YT MX FM
  MD MC MN ME MS MA MZ MM NA NR NP NL NC NZ NI NE NG NU NF MP NO OM PK PW PS PA PG PY PE PH PN PL PT PR QA RE RO RU
  RW BL SH KN LC MF PM VC WS SM ST SA SN RS SC SL SG SX SK SI SB SO ZA GS SS ES LK SD SR SJ SZ SE CH SY TW TJ TZ TH
  TL TG TK TO TT TN TR TM TC TV UG UA AE GB US UM UY UZ VU VE VN VG VI WF EH YE ZM ZW`;

describe('country table [I-country-values]', () => {
  it('has exactly the 249 codes of the interface, in its order, each once', () => {
    expect(COUNTRIES).toEqual(INTERFACE_LIST.split(/\s+/));
    expect(new Set(COUNTRIES).size).toBe(249);
    expect(Object.isFrozen(COUNTRIES)).toBe(true);
  });

  it.each(['no', 'NOR', 'XK', 'EU', 'UK', '', undefined, 47])('knows no country %j', (value) => {
    expect(isCountry(value)).toBe(false);
  });
});

it.each([
  ['a national identity number', '15013963008', true],
  ['one of 29 February', '29020012345', true],
  ['a D-number', '55013963008', true],
  ['the last day of a D-number', '71123963008', true],
  ['month + 40', '15413963008', false],
  ['month + 80', '15813963008', false],
  ['a D-number with month + 80', '55813963008', false],
  ['no such day', '31043963008', false],
  ['no such day of a D-number', '72013963008', false],
  ['day 0', '00013963008', false],
  ['month 0', '15003963008', false],
  ['month 13', '15133963008', false],
  ['an organisation number', '310999016', false],
  ['letters', '1501396300A', false],
])('numbers that may be a living person’s: %s: %s [D8-living-person]', (_, number, looks) => {
  expect(isPossiblyLivingPerson(number)).toBe(looks);
});

describe('BIC [D4-bic]', () => {
  it.each(['AAAANOKK', 'AAAANOKKXXX', 'AAAADEBBXXX', 'AAAASE2L', 'AAAADK22001'])('takes %s', (bic) => {
    expect(isBic(bic)).toBe(true);
  });

  it.each([
    'AAAANOK',
    'AAAANOKKX',
    'AAAANOKKXX',
    'AAAANOKKXXXX',
    'aaaanokk',
    'AAAAXXKK',
    'AAAAnoKK',
    'AAAA NOKK',
    '',
  ])('refuses %j', (text) => {
    expect(isBic(text)).toBe(false);
  });
});

const tenDigits = fc.stringMatching(/^[1-9][0-9]{9}$/);

describe('Norwegian bban [D4-bban]', () => {
  it.each(['99911200011', '99920100011', '99930700017', '99900510019'])('takes %s', (bban) => {
    expect(checkBban(bban)).toBeUndefined();
  });

  it.each([
    ['99911200012', 'has a wrong check digit: look for a wrong or swapped digit'],
    ['99911020011', 'has a wrong check digit: look for a wrong or swapped digit'],
    ['9991120001', 'must be 11 digits without spaces or dots'],
    ['999112000110', 'must be 11 digits without spaces or dots'],
    ['9991.12.00011', 'must be 11 digits without spaces or dots'],
    ['99911200011\n', 'must be 11 digits without spaces or dots'],
    ['９9911200011', 'must be 11 digits without spaces or dots'],
    ['', 'must be 11 digits without spaces or dots'],
    ['00000000000', "must begin with a bank code, and 0000 isn't one"],
    ['00001200009', "must begin with a bank code, and 0000 isn't one"],
  ])('refuses %j: %s', (text, words) => {
    expect(checkBban(text)).toBe(words);
  });

  it('takes a made check digit and no other', () => {
    fc.assert(
      fc.property(tenDigits, (ten) => {
        const right = computeBbanCheckDigit(ten);
        const taken = [...'0123456789'].filter((digit) => checkBban(ten + digit) === undefined);
        expect(taken).toEqual(right === undefined ? [] : [right]);
      }),
      { numRuns: 300 },
    );
  });
});

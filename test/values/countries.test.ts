import { describe, expect, it } from 'vitest';
import { COUNTRIES, isCountry } from '../../src/values/countries.ts';

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

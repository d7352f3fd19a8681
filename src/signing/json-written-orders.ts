import { type JsonMember, type JsonText, orderMembers } from './json-text.ts';

/**
 * The orders in which people write the bodies of the interface: a library that sorts members before sending leaves no
 * trace of the one that was hashed.
 * @see G4-digest-mismatch
 */
export interface WrittenOrder {
  /** After "the same JSON". */
  readonly what: string;
  readonly json: JsonText;
}

/** As the tables of the interface list them. */
const LISTED = `batchBookingPreferred instructedAmount creditorName creditorAgent creditorAccount creditorAddress
  debtorAccount ultimateDebtor remittanceInformationUnstructured remittanceInformationStructured
  remittanceInformationStructuredArray purposeCode requestedExecutionDate regulatoryReportingCode
  regulatoryReportingInformation payments amount bban iban currency street buildingNumber postalCode city country
  reference referenceType referenceIssuer customerNumber name type`;

/** As the examples of the XS2A guidelines write them. */
const EXAMPLES = `batchBookingPreferred endToEndIdentification instructedAmount debtorAccount creditorName creditorAgent
  creditorAccount creditorAddress ultimateDebtor remittanceInformationUnstructured purposeCode requestedExecutionDate
  payments currency amount iban bban street buildingNumber city postalCode country`;

const ORDERS = [
  { what: 'with its members in the order in which the interface lists them', places: placesOf(LISTED) },
  { what: "with its members in the order of the XS2A guidelines' examples", places: placesOf(EXAMPLES) },
];

/** A member that isn't listed comes after those that are, where it stood among its like. */
export function writtenOrders(json: JsonText): WrittenOrder[] {
  return ORDERS.map(({ what, places }) => {
    const placeOf = ([raw]: JsonMember) => places.get(raw) ?? places.size;
    return { what, json: orderMembers(json, (left, right) => placeOf(left) - placeOf(right)) };
  });
}

function placesOf(names: string): ReadonlyMap<string, number> {
  return new Map(names.split(/\s+/).map((name, place) => [`"${name}"`, place]));
}

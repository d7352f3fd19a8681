import { type Deviation, deviation } from '../deviation.ts';
import { add, remove, replace } from '../patch.ts';

/** In answers of more than one operation. */
export const EVERYWHERE: readonly Deviation[] = [
  deviation(
    'a link has verbs',
    'I-common-types: href and verbs, of GET, PUT, POST, DELETE',
    add('/components/schemas/hrefType/properties/verbs', {
      type: 'array',
      items: { type: 'string', enum: ['GET', 'PUT', 'POST', 'DELETE'] },
    }),
  ),
  deviation(
    'an X-Request-ID need not be a UUID',
    'D3-request-id-format: visible ASCII, 1–100; published scripts send no UUIDs',
    remove('/components/headers/X-Request-ID/schema/format'),
  ),
  deviation(
    'Location is a path',
    'D2-links: href is origin-relative with the base path; Location is the same address',
    remove('/components/headers/Location/schema/format'),
  ),
  deviation(
    'a started authorisation has its Location',
    'D2-created-location: 201 has Location',
    add('/components/responses/CREATED_201_StartScaProcess/headers/Location', {
      $ref: '#/components/headers/Location',
    }),
  ),
  deviation(
    'scaStatus is in capitals',
    'I-sca-status',
    replace('/components/schemas/scaStatus/enum', [
      ...['RECEIVED', 'PSU_IDENTIFIED', 'PSU_AUTHENTICATED', 'SCA_METHOD_SELECTED'],
      ...['STARTED', 'FINALISED', 'FAILED', 'EXEMPTED'],
    ]),
  ),
  deviation(
    'a text may have 512 characters',
    'I-text-limit: tppMessages text at most 512 characters',
    replace('/components/schemas/tppMessageText/maxLength', 512),
  ),
  deviation(
    'amounts may have 18 digits',
    'I-amount: precision 18; D4-amount: at most 18 digits',
    replace('/components/schemas/amountValue/pattern', '-?[0-9]{1,18}(\\.[0-9]{1,3})?'),
  ),
];

import type { Deviation } from '../deviation.ts';

/** In answers of more than one operation. */
export const EVERYWHERE: readonly Deviation[] = [
  {
    what: 'a link has verbs',
    reason: 'I-common-types: href and verbs, of GET, PUT, POST, DELETE',
    patches: [
      {
        op: 'add',
        path: '/components/schemas/hrefType/properties/verbs',
        value: { type: 'array', items: { type: 'string', enum: ['GET', 'PUT', 'POST', 'DELETE'] } },
      },
    ],
  },
  {
    what: 'an X-Request-ID need not be a UUID',
    reason: 'D3-request-id-format: visible ASCII, 1–100; published scripts send no UUIDs',
    patches: [{ op: 'remove', path: '/components/headers/X-Request-ID/schema/format' }],
  },
  {
    what: 'Location is a path',
    reason: 'D2-links: href is origin-relative with the base path; Location is the same address',
    patches: [{ op: 'remove', path: '/components/headers/Location/schema/format' }],
  },
  {
    what: 'a started authorisation has its Location',
    reason: 'D2-created-location: 201 has Location',
    patches: [
      {
        op: 'add',
        path: '/components/responses/CREATED_201_StartScaProcess/headers/Location',
        value: { $ref: '#/components/headers/Location' },
      },
    ],
  },
  {
    what: 'scaStatus is in capitals',
    reason: 'I-sca-status',
    patches: [
      {
        op: 'replace',
        path: '/components/schemas/scaStatus/enum',
        value: [
          ...['RECEIVED', 'PSU_IDENTIFIED', 'PSU_AUTHENTICATED', 'SCA_METHOD_SELECTED'],
          ...['STARTED', 'FINALISED', 'FAILED', 'EXEMPTED'],
        ],
      },
    ],
  },
  {
    what: 'a text may have 512 characters',
    reason: 'I-text-limit: tppMessages text at most 512 characters',
    patches: [{ op: 'replace', path: '/components/schemas/tppMessageText/maxLength', value: 512 }],
  },
  {
    what: 'amounts may have 18 digits',
    reason: 'I-amount: precision 18; D4-amount: at most 18 digits',
    patches: [
      {
        op: 'replace',
        path: '/components/schemas/amountValue/pattern',
        value: '-?[0-9]{1,18}(\\.[0-9]{1,3})?',
      },
    ],
  },
];

import type { Deviation } from '../deviation.ts';

/** In answers of more than one operation. */
export const EVERYWHERE: readonly Deviation[] = [
  {
    what: 'a link has verbs',
    reason: 'interface.md Common types, Link: href and verbs, of GET, PUT, POST, DELETE',
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
    reason: 'decisions.md §3 X-Request-ID: visible ASCII, 1–100; published scripts send no UUIDs',
    patches: [{ op: 'remove', path: '/components/headers/X-Request-ID/schema/format' }],
  },
  {
    what: 'Location is a path',
    reason: 'decisions.md §2 Links: href is origin-relative with the base path; Location is the same address',
    patches: [{ op: 'remove', path: '/components/headers/Location/schema/format' }],
  },
  {
    what: 'a started authorisation has its Location',
    reason: 'decisions.md §2: 201 has Location',
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
    reason: 'interface.md States and transitions, scaStatus',
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
    reason: 'interface.md Limits: tppMessages text at most 512 characters',
    patches: [{ op: 'replace', path: '/components/schemas/tppMessageText/maxLength', value: 512 }],
  },
  {
    what: 'amounts may have 18 digits',
    reason: 'interface.md Common types, Amount: precision 18; decisions.md §4 Amount: at most 18 digits',
    patches: [
      {
        op: 'replace',
        path: '/components/schemas/amountValue/pattern',
        value: '-?[0-9]{1,18}(\\.[0-9]{1,3})?',
      },
    ],
  },
];

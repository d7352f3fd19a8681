/** What is said of statements that break the grammar of ETSI TS 119 495, by the checks of a signature and of a certificate alike. */
export const QC_MALFORMED = {
  message: 'The qualified certificate statements are encoded wrongly.',
  remedy: 'Have the certificate reissued with qcStatements encoded as in ETSI TS 119 495.',
  causes: {
    unwrapped: "The statement isn't wrapped in a sequence of statements.",
    'flat-roles': "The roles aren't each in their own sequence.",
    set: "There's a SET in place of a SEQUENCE.",
    'string-type': "A role's name, NCAName or NCAId isn't a UTF8String.",
    'name-oid-mismatch': "A role's name doesn't match its identifier.",
    ncaid: "The authority's identifier doesn't have the form NO-FSA.",
  },
} as const;

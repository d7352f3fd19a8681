/**
 * The short names that openssl 3.0 prints for the types of attributes that names are made of, as `arc: number=name`.
 * Facts of that program, needed because its style of writing an issuer uses them; a test asks the openssl command about
 * every one. A type of another arc is written as its number.
 * @see G1-issuer-openssl
 */
const TABLE = `
0.9.2342.19200300.100.1: 1=UID 2=textEncodedORAddress 3=mail 4=info 5=favouriteDrink 6=roomNumber 7=photo
8=userClass 9=host 10=manager 11=documentIdentifier 12=documentTitle 13=documentVersion 14=documentAuthor
15=documentLocation 20=homeTelephoneNumber 21=secretary 22=otherMailbox 23=lastModifiedTime 24=lastModifiedBy
25=DC 26=aRecord 27=pilotAttributeType27 28=mXRecord 29=nSRecord 30=sOARecord 31=cNAMERecord
37=associatedDomain 38=associatedName 39=homePostalAddress 40=personalTitle 41=mobileTelephoneNumber
42=pagerTelephoneNumber 43=friendlyCountryName 44=uid 45=organizationalStatus 46=janetMailbox
47=mailPreferenceOption 48=buildingName 49=dSAQuality 50=singleLevelQuality 51=subtreeMinimumQuality
52=subtreeMaximumQuality 53=personalSignature 54=dITRedirect 55=audio 56=documentPublisher 1.2.643.100: 1=OGRN
3=SNILS 5=OGRNIP 111=subjectSignTool 112=issuerSignTool 113=classSignTool 1.2.643.3.131.1: 1=INN
1.2.840.113549.1.9: 1=emailAddress 2=unstructuredName 3=contentType 4=messageDigest 5=signingTime
6=countersignature 7=challengePassword 8=unstructuredAddress 9=extendedCertificateAttributes 14=extReq
15=SMIME-CAPS 16=SMIME 20=friendlyName 21=localKeyID 1.3.6.1.4.1.311.17: 1=CSPName 2=LocalKeySet
1.3.6.1.4.1.311.20.2: 2=msSmartcardLogin 3=msUPN 1.3.6.1.4.1.311.60.2.1: 1=jurisdictionL 2=jurisdictionST
3=jurisdictionC 1.3.6.1.5.5.7.9: 1=id-pda-dateOfBirth 2=id-pda-placeOfBirth 3=id-pda-gender
4=id-pda-countryOfCitizenship 5=id-pda-countryOfResidence 2.5.4: 3=CN 4=SN 5=serialNumber 6=C 7=L 8=ST
9=street 10=O 11=OU 12=title 13=description 14=searchGuide 15=businessCategory 16=postalAddress 17=postalCode
18=postOfficeBox 19=physicalDeliveryOfficeName 20=telephoneNumber 21=telexNumber 22=teletexTerminalIdentifier
23=facsimileTelephoneNumber 24=x121Address 25=internationaliSDNNumber 26=registeredAddress
27=destinationIndicator 28=preferredDeliveryMethod 29=presentationAddress 30=supportedApplicationContext
31=member 32=owner 33=roleOccupant 34=seeAlso 35=userPassword 36=userCertificate 37=cACertificate
38=authorityRevocationList 39=certificateRevocationList 40=crossCertificatePair 41=name 42=GN 43=initials
44=generationQualifier 45=x500UniqueIdentifier 46=dnQualifier 47=enhancedSearchGuide 48=protocolInformation
49=distinguishedName 50=uniqueMember 51=houseIdentifier 52=supportedAlgorithms 53=deltaRevocationList
54=dmdName 65=pseudonym 72=role 97=organizationIdentifier 98=c3 99=n3 100=dnsName
`;

/** Object identifiers with the name that openssl prints; of any other it prints the number. */
export const OPENSSL_NAMES: ReadonlyMap<string, string> = parseTable();

function parseTable(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  let arc = '';
  for (const word of TABLE.trim().split(/\s+/)) {
    const [number, name] = word.split('=');
    if (name === undefined) arc = word.slice(0, -1);
    else names.set(`${arc}.${number}`, name);
  }
  return names;
}

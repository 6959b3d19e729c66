import type { Detector } from '../detector.ts';
import { dniDetector, nieDetector } from '../national-ids/spain.ts';
import { hetuDetector } from '../national-ids/finland.ts';
import { letteredIdDetector } from '../national-ids/lettered-id.ts';
import { LETTERED_IDS } from '../national-ids/lettered-ids.ts';
import { ninoDetector } from '../national-ids/nino.ts';
import { NORTHERN_AND_EASTERN_EUROPEAN_IDS } from '../national-ids/northern-and-eastern-europe.ts';
import { numericIdDetector } from '../national-ids/numeric-id.ts';
import { OVERSEAS_IDS } from '../national-ids/overseas.ts';
import { passportDetector, passportNumberDetector } from '../national-ids/passport.ts';
import { WESTERN_EUROPEAN_IDS } from '../national-ids/western-europe.ts';
import { announcedSecretDetector, assignedSecretDetector, flaggedSecretDetector } from '../secrets/assignments.ts';
import { privateKeyDetector } from '../secrets/private-key.ts';
import { providerTokenDetector } from '../secrets/provider-tokens.ts';
import { botTokenDetector, webTokenDetector } from '../secrets/signed-tokens.ts';
import { urlCredentialDetector } from '../secrets/url-credentials.ts';
import { bankAccountDetector, routingDetector, sortCodeDetector } from './bank.ts';
import { dateOfBirthDetector } from './birth/date-of-birth.ts';
import { cardDetector } from './card.ts';
import { emailDetector } from './email.ts';
import { ibanDetector } from './iban.ts';
import { ipv4Detector, ipv6CompressedDetector, ipv6Detector } from './ip-address.ts';
import { macAddressDetector } from './mac-address.ts';
import { phoneDetector } from './phone/phone.ts';
import { itinDetector, ssnDetector } from './us-ssn.ts';

/** Every built-in detector. Between findings of equal length the earlier one wins, so the most specific come first. */
export const BUILT_IN_DETECTORS: readonly Detector[] = [
  privateKeyDetector,
  webTokenDetector,
  botTokenDetector,
  providerTokenDetector,
  urlCredentialDetector,
  assignedSecretDetector,
  flaggedSecretDetector,
  announcedSecretDetector,
  emailDetector,
  ibanDetector,
  cardDetector,
  ssnDetector,
  itinDetector,
  ninoDetector,
  dniDetector,
  nieDetector,
  hetuDetector,
  ...LETTERED_IDS.map(letteredIdDetector),
  ...[...WESTERN_EUROPEAN_IDS, ...NORTHERN_AND_EASTERN_EUROPEAN_IDS, ...OVERSEAS_IDS].map(numericIdDetector),
  passportDetector,
  passportNumberDetector,
  routingDetector,
  sortCodeDetector,
  bankAccountDetector,
  dateOfBirthDetector,
  macAddressDetector,
  ipv4Detector,
  ipv6Detector,
  ipv6CompressedDetector,
  phoneDetector,
];

/** Country calling codes with the shortest and longest national number in use there, as `code:min-max` or `code:length`. */
const CODES = `
1:10 7:10 20:8-10 27:9 30:10 31:9 32:8-9 33:9 34:9 36:8-9 39:8-11 40:9 41:9 43:7-13 44:9-10 45:8 46:7-10 47:8 48:9 49:7-11
51:8-9 52:10 53:8 54:10-11 55:10-11 56:9 57:10 58:10 60:8-10 61:9 62:8-12 63:9-10 64:8-10 65:8 66:8-9 81:9-10 82:8-10
84:9-10 86:10-11 90:10 91:10 92:9-10 93:9 94:9 95:7-10 98:10
211:9 212:9 213:8-9 216:8 218:9 220:7 221:9 222:8 223:8 224:8-9 225:10 226:8 227:8 228:8 229:8-10 230:7-8 231:7-9 232:8
233:9 234:8-10 235:8 236:8 237:9 238:7 239:7 240:9 241:7-8 242:9 243:7-9 244:9 245:7-9 248:7 249:9 250:9 251:9 252:7-9
253:8 254:9 255:9 256:9 257:8 258:8-9 260:9 261:9 262:9 263:9 264:8-9 265:7-9 266:8 267:7-8 268:8 269:7 290:4-5 291:7
297:7 298:6 299:6 350:8 351:9 352:6-9 353:7-9 354:7 355:8-9 356:8 357:8 358:6-10 359:8-9 370:8 371:8 372:7-8 373:8 374:8
375:9 376:6 377:8-9 378:6-10 380:9 381:8-9 382:8 383:8 385:8-9 386:8 387:8 389:8 420:9 421:9 423:7 500:5 501:7 502:8 503:8
504:8 505:8 506:8 507:7-8 508:6 509:8 590:9 591:8 592:7 593:8-9 594:9 595:9 596:9 597:6-7 598:8 599:7-8 670:7-8 672:6
673:7 674:7 675:7-8 676:5-7 677:5-7 678:5-7 679:7 680:7 682:5 683:4 685:5-7 686:5-8 687:6 688:5-6 689:8 690:4 691:7 692:7
800:8 850:8-10 852:8 853:8 855:8-9 856:8-10 880:8-10 886:8-9 960:7 961:7-8 962:8-9 963:8-9 964:8-10 965:8 966:8-9 967:7-9
968:8 970:8-9 971:8-9 972:8-9 973:8 974:8 975:7-8 976:8 977:8-10 992:9 993:8 994:9 995:9 996:9 998:9`;

interface LengthRange {
  readonly min: number;
  readonly max: number;
}

const LENGTHS: ReadonlyMap<string, LengthRange> = new Map(
  CODES.trim()
    .split(/\s+/u)
    .map((entry): [string, LengthRange] => {
      const [code = '', range = ''] = entry.split(':');
      const [min, max = min] = range.split('-').map(Number);
      return [code, { min: min ?? 0, max: max ?? 0 }];
    }),
);

const CODE_DIGITS_MAX = 3;

const CODE_KEEPING_ZERO = '39';

/** In North America the area code and the exchange begin with 2 to 9, and neither ends in 11. */
export function isNorthAmerican(national: string): boolean {
  const area = national.slice(0, 3);
  const exchange = national.slice(3, 6);
  return [area, exchange].every((part) => part >= '200' && part.slice(1) !== '11');
}

/**
 * True when the digits after `+` begin with a country's code and have the length of its numbers. Italy keeps the
 * leading zero abroad; elsewhere people write it by mistake, which is allowed where the rest is unmistakable.
 */
export function isInternationalNumber(digits: string, { isTrunkAllowed } = { isTrunkAllowed: true }): boolean {
  for (let length = 1; length <= CODE_DIGITS_MAX; length += 1) {
    const code = digits.slice(0, length);
    const range = LENGTHS.get(code);
    if (range === undefined) continue;
    const national = digits.slice(length);
    const hasTrunk = code !== CODE_KEEPING_ZERO && national.startsWith('0');
    if (hasTrunk && !isTrunkAllowed) return false;
    const count = hasTrunk ? national.length - 1 : national.length;
    return count >= range.min && count <= range.max && (code !== '1' || isNorthAmerican(national));
  }
  return false;
}

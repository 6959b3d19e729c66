/** Check digits as published by their issuers. Every function takes ASCII digits and answers for the whole number. */

function digitAt(digits: string, index: number): number {
  return digits.charCodeAt(index) - 0x30;
}

/** Sum of digit times weight, over as many places as there are weights. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * digitAt(digits, index), 0);
}

/** ISO/IEC 7812 annex B: cards, Canadian, Swedish and South African numbers. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digitAt(digits, digits.length - 1 - index);
    const doubled = index % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** The remainder of a long decimal number, digit by digit. */
export function remainder(digits: string, modulus: number): number {
  let rest = 0;
  for (let index = 0; index < digits.length; index += 1) rest = (rest * 10 + digitAt(digits, index)) % modulus;
  return rest;
}

/** ISO 7064 MOD 11,10: German tax numbers and Croatian OIB. */
export function passesMod11And10(digits: string): boolean {
  let product = 10;
  for (let index = 0; index < digits.length - 1; index += 1) {
    const sum = (digitAt(digits, index) + product) % 10;
    product = ((sum === 0 ? 10 : sum) * 2) % 11;
  }
  return (11 - product) % 10 === digitAt(digits, digits.length - 1);
}

/** EAN-13, also used by the Swiss AHV number. */
export function passesEan13(digits: string): boolean {
  return weightedSum(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0;
}

/** The products of the dihedral group of order ten, row by row, and the permutation of its digits. */
const DIHEDRAL_PRODUCTS =
  '0123456789123406789523401789563401289567401239567859876043216598710432765982104387659321049876543210';
const VERHOEFF_PERMUTATION = '1576283094';

/** Verhoeff's check digit: Aadhaar. */
export function passesVerhoeff(digits: string): boolean {
  let check = 0;
  for (let index = 0; index < digits.length; index += 1) {
    let value = digitAt(digits, digits.length - 1 - index);
    for (let turn = 0; turn < index % 8; turn += 1) value = digitAt(VERHOEFF_PERMUTATION, value);
    check = digitAt(DIHEDRAL_PRODUCTS, check * 10 + value);
  }
  return check === 0;
}

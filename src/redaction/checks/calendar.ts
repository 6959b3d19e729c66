const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** True for a day that exists in the Gregorian calendar. */
export function isRealDate(year: number, month: number, day: number): boolean {
  const days = DAYS_IN_MONTH[month - 1];
  if (days === undefined || day < 1) return false;
  return day <= (month === 2 && isLeapYear(year) ? 29 : days);
}

/** True when a two-digit year, month and day name a day in either of the last two centuries: leap in 19xx is leap in 20xx. */
export function isRealShortDate(yearOfCentury: number, month: number, day: number): boolean {
  return isRealDate(2000 + yearOfCentury, month, day);
}

/** Reads two decimal digits at `index`. */
export function twoDigits(digits: string, index: number): number {
  return Number(digits.slice(index, index + 2));
}

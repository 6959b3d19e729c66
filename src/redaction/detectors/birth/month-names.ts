/** Months in the languages of our birth words: English, German, French, Spanish, Italian, Portuguese, Dutch, Scandinavian. */
const NAMES = [
  'january jan januar janvier janv enero ene gennaio gen janeiro januari',
  'february feb februar février fevrier févr febrero febbraio fevereiro fev februari',
  'march mar märz maerz mars marzo março marco maart',
  'april apr avril avr abril abr aprile',
  'may mai mayo maggio mag maio maj mei',
  'june jun juni juin junio giugno giu junho',
  'july jul juli juillet juil julio luglio lug julho',
  'august aug août aout agosto ago augustus augusti',
  'september sep sept septembre septiembre settembre set setembro',
  'october oct oktober okt octobre octubre ottobre ott outubro out',
  'november nov novembre noviembre novembro',
  'december dec dezember dez décembre decembre déc diciembre dic dicembre dezembro desember des',
] as const;

const NUMBERS: ReadonlyMap<string, number> = new Map(
  NAMES.flatMap((names, index) => names.split(' ').map((name): [string, number] => [name, index + 1])),
);

/** 1 to 12 for the name of a month (lower case), or undefined. */
export function monthNumber(name: string): number | undefined {
  return NUMBERS.get(name);
}

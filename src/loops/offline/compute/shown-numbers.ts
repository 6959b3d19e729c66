const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];
const STEP = 1_000;

/** 1,234,567 bytes as "1.2 MB", in steps of a thousand as disks are sold. */
export function shownBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= STEP && unit < UNITS.length - 1) [value, unit] = [value / STEP, unit + 1];
  if (unit === 0) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  return `${value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${UNITS[unit]}`;
}

/** With a comma between thousands, whatever the machine's language. */
export function shownCount(count: number): string {
  if (String(count).includes('e')) return String(count);
  const [whole = '', part] = String(Math.abs(count)).split('.');
  let grouped = '';
  for (let at = 0; at < whole.length; at += 1) grouped += (at > 0 && (whole.length - at) % 3 === 0 ? ',' : '') + whole.charAt(at);
  return `${count < 0 ? '-' : ''}${grouped}${part === undefined ? '' : `.${part}`}`;
}

/** At most four digits behind the point, for a sum of decimals is never quite what people expect; of what is less than one, the first four that tell something. */
export function shownNumber(value: number): string {
  if (Number.isInteger(value)) return shownCount(value);
  return shownCount(Math.abs(value) < 1 ? Number(value.toPrecision(4)) : Math.round(value * 10_000) / 10_000);
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${shownCount(count)} ${count === 1 ? one : many}`;
}

/** A JSON Schema as far as a form can be made of it; what is beyond that is written as JSON. */
export interface FieldSchema {
  readonly type?: unknown;
  readonly enum?: unknown;
  readonly description?: unknown;
  readonly properties?: unknown;
  readonly required?: unknown;
  readonly maxLength?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
}

export type FieldKind = 'text' | 'long_text' | 'number' | 'whole_number' | 'flag' | 'choice' | 'json';

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly says: string;
  readonly isRequired: boolean;
  readonly choices: readonly string[];
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Beyond this a text gets more than one line. */
const LINE_CHARS = 60;

/** The fields of a form for what a tool takes: those of its schema in their order, then whatever else is there now. */
export function fieldsOf(schema: FieldSchema, now: Readonly<Record<string, unknown>>): readonly Field[] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const names = [...new Set([...Object.keys(properties), ...Object.keys(now)])];
  return names.map((name) => {
    const property: FieldSchema = isObject(properties[name]) ? properties[name] : {};
    const choices = Array.isArray(property.enum) && property.enum.every((one) => typeof one === 'string') ? property.enum : [];
    return { name, kind: kindOf(property, choices, now[name]), says: typeof property.description === 'string' ? property.description : '', isRequired: required.includes(name), choices };
  });
}

function kindOf({ type }: FieldSchema, choices: readonly string[], now: unknown): FieldKind {
  if (choices.length > 0) return 'choice';
  const meant = type ?? (now === undefined || now === null ? undefined : Array.isArray(now) ? 'array' : typeof now);
  if (meant === 'string') return typeof now === 'string' && (now.length > LINE_CHARS || now.includes('\n')) ? 'long_text' : 'text';
  if (meant === 'boolean') return 'flag';
  if (meant === 'integer') return 'whole_number';
  return meant === 'number' ? 'number' : 'json';
}

/** A value as it stands in its field; nothing stands there for one that is left out. */
export function writtenOf({ kind }: Field, value: unknown): string {
  if (value === undefined) return '';
  if (kind === 'json') return JSON.stringify(value, null, 2);
  return String(value);
}

/** What was written as the value it means, or what is wrong with it. An empty field that is not required is left out. */
export function valueOf({ name, kind, isRequired }: Field, written: string): { readonly value: unknown } | { readonly problem: string } {
  const isText = kind === 'text' || kind === 'long_text';
  if (written === '' && !(isText && isRequired)) return isRequired ? { problem: `${name} is needed.` } : { value: undefined };
  if (isText || kind === 'choice') return { value: written };
  if (kind === 'flag') return { value: written === 'true' };
  if (kind === 'json') {
    try {
      return { value: JSON.parse(written) as unknown };
    } catch {
      return { problem: `${name} is no JSON.` };
    }
  }
  const number = Number(written);
  if (!Number.isFinite(number) || (kind === 'whole_number' && !Number.isInteger(number))) return { problem: `${name} is no ${kind === 'whole_number' ? 'whole ' : ''}number.` };
  return { value: number };
}

/** All that was written as one object, or everything that is wrong with it. */
export function argumentsOf(fields: readonly Field[], written: Readonly<Record<string, string>>): { readonly arguments: Record<string, unknown> } | { readonly problems: readonly string[] } {
  const read = fields.map((field) => [field.name, valueOf(field, written[field.name] ?? '')] as const);
  const problems = read.flatMap(([, one]) => ('problem' in one ? [one.problem] : []));
  if (problems.length > 0) return { problems };
  return { arguments: Object.fromEntries(read.flatMap(([name, one]) => ('value' in one && one.value !== undefined ? [[name, one.value]] : []))) };
}

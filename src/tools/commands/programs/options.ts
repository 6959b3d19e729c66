/** Arguments of a program told apart: flags, options with values, operands. */

export interface Options {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly operands: readonly string[];
  /** Whether any of these was given, long or short, with or without a value. */
  has(...names: readonly string[]): boolean;
  /** All values of these options, in the order they were given. */
  all(...names: readonly string[]): readonly string[];
}

export interface OptionShape {
  /** Short letters that take a value. */
  readonly short?: string;
  /** Long names that take a value, when it is not joined by `=`. */
  readonly long?: readonly string[];
  /** Operands end the options, as in `env` and `timeout`. */
  readonly operandsFirst?: boolean;
  /** Words with one dash are whole names, as in `find` and `java`. */
  readonly singleDash?: boolean;
}

export function readOptions(args: readonly string[], shape: OptionShape = {}): Options {
  const flags = new Set<string>();
  const values = new Map<string, string[]>();
  const operands: string[] = [];
  const add = (name: string, value: string): void => {
    flags.add(name);
    values.set(name, [...(values.get(name) ?? []), value]);
  };
  for (let at = 0; at < args.length; at += 1) {
    const argument = args[at] ?? '';
    if (argument === '--') {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (!argument.startsWith('-') || argument === '-') {
      if (shape.operandsFirst === true) {
        operands.push(...args.slice(at));
        break;
      }
      operands.push(argument);
    } else if (argument.startsWith('--') || shape.singleDash === true) {
      const equals = argument.indexOf('=');
      const name = argument.slice(argument.startsWith('--') ? 2 : 1, equals === -1 ? undefined : equals);
      if (equals !== -1) add(name, argument.slice(equals + 1));
      else if (shape.long?.includes(name) === true) {
        at += 1;
        add(name, args[at] ?? '');
      } else flags.add(name);
    } else {
      for (let letter = 1; letter < argument.length; letter += 1) {
        const name = argument.charAt(letter);
        if (shape.short?.includes(name) !== true) flags.add(name);
        else {
          const joined = argument.slice(letter + 1);
          if (joined === '') at += 1;
          add(name, joined === '' ? (args[at] ?? '') : joined);
          break;
        }
      }
    }
  }
  return {
    flags, values, operands,
    // GNU programs take the beginning of a long name for the name.
    has: (...names) => names.some((name) => flags.has(name) || (name.length > 3 && [...flags].some((flag) => flag.length > 2 && name.startsWith(flag)))),
    all: (...names) => names.flatMap((name) => values.get(name) ?? []),
  };
}

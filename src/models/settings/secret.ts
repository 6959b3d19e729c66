import { inspect } from 'node:util';

const SHOWN = '[secret]';

/** A key that shows itself nowhere: not in text, not in JSON, not in an inspection. Only `reveal` gives it, at the wire. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [inspect.custom](): string {
    return SHOWN;
  }
}

import { shellPieces, type ShellPiece, type ShellSign, type ShellWord } from './shell-words.ts';

/** A script as it is put together. What cannot be read, such as `case`, makes the whole unreadable. */
export type ShellNode =
  | { readonly kind: 'list'; readonly items: readonly { readonly node: ShellNode; readonly isBackground: boolean }[]; readonly isApart?: boolean }
  | { readonly kind: 'chain'; readonly links: readonly { readonly on: '' | '&&' | '||'; readonly node: ShellNode }[] }
  | { readonly kind: 'pipe'; readonly parts: readonly ShellNode[]; readonly isNegated: boolean }
  | { readonly kind: 'loop'; readonly condition: ShellNode; readonly body: ShellNode }
  | { readonly kind: 'choice'; readonly condition: ShellNode; readonly chosen: ShellNode; readonly otherwise: ShellNode }
  | { readonly kind: 'function'; readonly name: string; readonly body: ShellNode }
  | { readonly kind: 'command'; readonly words: readonly ShellWord[] };

export type ShellList = Extract<ShellNode, { kind: 'list' }>;
const EMPTY: ShellList = { kind: 'list', items: [] };
/** Nesting deeper than this is nobody's command line. */
const DEPTH_MAX = 20;
const UNREAD: ReadonlySet<string> = new Set(['case', 'select', 'coproc']);
const CLOSING: ReadonlySet<string> = new Set(['do', 'done', 'then', 'else', 'elif', 'fi', '}', 'esac']);

export function shellTree(script: string): ShellList | undefined {
  const pieces = shellPieces(script);
  if (pieces === undefined) return undefined;
  const reader = new Reader(pieces);
  const tree = reader.list(0);
  return tree !== undefined && reader.isAtEnd() ? tree : undefined;
}

/** Reads from left to right; undefined from any of its parts means that the script is not understood. */
class Reader {
  #at = 0;
  readonly #pieces: readonly ShellPiece[];

  constructor(pieces: readonly ShellPiece[]) {
    this.#pieces = pieces;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#pieces.length;
  }

  list(depth: number): ShellList | undefined {
    if (depth > DEPTH_MAX) return undefined;
    const items: { node: ShellNode; isBackground: boolean }[] = [];
    for (;;) {
      while (this.#takes(';') || this.#takes('\n')) continue;
      if (this.isAtEnd() || this.#sign() === ')' || CLOSING.has(this.#keyword())) return { kind: 'list', items };
      const node = this.#chain(depth);
      if (node === undefined) return undefined;
      items.push({ node, isBackground: this.#takes('&') });
    }
  }

  #chain(depth: number): ShellNode | undefined {
    const links: { on: '' | '&&' | '||'; node: ShellNode }[] = [];
    for (let on: '' | '&&' | '||' | undefined = ''; on !== undefined; on = this.#takes('&&') ? '&&' : this.#takes('||') ? '||' : undefined) {
      if (on !== '') this.#skipLines();
      const node = this.#pipe(depth);
      if (node === undefined) return undefined;
      links.push({ on, node });
    }
    return { kind: 'chain', links };
  }

  #pipe(depth: number): ShellNode | undefined {
    const isNegated = this.#takesWord('!');
    const parts: ShellNode[] = [];
    do {
      if (parts.length > 0) this.#skipLines();
      const part = this.#command(depth);
      if (part === undefined) return undefined;
      parts.push(part);
    } while (this.#takes('|') || this.#takes('|&'));
    return { kind: 'pipe', parts, isNegated };
  }

  #command(depth: number): ShellNode | undefined {
    if (this.#takes('(')) return this.#apart(depth);
    if (this.#takesWord('{')) return this.#until('}', depth);
    if (this.#takesWord('if')) return this.#choice(depth);
    if (this.#takesWord('while') || this.#takesWord('until')) return this.#loop(this.list(depth + 1), depth);
    if (this.#takesWord('for')) {
      while (this.#word() !== undefined && this.#keyword() !== 'do') this.#at += 1;
      while (this.#takes(';') || this.#takes('\n')) continue;
      return this.#loop(EMPTY, depth);
    }
    return UNREAD.has(this.#keyword()) ? undefined : this.#simple(depth);
  }

  #loop(condition: ShellList | undefined, depth: number): ShellNode | undefined {
    if (condition === undefined || !this.#takesWord('do')) return undefined;
    const body = this.list(depth + 1);
    return body !== undefined && this.#takesWord('done') ? { kind: 'loop', condition, body } : undefined;
  }

  #choice(depth: number): ShellNode | undefined {
    const condition = this.list(depth + 1);
    const chosen = condition !== undefined && this.#takesWord('then') ? this.list(depth + 1) : undefined;
    if (condition === undefined || chosen === undefined) return undefined;
    if (this.#takesWord('elif')) {
      const otherwise = this.#choice(depth + 1);
      return otherwise === undefined ? undefined : { kind: 'choice', condition, chosen, otherwise };
    }
    const otherwise = this.#takesWord('else') ? this.list(depth + 1) : EMPTY;
    return otherwise !== undefined && this.#takesWord('fi') ? { kind: 'choice', condition, chosen, otherwise } : undefined;
  }

  #simple(depth: number): ShellNode | undefined {
    const words: ShellWord[] = [];
    if (this.#takesWord('function')) return this.#named(this.#next()?.text, depth);
    for (let word = this.#next(); word !== undefined; word = this.#next()) {
      words.push(word);
      if (words.length === 1 && this.#takes('(')) return this.#takes(')') ? this.#named(word.text, depth) : undefined;
    }
    return words.length === 0 ? undefined : { kind: 'command', words };
  }

  #named(name: string | undefined, depth: number): ShellNode | undefined {
    if (this.#takes('(') && !this.#takes(')')) return undefined;
    this.#skipLines();
    const body = name === undefined ? undefined : this.#command(depth + 1);
    return name === undefined || body === undefined ? undefined : { kind: 'function', name, body };
  }

  #until(end: ')' | '}', depth: number): ShellNode | undefined {
    const body = this.list(depth + 1);
    return body !== undefined && (end === ')' ? this.#takes(')') : this.#takesWord('}')) ? body : undefined;
  }

  /** A shell of its own, in which what is set is forgotten at its end; `((` only reckons. */
  #apart(depth: number): ShellNode | undefined {
    const start = this.#at;
    const reckoned = this.#takes('(') ? this.#until(')', depth + 1) : undefined;
    if (reckoned !== undefined && this.#takes(')')) return reckoned;
    this.#at = start;
    const body = this.#until(')', depth);
    return body?.kind === 'list' ? { ...body, isApart: true } : body;
  }

  #word(): ShellWord | undefined {
    const piece = this.#pieces[this.#at];
    return piece !== undefined && 'text' in piece ? piece : undefined;
  }

  #next(): ShellWord | undefined {
    const word = this.#word();
    if (word !== undefined) this.#at += 1;
    return word;
  }

  #keyword(): string {
    const word = this.#word();
    return word === undefined || word.isQuoted ? '' : word.text;
  }

  #skipLines(): void {
    while (this.#takes('\n')) continue;
  }

  #sign(): ShellSign | undefined {
    const piece = this.#pieces[this.#at];
    return piece !== undefined && 'sign' in piece ? piece.sign : undefined;
  }

  #takes(sign: ShellSign): boolean {
    const isThere = this.#sign() === sign;
    if (isThere) this.#at += 1;
    return isThere;
  }

  #takesWord(keyword: string): boolean {
    const isThere = this.#keyword() === keyword;
    if (isThere) this.#at += 1;
    return isThere;
  }
}

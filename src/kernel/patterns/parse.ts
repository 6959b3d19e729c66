/** Reads a pattern as JavaScript writes it, with the inline flags `(?i)` and the `(?P<name>…)` of RE2 besides. */
import { PATTERN_NESTING_MAX } from '../limits.ts';
import { dotSet, literalSet, parseClass, parseEscapedSet } from './character-sets.ts';
import { PatternCursor } from './cursor.ts';
import { resolveReferences } from './references.ts';
import type { PatternNode } from './syntax.ts';

export interface PatternFlags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  readonly unicode: boolean;
}

export interface ParsedPattern {
  readonly root: PatternNode;
  readonly names: readonly string[];
}

const DIGITS = '0123456789';
const NAME_CHARACTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789';
const INLINE_FLAGS = { i: 'ignoreCase', m: 'multiline', s: 'dotAll' } as const;

export function parsePattern(source: string, flags: PatternFlags): ParsedPattern {
  const parser = new PatternParser(new PatternCursor(source), flags);
  return { root: resolveReferences(source, parser.parse()), names: parser.names };
}

class PatternParser {
  readonly names: string[] = [];
  private readonly cursor: PatternCursor;
  private flags: PatternFlags;
  private nesting = 0;
  private captures = 0;
  /** How many lookarounds enclose the cursor. */
  private looks = 0;

  constructor(cursor: PatternCursor, flags: PatternFlags) {
    this.cursor = cursor;
    this.flags = flags;
  }

  parse(): PatternNode {
    const root = this.parseAlternation();
    if (!this.cursor.atEnd) {
      throw this.cursor.rejected('a ) closes nothing', 'Remove it, or write \\) for the bracket itself.');
    }
    return root;
  }

  private parseAlternation(): PatternNode {
    const branches = [this.parseSequence()];
    while (this.cursor.accept('|')) branches.push(this.parseSequence());
    return branches.length === 1 && branches[0] !== undefined ? branches[0] : { kind: 'alternation', branches };
  }

  private parseSequence(): PatternNode {
    const items: PatternNode[] = [];
    while (!this.cursor.atEnd && this.cursor.peek() !== '|' && this.cursor.peek() !== ')') {
      const item = this.parseAtom();
      if (item !== undefined) items.push(this.parseRepeats(item));
    }
    return items.length === 1 && items[0] !== undefined ? items[0] : { kind: 'sequence', items };
  }

  /** Undefined for a switch of flags such as `(?i)`, which matches nothing itself. */
  private parseAtom(): PatternNode | undefined {
    const { cursor, flags } = this;
    switch (cursor.peek()) {
      case '(':
        return this.parseGroup();
      case '*':
      case '+':
      case '?':
        throw this.nothingToRepeat();
      case '{':
        if (cursor.attempt(() => this.parseCounts()) !== undefined) throw this.nothingToRepeat();
        break;
      default:
    }
    const character = cursor.take();
    switch (character) {
      case '^':
        return { kind: 'assertion', place: flags.multiline ? 'line_start' : 'text_start', wanted: true };
      case '$':
        return { kind: 'assertion', place: flags.multiline ? 'line_end' : 'text_end', wanted: true };
      case '.':
        return dotSet(flags.dotAll);
      case '[':
        return parseClass(cursor, flags);
      case '\\':
        if (cursor.accept('b')) return { kind: 'assertion', place: 'word_boundary', wanted: true };
        if (cursor.accept('B')) return { kind: 'assertion', place: 'word_boundary', wanted: false };
        return cursor.attempt(() => this.parseReference()) ?? parseEscapedSet(cursor, flags);
      default:
        return literalSet(character, flags.ignoreCase);
    }
  }

  private parseGroup(): PatternNode | undefined {
    const { cursor } = this;
    cursor.accept('(');
    if (!cursor.accept('?')) return this.parseCapture();
    if (cursor.accept(':')) return this.parseBody();
    if (cursor.accept('=')) return this.parseLook({ ahead: true, wanted: true });
    if (cursor.accept('!')) return this.parseLook({ ahead: true, wanted: false });
    if (cursor.accept('<=')) return this.parseLook({ ahead: false, wanted: true });
    if (cursor.accept('<!')) return this.parseLook({ ahead: false, wanted: false });
    if (cursor.accept('<') || cursor.accept('P<')) return this.parseNamed();
    return this.parseFlagGroup();
  }

  /** A group's inside and its closing bracket. Flags switched inside end with it. */
  private parseBody(flags: PatternFlags = this.flags): PatternNode {
    const outer = this.flags;
    this.flags = flags;
    this.nesting += 1;
    if (this.nesting > PATTERN_NESTING_MAX) {
      throw this.cursor.rejected(`groups nest deeper than ${PATTERN_NESTING_MAX}`, 'Flatten the groups.');
    }
    const body = this.parseAlternation();
    if (!this.cursor.accept(')')) {
      throw this.cursor.rejected('a group is not closed', 'Close it with ), or write \\( for the bracket itself.');
    }
    this.nesting -= 1;
    this.flags = outer;
    // The wrapping keeps `(^)*`, which JavaScript allows, apart from `^*`, which it does not.
    return { kind: 'sequence', items: [body] };
  }

  private parseLook(look: { ahead: boolean; wanted: boolean }): PatternNode {
    this.looks += 1;
    const body = this.parseBody();
    this.looks -= 1;
    return { kind: 'look', ...look, body };
  }

  private parseNamed(): PatternNode {
    const name = this.cursor.takeWhile(NAME_CHARACTERS);
    if (name === '' || DIGITS.includes(name.charAt(0)) || !this.cursor.accept('>')) {
      throw this.cursor.rejected('a group name must be a letter followed by letters, digits or _', 'Write (?<name>…).');
    }
    if (this.names.includes(name)) throw this.cursor.rejected(`two groups are named ${name}`, 'Give each group its own name.');
    if (this.looks > 0) {
      throw this.cursor.rejected('a group inside a lookaround cannot be named', 'Move the name out of the lookaround.');
    }
    this.names.push(name);
    return this.parseCapture(name);
  }

  private parseCapture(name?: string): PatternNode {
    this.captures += 1;
    const number = this.captures;
    return { kind: 'capture', number, name, body: this.parseBody() };
  }

  /** `\1` or `\k<name>`; undefined, and no step, for anything else. The cursor stands after the backslash. */
  private parseReference(): PatternNode | undefined {
    const { cursor } = this;
    if (cursor.peek() === '0') return undefined;
    const number = cursor.takeWhile(DIGITS);
    if (number !== '') return { kind: 'reference', to: number };
    const name = cursor.accept('k<') ? cursor.takeUntil('>') : undefined;
    return name === undefined ? undefined : { kind: 'reference', to: name };
  }

  private parseFlagGroup(): PatternNode | undefined {
    let flags = this.flags;
    let value = true;
    for (;;) {
      const character = this.cursor.take();
      if (character === ':') return this.parseBody(flags);
      if (character === ')') {
        this.flags = flags;
        return undefined;
      }
      if (character === '-' && value) {
        value = false;
      } else if (character === 'i' || character === 'm' || character === 's') {
        flags = { ...flags, [INLINE_FLAGS[character]]: value };
      } else {
        throw this.cursor.rejected(
          'this kind of group cannot be matched in linear time',
          'Use (…), (?:…), (?<name>…), (?i:…), or a lookaround.',
        );
      }
    }
  }

  private parseRepeats(atom: PatternNode): PatternNode {
    const counts = this.parseCounts();
    if (counts === undefined) return atom;
    if (atom.kind === 'assertion' || atom.kind === 'look') {
      throw this.cursor.rejected('an assertion is repeated', 'Remove the quantifier: a place is either right or not.');
    }
    return { kind: 'repeat', body: atom, ...counts, lazy: this.cursor.accept('?') };
  }

  /** `*`, `+`, `?`, `{n}`, `{n,}` or `{n,m}`; undefined, and no step, for anything else. */
  private parseCounts(): { min: number; max: number } | undefined {
    const { cursor } = this;
    if (cursor.accept('*')) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (cursor.accept('+')) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (cursor.accept('?')) return { min: 0, max: 1 };
    const counts = cursor.attempt(() => {
      if (!cursor.accept('{')) return undefined;
      const min = cursor.takeWhile(DIGITS);
      const max = cursor.accept(',') ? cursor.takeWhile(DIGITS) || 'Infinity' : min;
      // Like JavaScript, take `{` for itself when what follows is no count.
      return min !== '' && cursor.accept('}') ? { min: Number(min), max: Number(max) } : undefined;
    });
    if (counts !== undefined && counts.max < counts.min) {
      throw cursor.rejected('a quantifier has its bounds the wrong way round', 'Write the lower bound first, as in {2,5}.');
    }
    return counts;
  }

  private nothingToRepeat() {
    return this.cursor.rejected(
      'a quantifier has nothing to repeat',
      'Put a character or a group before it, or escape it with a backslash.',
    );
  }
}

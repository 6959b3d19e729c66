import { KeelsonError, hasCode } from '../../kernel/index.ts';

const SHOWN_CHARS_MAX = 200;
/** Characters that would change how the text around them is shown: controls, marks of direction, invisible ones. */
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{E0000}-\u{E0FFF}]/gu;

/** A path as it may be shown to a person: on one line, of bounded length, with nothing hidden in it. */
export function shownPath(path: string): string {
  const cut = path.length > SHOWN_CHARS_MAX ? `${path.slice(0, SHOWN_CHARS_MAX)}…` : path;
  return `"${cut.replace(UNSHOWABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)}"`;
}

export function pathDenied(path: string, rule: string, explanation: string): KeelsonError<'path.denied'> {
  return new KeelsonError('path.denied', {
    message: explanation,
    nextStep: 'Name an ordinary file inside the workspace; what lies outside must be brought in by the person.',
    data: { path: shownPath(path), rule },
  });
}

/** Somebody changed the tree while it was used; whatever they meant, nothing more is done with this path. */
export function pathChanged(path: string): KeelsonError<'path.denied'> {
  return pathDenied(path, 'path.changed_during_use', `${shownPath(path)} was replaced by something else while it was being used.`);
}

export function pathMissing(path: string): KeelsonError<'path.missing'> {
  return new KeelsonError('path.missing', {
    message: `${shownPath(path)} is not there.`,
    nextStep: 'List the directory to see what is there.',
    data: { path: shownPath(path) },
  });
}

export function pathExists(path: string): KeelsonError<'path.exists'> {
  return new KeelsonError('path.exists', {
    message: `${shownPath(path)} is there already.`,
    nextStep: 'Choose another name, or say that it is to be replaced.',
    data: { path: shownPath(path) },
  });
}

export function wrongKind(path: string, expected: string, found: string): KeelsonError<'path.wrong_kind'> {
  return new KeelsonError('path.wrong_kind', {
    message: `${shownPath(path)} is a ${found}, not a ${expected}.`,
    nextStep: `Name a ${expected}.`,
    data: { path: shownPath(path), expected, found },
  });
}

export function pathTooLarge(path: string, bytes: number, limit: number): KeelsonError<'path.too_large'> {
  return new KeelsonError('path.too_large', {
    message: `${shownPath(path)} holds ${bytes} bytes; at most ${limit} are handled here.`,
    nextStep: 'Use a program for files of this size.',
    data: { path: shownPath(path), bytes, limit },
  });
}

/** The code of a refusal by the operating system, or undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && !(error instanceof KeelsonError)
    ? error.code
    : undefined;
}

/**
 * What a refusal by the system means for this path. The system's own words are left out: they name the descriptor
 * through which the file was reached, which says nothing to anybody.
 */
export function fromSystem(error: unknown, path: string): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  if (code === 'ENOENT') return pathMissing(path);
  if (code === 'EEXIST') return pathExists(path);
  if (code === 'ELOOP') return pathChanged(path);
  return new KeelsonError('path.failed', {
    message: `The system refused to work on ${shownPath(path)} (${code}).`,
    nextStep: code === 'ENOTEMPTY' ? 'Empty the directory first, or delete it with everything in it.' : 'Check its permissions and the space that is left.',
    data: { path: shownPath(path), detail: code },
  });
}

export function isDenial(error: unknown): error is KeelsonError<'path.denied'> {
  return hasCode(error, 'path.denied');
}

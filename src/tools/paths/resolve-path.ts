import { readlinkSync } from 'node:fs';
import { invariant } from '../../kernel/index.ts';
import { type Footing, type Held, joinPath } from './footing.ts';
import { pathChanged, pathDenied, shownPath, systemCode } from './path-errors.ts';
import { DEPTH_MAX, LINKS_FOLLOWED_MAX, STEPS_MAX } from './path-limits.ts';
import { checkPathText, looksUnexpanded } from './path-text.ts';

/** Where a path ends, with every link resolved and everything on the way held. */
export interface Landing {
  /** What the caller wrote. */
  readonly asked: string;
  /** From `/` to the deepest thing that is there. */
  readonly trail: readonly Held[];
  /** What has the path; undefined when nothing has. */
  readonly target: Held | undefined;
  /** The deepest directory that is there: the parent of `target`, or where the first missing name would be made. */
  readonly directory: Held;
  /** The names that are not there, first to last; empty when `target` is. */
  readonly missing: readonly string[];
  readonly realPath: string;
  /** The real paths of the links that were followed: what they are called matters as much as where they lead. */
  readonly followed: readonly string[];
  /** The path ended in a slash, so nothing but a directory is meant. */
  readonly mustBeDirectory: boolean;
}

export interface ResolveOptions {
  /** The real path below which relative paths lie. */
  readonly base: string;
  /** The workspace: an object outside it is not described, only refused. */
  readonly insideOf?: string;
  /** False for what acts on a link itself: removing and renaming. */
  readonly followsLast: boolean;
}

/** Below these the system shows processes and devices as files, and links there lead where their text does not say. */
const SYSTEM_VIEWS: ReadonlySet<string> = new Set(['proc', 'dev', 'sys']);

const namesOf = (path: string): string[] => path.split('/').filter((name) => name !== '' && name !== '.');

/**
 * Resolves a path as the kernel would, one name at a time and without ever letting the system follow a link.
 * The caller releases what the landing holds; when this throws, nothing is held.
 */
export function resolvePath(footing: Footing, asked: string, options: ResolveOptions): Landing {
  checkPathText(asked);
  const walker = new PathWalker(footing, asked, options);
  try {
    return walker.walk();
  } catch (error) {
    walker.release();
    throw error;
  }
}

/** Lets go of what led to a landing: only the last directory and what is in it are used, and descriptors are few. */
export function releaseAncestors(footing: Footing, landing: Landing): Landing {
  const trail = landing.trail.map((held) => {
    if (held === landing.target || held === landing.directory) return held;
    footing.release(held);
    return { ...held, descriptor: null };
  });
  return { ...landing, trail };
}

export function releaseLanding(footing: Footing, landing: Landing): void {
  for (const held of landing.trail) footing.release(held);
}

class PathWalker {
  readonly #footing: Footing;
  readonly #asked: string;
  readonly #options: ResolveOptions;
  readonly #trail: Held[];
  readonly #pending: string[];
  readonly #missing: string[] = [];
  readonly #followed: string[] = [];
  #mustBeDirectory: boolean;

  constructor(footing: Footing, asked: string, options: ResolveOptions) {
    this.#footing = footing;
    this.#asked = asked;
    this.#options = options;
    this.#pending = [...(asked.startsWith('/') ? [] : namesOf(options.base)), ...namesOf(asked)];
    this.#mustBeDirectory = asked.endsWith('/') || asked.endsWith('/.') || asked.endsWith('/..');
    this.#trail = [footing.root()];
  }

  release(): void {
    while (this.#trail.length > 0) this.#leave();
  }

  walk(): Landing {
    for (let steps = 0; this.#pending.length > 0; steps += 1) {
      if (steps === STEPS_MAX) throw this.#denied('path.too_deep', 'takes more steps than any path does');
      const name = this.#pending.shift() ?? '';
      if (name === '..') this.#goUp();
      else if (this.#missing.length > 0) this.#missing.push(name);
      else this.#enter(name);
      if (this.#trail.length + this.#missing.length > DEPTH_MAX) throw this.#denied('path.too_deep', `lies more than ${DEPTH_MAX} folders deep`);
    }
    const [first] = namesOf(this.#asked);
    if (first !== undefined && first === this.#missing[0] && looksUnexpanded(first)) {
      throw this.#denied('path.not_expanded', `begins with ${first}, which only a shell replaces; write the path out`);
    }
    return this.#landing();
  }

  #landing(): Landing {
    const last = this.#last();
    const isThere = this.#missing.length === 0;
    if (this.#mustBeDirectory && isThere && !last.stats.isDirectory()) throw this.#notADirectory(last);
    const parent = this.#trail.at(-2) ?? last;
    return {
      asked: this.#asked,
      trail: this.#trail,
      target: isThere ? last : undefined,
      directory: isThere ? parent : last,
      missing: this.#missing,
      realPath: this.#missing.reduce(joinPath, last.path),
      followed: this.#followed,
      mustBeDirectory: this.#mustBeDirectory,
    };
  }

  #goUp(): void {
    // The kernel would refuse this too: what is not there has no parent, and text alone must not decide.
    if (this.#missing.length > 0) {
      throw this.#denied('path.parent_of_missing', 'goes back from a folder that is not there');
    }
    const last = this.#last();
    if (!last.stats.isDirectory()) throw this.#notADirectory(last);
    if (this.#trail.length > 1) this.#leave();
  }

  #enter(name: string): void {
    const directory = this.#last();
    if (!directory.stats.isDirectory()) throw this.#notADirectory(directory);
    if (directory.path === '/' && SYSTEM_VIEWS.has(name.toLowerCase())) {
      throw this.#denied('path.system_view', `leads into /${name}, where the system shows processes and devices`);
    }
    const child = this.#look(directory, name);
    if (child === undefined) this.#missing.push(name);
    else if (child.stats.isSymbolicLink() && this.#follows()) this.#follow(directory, child);
    else this.#trail.push(child);
  }

  #follows(): boolean {
    return this.#options.followsLast || this.#mustBeDirectory || this.#pending.length > 0;
  }

  #look(directory: Held, name: string): Held | undefined {
    try {
      return this.#footing.child(directory, name);
    } catch (error) {
      const code = systemCode(error);
      if (code === undefined) throw error;
      // A directory may have become a link since it was held by name.
      if (code === 'ENOTDIR' || code === 'ELOOP') throw pathChanged(this.#asked);
      throw this.#denied('path.unreachable', `cannot be reached (${code})`);
    }
  }

  #follow(directory: Held, link: Held): void {
    this.#footing.release(link);
    if (this.#followed.length === LINKS_FOLLOWED_MAX) throw this.#denied('path.link_loop', 'leads through links that go round');
    this.#followed.push(link.path);
    const text = this.#linkText(directory, link.name);
    this.#pending.unshift(...namesOf(text));
    if (text.endsWith('/') && this.#pending.length === namesOf(text).length) this.#mustBeDirectory = true;
    if (!text.startsWith('/')) return;
    while (this.#trail.length > 1) this.#leave();
  }

  #linkText(directory: Held, name: string): string {
    try {
      return readlinkSync(this.#footing.entryPath(directory, name));
    } catch {
      throw pathChanged(this.#asked);
    }
  }

  #last(): Held {
    const last = this.#trail.at(-1);
    invariant(last, 'a path is resolved from the root, which is never left');
    return last;
  }

  #leave(): void {
    const held = this.#trail.pop();
    if (held) this.#footing.release(held);
  }

  #isInside(): boolean {
    const { insideOf } = this.#options;
    return insideOf === undefined || this.#trail.some((held) => held.identity === insideOf);
  }

  #notADirectory(held: Held): Error {
    return this.#denied('path.not_a_directory', `leads through ${shownPath(held.name)}, which is not a directory`);
  }

  /** What lies outside is not described: whether something is there is nobody's business. */
  #denied(rule: string, what: string): Error {
    return this.#isInside() || rule === 'path.system_view'
      ? pathDenied(this.#asked, rule, `${shownPath(this.#asked)} ${what}.`)
      : pathDenied(this.#asked, 'path.outside_workspace', `${shownPath(this.#asked)} leads outside the workspace.`);
  }
}
